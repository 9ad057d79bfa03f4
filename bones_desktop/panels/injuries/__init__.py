"""Dice in and out below the tray: losing and healing them, spiffs, hindering dice."""
