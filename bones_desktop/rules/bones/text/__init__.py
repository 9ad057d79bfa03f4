"""Dice and stat blocks as text: reading and writing them (CAST-3). This package imports only the package book."""
