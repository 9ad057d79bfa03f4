"""BONES and its setting Cold Iron, in rooms from the bottom up: book, text, injury, reading, making, fight, life."""
