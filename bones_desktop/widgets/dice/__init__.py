"""Dice and faces on the screen: tiles, nets, boards, palettes, the cube, dragging.

Shows values and knows no document; uses the room of texts, and is used by that of choices.
"""
