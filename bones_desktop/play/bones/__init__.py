"""BONES at the table: the dice that fall, what was decided about them, and what they do to those who threw.

It uses the document and the log, no widgets; what it wants shown it emits as signals.
"""
