"""The commands that need no window. Uses rules, storage and wording; printing only where a command prints."""
