"""The folder of characters.

This package uses only lower packages and neither campaigns nor packs.
"""
