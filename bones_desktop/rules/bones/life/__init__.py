"""Life between adventures: seasons, the diary, campaigns and their sessions, and packs of house content.

The top room of BONES: it may use all others, and none of the others uses it.
"""
