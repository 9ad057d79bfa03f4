"""The folder of characters. The modules here import neither campaigns nor packs."""
