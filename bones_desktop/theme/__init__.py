"""Colours, fonts, distances, icons, style sheet, motion. This package uses data files of the program and no widgets."""
