"""Choosing one of several items: buttons with lists, popups, chips, and the choice of fighters.

Only the module `fighters` reads files. This package may use the packages for dice, charts and texts.
"""
