import pytest

from bones_desktop.storage.files.searchtext import folded


@pytest.mark.parametrize(
    ("text", "plain"), [("Éowyn", "eowyn"), ("ØYSTEIN", "oystein"), ("Straße", "strasse"), ("ﬁre", "fire"), ("İ", "i")]
)
def test_neither_case_nor_accents_matter(text, plain):
    assert folded(text) == plain
