"""Dice and faces on the screen: tiles, nets, boards, palettes, the cube, dragging.

Shows values and knows no document; may use the choice and text rooms.
"""
