"""The folder of characters.

This package uses only packages of lower layers. It knows neither campaigns nor packs.
"""
