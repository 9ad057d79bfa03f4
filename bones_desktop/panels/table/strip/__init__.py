"""What is chosen before a throw: the kind of task, skill, difficulty or opponent, equipment, modifiers.

Its result is a `Request`; of the play it knows only opponents.
"""
