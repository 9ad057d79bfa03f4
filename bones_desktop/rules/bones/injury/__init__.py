"""Effects of play on a character: dice lost and healed, magic, spiffs, equipment and hindering dice.

Edits of a character that need no throw; built on book and text.
"""
