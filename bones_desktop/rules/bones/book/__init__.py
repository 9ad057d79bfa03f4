"""The definitions of the game and a stored character: icons, tasks, the rulebook, names, advancement.

The lowest package of BONES: it imports none of the others.
"""
