"""Effects of play on a character: dice lost and healed, magic, spiffs, equipment and hindering dice.

The edits of this package need no roll. It imports the packages book and text.
"""
