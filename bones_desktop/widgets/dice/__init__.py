"""Dice and faces on the screen: tiles, nets, boards, palettes, the cube, dragging.

The widgets show values passed to them and do not import documents. This package uses the package for texts. The package
for choices uses this package.
"""
