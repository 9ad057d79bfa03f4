"""BONES at the table: the dice that fall, what was decided about them, and what they do to those who threw."""
