"""Everything that reads or writes the disk. It uses the rules and does not use Qt."""
