"""Margin: three dice and a bonus against a number, and by how much they exceed it."""
