"""Entering the faces of real dice, by mouse or keys."""
