"""Reading dice and stat blocks from text, and writing them as text (CAST-3). The package imports only book."""
