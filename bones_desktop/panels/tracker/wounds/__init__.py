"""Dice in and out, the way to death, healing and hindering dice."""
