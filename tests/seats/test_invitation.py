"""Invitations: links, typed words and addresses, and texts that are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.seats.invitation import (
    Broker,
    Invitation,
    link_of,
    read_broker,
    read_invitation,
    read_words,
    word_list,
)

WORDS = "fuel-ski-monkey-curve-jazz-medal"
KEY = "b4" * 32


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mqtt://broker.example", Broker("broker.example", 1883)),
        ("mqtts://broker.example", Broker("broker.example", 8883, secure=True)),
        (" MQTTS://Broker.Example.:443/ ", Broker("broker.example", 443, secure=True)),
        ("broker.example", Broker("broker.example", 1883)),
        ("nas", Broker("nas", 1883)),
        ("my_nas-2:1884", Broker("my_nas-2", 1884)),
        ("192.168.0.5:8883", Broker("192.168.0.5", 8883, secure=True)),
        ("[::1]", Broker("::1", 1883)),
        ("mqtt://[FE80:0:0::1]:1884", Broker("fe80::1", 1884)),
        ("mqtt://anna:by%20my%40@b.example", Broker("b.example", 1883, user="anna", password="by my@")),
        ("mqtt://anna:p@ss: wörd/#%?@b.example", Broker("b.example", 1883, user="anna", password="p@ss: wörd/#%?")),
        ("anna:a#b@[::1]:8883", Broker("::1", 8883, secure=True, user="anna", password="a#b")),
        ("mqtt://anna@b.example", Broker("b.example", 1883, user="anna")),
        ("mqtts://würfel.example", Broker("xn--wrfel-kva.example", 8883, secure=True)),
    ],
)
def test_an_address_of_a_broker_is_read(text, expected):
    assert read_broker(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "http://broker.example", "mqtt://", "mqtt://:1883", "mqtt://b/path", "mqtt://b#x", "mqtt://b?x", "a b",
        "mqtt://[::1", "mqtt://[zz::]", "mqtt://b:99999", "mqtt://b:0", "mqtt://b:x", "mqtt://b..c", "mqtt://b\n.c d",
        "mqtt://" + "b" * 64, "mqtt://ü" + "x" * 80, "mqtt://user:hunter2@[", "../x", "mqtt://a%20b",
    ],
)  # fmt: skip
def test_what_is_no_broker_is_refused_in_one_sentence_without_the_password(text):
    with pytest.raises(ValueError) as caught:
        read_broker(text)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "hunter2" not in sentence


def test_all_write_the_same_address():
    assert Broker("::1", 1883).address == "[::1]:1883"
    assert Broker("b.example", 8883, secure=True, user="a", password="b").url == "mqtts://b.example:8883"
    same = {read_broker(text).address for text in ("B.example", "b.example.", "mqtt://x:y@b.Example:1883/")}
    assert same == {"b.example:1883"}


def test_a_link_to_the_house_is_read():
    text = "http://192.168.0.5:4711/#a-B_9"
    expected = Invitation("a-B_9", None, "192.168.0.5", 4711)
    assert read_invitation(f" {text}\n") == expected
    assert link_of(expected) == text
    assert read_invitation("http://[::1]/#x") == Invitation("x", None, "::1", 80)
    assert link_of(Invitation("x", None, "::1", 80)) == "http://[::1]:80/#x"


def test_a_link_to_a_broker_has_name_password_and_key():
    broker = Broker("b.example", 8883, secure=True, user="an:na", password="p@ss/#wörd?%")
    invitation = Invitation(WORDS, broker, host_key=KEY)
    link = link_of(invitation)
    assert link.startswith("mqtts://an%3Ana:p%40ss")
    assert link.endswith(f"@b.example:8883/#{WORDS}.{'tLS0' * 10}tLQ")
    assert read_invitation(link) == invitation
    assert read_invitation(f"Anna: come to {link} at eight") == invitation
    assert read_invitation(f"(“{link}”).") == invitation
    assert read_invitation(f"<{link}>,") == invitation
    assert read_invitation(f"mqtt://nas/#{WORDS}") == Invitation(WORDS, Broker("nas", 1883))


@given(
    st.builds(
        Invitation,
        st.lists(st.sampled_from(word_list()), min_size=6, max_size=6).map("-".join),
        st.builds(
            Broker,
            st.sampled_from(("nas", "b.example", "::1", "10.0.0.1")),
            st.integers(1, 65535),
            st.booleans(),
            st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
            st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
        ),
        host_key=st.binary(min_size=32, max_size=32).map(bytes.hex) | st.just(""),
    )
)
def test_each_invitation_is_the_same_after_its_link(invitation):
    link = link_of(invitation)
    assert link.isascii()
    assert read_invitation(link) == invitation
    assert read_broker(link.partition("#")[0]) == invitation.broker


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("fuel ski monkey curve jazz medal mqtts://b.example", "mqtts://b.example:8883"),
        ("b.example:1884 Fuel, Ski, Monk, Curv, Jazz, MEDAL.", "mqtt://b.example:1884"),
        ("fuel ski monkey\n curve jazz  medal\tnas", "mqtt://nas:1883"),
        ("my-nas fuel-ski-monkey-curve-jazz-medal", "mqtt://my-nas:1883"),
        ("fuel–ski–monkey–curve–jazz–medal nas", "mqtt://nas:1883"),
        ("nas fuel\u2011ski\u2014monkey curve - jazz medal", "mqtt://nas:1883"),
        ("fuel ski monkey 10.0.0.5 curve jazz medal", "mqtt://10.0.0.5:1883"),
        ("fuel ski monkey curve jazz medal [::1]:1884.", "mqtt://[::1]:1884"),
        ("1. fuel 2. ski 3. monkey 4. curve 5. jazz 6. medal nas", "mqtt://nas:1883"),
        ("1.Fuel 2.Ski 3.Monkey 4.Curve 5.Jazz 6.Medal 10.0.0.5", "mqtt://10.0.0.5:1883"),
        ("(1) fuel (2) ski (3) monkey (4) curve (5) jazz (6) medal b.example", "mqtt://b.example:1883"),
        ("fuel ski monkey curve jazz medal 1.example", "mqtt://1.example:1883"),
    ],
)
def test_six_words_and_an_address_are_typed_in_any_order(text, url):
    found = read_invitation(text)
    assert found.secret == WORDS
    assert found.broker is not None
    assert found.broker.url == url
    assert not found.host_key


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "An invitation is"),
        ("http://x/", "whole link"),
        ("http://x/#", "An invitation is"),
        ("http://x/y#s", "An invitation is"),
        ("http://x/#ü", "An invitation is"),
        ("http:///#s", "An invitation is"),
        ("https://x/#s", "Type the address"),
        ("http://x:99999/#s", "port"),
        ("http://[x/#s", "An invitation is"),
        (f"mqtt://nas/#{WORDS}.short", "whole link"),
        (f"mqtt://nas/#{WORDS}.{'ü' * 43}", "whole link"),
        ("mqtt://nas/#fuel-ski", "You typed 2"),
        ("mqtt://nas/#", "You typed 0"),
        ("fuel ski monkey curve jazz medal", "Type the six words"),
        ("nas", "Type the six words"),
        ("fuel ski monkey curve jazz nas:1883", "You typed 5"),
        ("fuel ski monkey curve jazz medel nas:1883", "“medel”"),
        ("fuel ski monkey curve jazz medel nas", "“medel”.*medal"),
        ("nas fuel ski monkey curv jaz medal", "“jaz”"),
        ("nas fuel-ski-monkey-curve-jazz-medel", "“medel”.*medal"),
        ("fuel-ski-monkey curve-jazz-medel my-nas", "“medel”"),
        ("1. fuel 2. ski 3. monkey 4. curve 5. jazz 6. medel nas", "“medel”"),
        ("nas fuel ski monkey curve jazz medel", "Only one of these .*: nas, medel"),
        ("fuel ski monkey curve jazz medal nas:1883 b:1884", "Type the six words"),
        ("fuel ski monkey curve jazz medal ftp://b", "Type the address"),
        ("fuel " * 10_000, "An invitation is"),
        ("\x00 . :", "not one of the words"),
        ("a # b", "Type the address"),
    ],
)
def test_what_is_no_invitation_is_refused_with_what_to_do(text, named):
    with pytest.raises(ValueError, match=named) as caught:
        read_invitation(text)
    assert str(caught.value).endswith(".")


@given(st.text(max_size=80) | st.text("mqtts:/#.-@[]%1 ", max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text):
    for read in (read_invitation, read_broker, read_words):
        sentence = "."
        try:
            read(text)
        except ValueError as error:
            sentence = str(error)
        assert sentence.endswith(".")


def test_the_list_has_words_that_differ_in_four_letters():
    words = word_list()
    assert len(words) == len(set(words)) == 2048
    assert len({word[:4] for word in words}) == 2048
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in words)
    # The order gives the words their numbers.
    assert words == tuple(sorted(words))


def test_words_are_read_in_full_or_by_their_first_letters():
    assert read_words("ACT acti actor aban zoo, zoo") == "act-action-actor-abandon-zoo-zoo"
    for wrong in ("ac", "actionable", "zooo", "ski2", "été"):
        with pytest.raises(ValueError, match=wrong):
            read_words(f"act act act act act {wrong}")
    with pytest.raises(ValueError, match="You typed 5"):
        read_words("act act act act act")


def test_a_mistyped_word_is_told_with_similar_words():
    with pytest.raises(ValueError, match=r"“medel” is not one of the words of an invitation. Similar words: .*medal"):
        read_words("fuel ski monkey curve jazz medel")
