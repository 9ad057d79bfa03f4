"""One form for any act of `rules.acts`, and what a tracker shows: tracks, boards of acts, lists of things.

This package may use all other packages of widgets.
"""
