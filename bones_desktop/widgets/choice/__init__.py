"""Choosing one of many: buttons with lists, popups, chips, and the choice of fighters.

Only `fighters` reads files. This room may use the rooms of dice, charts and texts.
"""
