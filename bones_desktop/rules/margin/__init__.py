"""Margin: the sum of three dice and a bonus must exceed a number, and the margin decides the effect."""
