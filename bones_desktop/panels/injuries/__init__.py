"""Lost dice, damage and healing."""
