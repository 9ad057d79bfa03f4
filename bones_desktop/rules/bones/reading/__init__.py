"""Tasks: what is asked of the dice, what a throw means die by die, its exact odds, and the harm it does.

Built on book, text and injury.
"""
