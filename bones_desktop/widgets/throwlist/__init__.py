"""The log of rolls as a list: its model, the painting of a line, and copying.

It shows log entries and never opens the log. It may use the rooms of dice, charts and texts.
"""
