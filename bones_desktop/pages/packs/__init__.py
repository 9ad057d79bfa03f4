"""The user's own packs of house content: stored, shown and edited.

These modules do not use the open character.
"""
