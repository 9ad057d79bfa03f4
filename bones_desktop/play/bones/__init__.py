"""BONES at the table: the dice that are rolled, the decisions about them, and their effects on the fighters.

This package uses the document and the log. It has no widgets and emits signals for everything that is to be shown.
"""
