"""The parts of the document for BONES: the character with sheet and odds, its party and campaign, and named edits.

This package uses storage and rules. The general `document` module does not use it.
"""
