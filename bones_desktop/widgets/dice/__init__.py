"""Dice and faces on the screen: tiles, nets, boards, palettes, the cube, dragging.

They show values and know no document. This room uses the room of texts, and the room of choices uses this one.
"""
