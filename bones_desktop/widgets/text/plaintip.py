"""Tips that show what users typed as they typed it: Qt has no plain format for them and looks for markup."""


def plain_tip(text: str) -> str:
    """Return `text` for a tool tip, where "<b>" stays "<b>" and no picture is ever fetched (D7)."""
    if "<" not in text and "&lt;" not in text:
        return text
    from html import escape

    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"
