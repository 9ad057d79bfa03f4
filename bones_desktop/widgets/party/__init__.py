"""The party at a glance: every member as a card to be read across a table."""
