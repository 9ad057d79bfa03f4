"""The definitions of the game and a stored character: icons, tasks, the rulebook, names, advancement.

The bottom room of BONES: it imports nothing of the other rooms.
"""
