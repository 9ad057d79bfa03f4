"""What the document adds for BONES: the character with its sheet and odds, its party and campaign, and named edits.

It may use storage and rules; the document of any game never uses it.
"""
