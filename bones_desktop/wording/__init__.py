"""Codes and values turned into sentences, once for window, command line, log and screen reader; no Qt.

`language` translates; all other modules here and everywhere import `_`, `ngettext`, `pgettext` and `N_` from it.
"""
