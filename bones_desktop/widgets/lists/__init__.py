"""Lists and tables of lines: one value for a line, one model, one delegate, one view.

They show finished texts and may use the rooms of dice and texts.
"""
