"""Files in general: safe writing, JSON, forms, folders, versions, undo histories and settings.

The other rooms of storage build on this one. Only a few modules here know BONES: `characterfile`, `sharedtext`,
`settings` and `plainjson` (faces).
"""
