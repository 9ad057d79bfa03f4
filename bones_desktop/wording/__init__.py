"""Codes and values turned into sentences, once for window, command line, log and screen reader; no Qt.

Every function takes `tr`, which translates a text of the program; the commands pass one that changes nothing.
"""

from collections.abc import Callable
from typing import Final

LANGUAGE: Final = "en"
"""The language the program speaks; its numbers are written as in that language."""
Translate = Callable[[str], str]
"""Takes an English text of the program and returns it in the user's language."""
