from bones_desktop.rules.bones.making.followers import Grant
from bones_desktop.wording.names import follower_noun
from tests.support.rulebooks import rulebook


def test_whatever_a_mastery_brings_along_can_be_translated():
    whats = {asset.what for mastery in rulebook().masteries for asset in mastery.assets}
    assert len(whats) == 4
    for what in whats:
        seen = []
        noun = Grant("", "", what, "", 1, 1, None).noun
        assert follower_noun(noun, lambda text, seen=seen: seen.append(text) or text.upper()) == noun.upper()
        assert noun in seen
