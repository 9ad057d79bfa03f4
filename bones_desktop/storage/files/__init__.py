"""Files in general: safe writing, JSON, file formats, folders, versions, undo histories and settings.

The other packages of storage build on this one. Only a few modules here know BONES: `characterfile`, `sharedtext`,
`settings` and `plainjson` (faces).
"""
