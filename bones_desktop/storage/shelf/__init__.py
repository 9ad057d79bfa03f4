"""The folder of characters.

It uses the rooms below it, and neither campaigns nor packs.
"""
