"""BONES at the table: rolled dice, decisions about them, and their effects on the fighters.

This package uses the document and the log. It has no widgets; signals report everything that is to be shown.
"""
