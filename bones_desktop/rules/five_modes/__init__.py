"""Five Modes: rolled adventurers, checks with two dice that answer several questions, light, burdens and Magic Dice.

The program uses `game.FIVE_MODES`. Rule ids begin with FM.
"""
