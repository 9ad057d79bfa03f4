"""The odds of a fight between two: who fights how, and how it will end.

It reads the shelf and the open character, and changes neither.
"""
