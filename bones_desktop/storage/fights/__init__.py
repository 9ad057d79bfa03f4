"""Files of fights, prepared or being fought. Uses the rules and the room of files."""
