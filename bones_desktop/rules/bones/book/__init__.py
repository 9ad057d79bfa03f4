"""The definitions of the game and a stored character: icons, tasks, the rulebook, names, advancement.

This is the lowest package of BONES. It imports none of the others.
"""
