"""Five Modes: rolled adventurers, checks of two dice with several answers, light, burdens and Magic Dice.

`game.FIVE_MODES` is what the program knows of it. Rule ids begin with FM.
"""
