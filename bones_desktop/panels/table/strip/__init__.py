"""What is chosen before a throw: the kind of task, skill, difficulty or opponent, equipment, modifiers."""
