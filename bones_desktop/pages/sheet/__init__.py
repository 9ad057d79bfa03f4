"""The Sheet page: the character sheet as it will be printed."""
