"""The open value of any game as a Qt object, with undo and saving (QtCore and QtGui). Games have rooms of their own."""
