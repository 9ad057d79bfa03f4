"""Characters in JSON, CSV and tables as the lines of a stat block: "name: Wolf", "dice: Stalker; Predator"."""

import re
from typing import Final

from bones_desktop.rules.bones.text.cleantext import CleanText

_JSON: Final = re.compile(r"\s*(?:```\w*\s*)?[{\[]\s*[\[{\"]")
_TOKEN: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[{}\[\],:]|[^\s{}\[\],:\"]+")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\n", "b": " ", "f": " "}
_OF_A_DIE: Final = {"die", "name", "printed", "id", "faces", "icons", "type"}
"""Keys within a die's object that say nothing beside its value."""
_COUNTS: Final = {"count", "times", "number", "qty", "quantity", "copies"}
_NAMES: Final = "name|title|creature|character|beast|monster|who"
_KEYS: Final = re.compile(
    rf"(?:{_NAMES}|dice|stats|die|faces?(?: ?\d)?|d\d{{1,2}}|move(?:ment)?|speed|fly(?:ing)?|flight"
    r"|equipment|gear|items|weapons?|armou?r|notes?|description|magic|themes?|count|number|qty|no\.?|\#|nd|size)",
    re.IGNORECASE,
)
_KEY_ALONE: Final = re.compile(r"d\d{1,2}|dice|name", re.IGNORECASE)
_A_NAME: Final = re.compile(_NAMES, re.IGNORECASE)
_BETWEEN_CELLS: Final = re.compile(r"[ ]*[\t|][ \t|]*")
_LABEL_CELL: Final = re.compile(
    r"\(?d\d{1,2}\b[^A-Za-z]*(?:(?:through|to|and)? ?d?\d{1,2})?|name|dice|stats"
    r"|move(?:ment)?|fly(?:ing)?|equipment|gear|notes?",
    re.IGNORECASE,
)
_NUMBER_CELL: Final = re.compile(r"#?\d{1,2}(?: ?- ?\d{1,2})?")


def is_json(text: str) -> bool:
    """Return whether a text is most likely JSON."""
    return _JSON.match(text) is not None and '"' in text


def of_json(given: CleanText) -> CleanText:
    """Return JSON as lines, of lists within a list of dice the faces in brackets; other text as it is."""
    if not is_json(given.text):
        return given
    inside: list[str] = []  # "{" a character, "(" a die, "[" a list of dice, "<" one of faces
    parts: list[CleanText] = []
    tokens = list(_TOKEN.finditer(given.text))
    word = ""
    for at, token in enumerate(tokens):
        after, *value = (each[0] for each in tokens[at + 1 : at + 4]) if at + 1 < len(tokens) else ("",)
        sign, where = token[0], inside[-1] if inside else ""
        if sign == "{":
            inside.append("(" if where == "[" and "{" in inside else "{")
            put = " " if inside[-1] == "(" else "\n"
        elif sign == "[":
            inside.append("<" if where in {"[", "("} or word in {"faces", "icons"} else "[")
            put = " [" if inside[-1] == "<" else " "
        elif sign in {"}", "]"}:
            put = {"<": "]", "(": " "}.get(inside.pop() if inside else "", "\n")
        elif sign == ",":
            put = {"<": ", ", "[": "; ", "(": " "}.get(where, "\n")
        elif sign == ":":
            put = ""
        elif after == ":":
            word = sign.strip('"').casefold()
            empty = value[:1] in (["null"], ['""']) or value == ["[", "]"]
            silent = empty or (word in _OF_A_DIE and (where == "(" or word in {"die", "faces"}))
            put = "" if silent else " x"
            if not silent and not (where == "(" and word in _COUNTS):
                known = _KEYS.fullmatch(word) is not None
                at, end = token.start() + sign.startswith('"'), token.end() - sign.startswith('"')
                parts += given.cut(at, at, "" if known else "\n; "), given.cut(at, end)
                put = ": " if known else " "
        elif sign == "null":
            continue
        else:
            quotes = sign.startswith('"')
            parts.append(given.cut(token.start() + quotes, token.end() - quotes).sub(_ESCAPE, _escaped))
            continue
        parts.append(given.cut(token.start(), token.end(), put))
    return CleanText.joined(parts)


def _escaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2])


def of_table(given: CleanText) -> CleanText:
    """Return the rows of CSV or of a table as lines, each with what the head of its column says."""
    for head in list(re.finditer(r"[^\n]+", given.text))[:5]:
        mark = next((sign for sign in "\t|;," if sign in head[0]), "")
        keys = [cell.strip(' "') for cell in head[0].split(mark)] if mark else []
        if len([key for key in keys if key]) > 1 and all(not key or _KEYS.fullmatch(key) for key in keys):
            break
    else:
        return given.sub(_BETWEEN_CELLS, _between_cells)
    before = given.cut(0, head.start())
    rows = given.cut(head.end(), len(given.text))
    if not any(_KEY_ALONE.fullmatch(key) for key in keys):
        return CleanText.joined([before, rows.sub(_BETWEEN_CELLS, _between_cells)])
    parts, row = [before], list[tuple[str, CleanText]]()
    cell = re.compile(rf"[ ]*(?:\"((?:[^\"]|\"\")*)\"[ ]*|([^{mark}\n]*))({re.escape(mark)}|\n|\Z)")
    for found in cell.finditer(rows.text):
        group = 1 if found[1] is not None else 2
        name = keys[len(row)] if len(row) < len(keys) else ""
        row.append((name, rows.cut(found.start(group), found.end(group))))
        if found[3] != mark:
            for key, value in sorted(row, key=lambda each: not _A_NAME.fullmatch(each[0])):
                if value.text.strip():
                    said = "name" if _A_NAME.fullmatch(key) else key.casefold()
                    label = (
                        " x" if said in _COUNTS and value.text.strip().isdecimal() else f"\n{said}: " if key else "; "
                    )
                    parts += rows.cut(found.start(), found.start(), label), value
            parts.append(rows.cut(found.start(), found.start(), "\n"))
            row = []
    return CleanText.joined(parts)


def _between_cells(found: re.Match[str]) -> str:
    """Return what parts two cells of a row: nothing at its ends, a colon behind a label, else a comma or semicolon."""
    text = found.string
    start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    line = text[start : len(text) if end < 0 else end]
    before = _BETWEEN_CELLS.split(text[start : found.start()])[-1].strip(" *_`")
    after = _BETWEEN_CELLS.split(text[found.end() : start + len(line)])[0].strip(" *_`")
    if not text[start : found.start()].strip() or not after:
        return " "
    if _LABEL_CELL.fullmatch(re.split("[;,]", before)[-1].strip()):
        return ": "
    if _NUMBER_CELL.fullmatch(before):
        return ". "
    if after.isdecimal() and "," not in before and not before.isdecimal():
        return " x"
    return "; " if any("," in each for each in _BETWEEN_CELLS.split(line)) else ", "
