"""Dice and faces on the screen: tiles, nets, boards, palettes, the cube, dragging.

They show values and do not import documents. This package uses the one for texts, and the package for choices uses this
one.
"""
