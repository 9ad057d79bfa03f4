"""The smaller games in the window: a document, a table and pages for each, made when a file of it is first opened.

Whatever the game, its pages stand under the same names in the rail; which it lacks, the rail does not show.
"""
