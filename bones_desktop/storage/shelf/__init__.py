"""The folder of characters. This package uses only packages of lower layers, and neither campaigns nor packs."""
