"""Dice in and out below the tray: losing and healing them, spiffs, hindering dice.

It edits the open character and knows nothing of throws.
"""
