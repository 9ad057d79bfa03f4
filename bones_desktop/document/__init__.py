"""The open value of any game as a Qt object, with undo and saving. It uses QtCore and QtGui.

Each game has its own folder.
"""
