"""The Story tab: who the character is, and what and whom it has along."""
