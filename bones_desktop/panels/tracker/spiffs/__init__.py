"""Spiffs earned, spent and vetoed."""
