"""Life between adventures: seasons, the diary, campaigns and their sessions, and packs of house content.

This is the highest package of BONES: it may import all others, and none of them imports it.
"""
