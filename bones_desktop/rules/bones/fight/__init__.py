"""Fights: uses of faces, rounds with many fighters, exchanges of blows, and the odds of a round or a whole fight.

This package imports the packages book and reading. It changes no character.
"""
