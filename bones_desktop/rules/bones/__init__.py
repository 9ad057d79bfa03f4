"""BONES and its setting Cold Iron."""
