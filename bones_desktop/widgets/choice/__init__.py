"""Choosing one of many: buttons with lists, popups, chips, and who may fight.

Only `fighters` reads files. It may use the rooms of dice, charts and texts.
"""
