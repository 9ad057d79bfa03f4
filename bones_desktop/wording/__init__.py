"""Turns codes and values into sentences for window, command line, log and screen reader alike. It does not use Qt.

`language` translates. All other modules, here and elsewhere, import `_`, `ngettext`, `pgettext` and `N_` from it.
"""
