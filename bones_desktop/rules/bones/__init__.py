"""BONES and its setting Cold Iron. Packages from the bottom up: book, text, injury, reading, making, fight, life."""
