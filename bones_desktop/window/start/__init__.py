"""The program from its first frame to its clean end: start, joining the parts, one instance, faults.

The top room of the window: it joins all others, and none of them imports it.
"""
