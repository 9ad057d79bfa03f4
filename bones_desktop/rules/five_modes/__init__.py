"""Five Modes: rolled adventurers, light, burdens, Magic Dice, and checks with two dice that answer several questions.

The program uses `game.FIVE_MODES`. Rule ids begin with FM.
"""
