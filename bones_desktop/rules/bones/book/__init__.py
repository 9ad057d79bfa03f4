"""What the game defines, and a character as it is stored: icons, tasks, the rulebook, names, advancement.

The bottom room of BONES: it imports nothing of the other rooms.
"""
