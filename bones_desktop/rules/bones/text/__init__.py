"""Rules for dice and stat blocks as text: reading and writing (CAST-3). The package imports only book."""
