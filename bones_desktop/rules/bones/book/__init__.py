"""What the game defines, and a character as it is stored: icons, dice, tables, the rulebook, and the names of them.

The bottom room of BONES: it imports nothing of the other rooms.
"""
