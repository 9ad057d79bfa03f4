"""The parts of the document for BONES: the character with sheet and odds, its party and campaign, and named edits.

It may use storage and rules. The document of any game must not use it.
"""
