"""Turns codes and values into sentences for window, command line, log and screen reader. It does not use Qt.

The module `language` translates. All other modules, in this package and elsewhere, import `_`, `ngettext`, `pgettext`
and `N_` from it.
"""
