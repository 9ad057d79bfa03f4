"""Everything that touches the disk; no Qt."""
