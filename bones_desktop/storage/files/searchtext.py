"""Text as it is searched."""

import unicodedata


def folded(text: str) -> str:
    """Return `text` as it is searched: without regard to case and accents, "Éowyn" as "eowyn"."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each)).replace("ø", "o")
