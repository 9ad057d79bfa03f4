"""The user's own packs of house content: kept, shown and edited."""
