"""What the document adds for BONES: the character with its sheet and odds, its party and campaign, and named edits."""
