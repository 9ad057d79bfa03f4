"""The Table page: the request for a roll, the dice, what each die counted for, and entry of real dice."""
