"""Everything that touches the disk, in rooms; it knows rules and nothing of Qt."""
