"""Five Modes: rolled adventurers, checks of two dice with several answers, light, burdens and Magic Dice.

The program uses `game.FIVE_MODES`. Rule ids begin with FM.
"""
