"""The open value of any game as a Qt object, with undo and saving (QtCore and QtGui). Each game has its own room."""
