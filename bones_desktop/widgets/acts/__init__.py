"""A form for any act of `rules.acts`, and the parts of a tracker: tracks, boards of acts, lists of things.

This package may use all other packages of widgets.
"""
