"""Entry of the faces of real dice, by mouse or keyboard."""
