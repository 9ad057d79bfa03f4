"""How things look: colours, type, icons."""
