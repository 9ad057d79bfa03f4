"""Uses of magic against the safe level, and effects that something was given for."""
