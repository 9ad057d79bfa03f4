"""Effects of play on a character: dice lost and healed, magic, spiffs, equipment and hindering dice.

These edits of a character need no roll. The package uses book and text.
"""
