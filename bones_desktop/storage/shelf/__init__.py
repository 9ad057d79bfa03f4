"""The folder of characters and the index that makes it quick.

It uses the rooms below it, and neither campaigns nor packs.
"""
