"""The log of throws as a list: its model, how a line is painted, and how it is copied.

It shows entries of the log and never opens it; it may use the rooms of dice, charts and texts.
"""
