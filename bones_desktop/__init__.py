"""Bones Desktop: build, roll, injure and print characters of the BONES dice role-playing game."""

__version__ = "0.1.0"
