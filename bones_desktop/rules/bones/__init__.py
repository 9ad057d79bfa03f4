"""BONES and its setting Cold Iron.

Its packages, from the lowest to the highest, are book, text, injury, reading, making, fight and life.
"""
