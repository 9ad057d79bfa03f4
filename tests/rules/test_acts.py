"""Acts as data: answers are kept as far as they are possible, and what cannot be done has its reason."""

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind
from bones_desktop.rules.reasons import reason, refuse
from tests.support.foreach import for_each

NUMBER = Parameter("n", ParameterKind.NUMBER, 1, least=1, most=6)
WHICH = Parameter("which", ParameterKind.CHOICE, "plain", choices=("plain", "graded"))
NO = Parameter("yes", ParameterKind.YES_NO, 0, why_not=reason("no-spiffs"))
TEXT = Parameter("note", ParameterKind.TEXT, "", most=4)
DICE = Parameter("dice", ParameterKind.DICE, (), most=2, dice=(0, 1, 3))


@for_each(
    ("parameter", "value", "fitted"),
    [
        (NUMBER, 9, 6),
        (NUMBER, -1, 1),
        (NUMBER, "three", 1),
        (Parameter("n", ParameterKind.NUMBER, 5, least=0, most=9), True, 5),
        (WHICH, "graded", "graded"),
        (WHICH, "other", "plain"),
        (NO, 1, 0),
        (Parameter("yes", ParameterKind.YES_NO, 0), 1, 1),
        (TEXT, "a long one", "a lo"),
        (DICE, (2, 3, 0, 1), (3, 0)),
        (Parameter("die", ParameterKind.DICE, (3,), least=1, most=1, dice=(0, 3)), (), (3,)),
    ],
)
def test_an_answer_becomes_the_nearest_that_is_possible(parameter, value, fitted):
    assert parameter.fitted(value) == fitted


def test_a_die_picked_too_many_takes_the_place_of_the_first():
    assert DICE.picked((0, 1), 3) == (1, 3)
    assert DICE.picked((0, 1), 0) == (1,)
    assert DICE.picked((0,), 2) == (0,)


def test_what_must_be_picked_is_not_put_back():
    assert Parameter("die", ParameterKind.DICE, (3,), least=1, most=1, dice=(0, 3)).picked((0,), 0) == (0,)


def test_answers_are_read_by_kind_and_what_was_not_asked_is_nothing():
    given = Answers({"n": 3, "yes": 1, "note": " two  words ", "dice": (1,)})
    assert (given.number("n"), given.yes("yes"), given.text("note"), given.dice("dice")) == (3, True, "two words", (1,))
    assert (given.number("x"), given.yes("x"), given.text("x"), given.dice("x")) == (0, False, "", ())


def raised(now: int, given: Answers) -> int:
    if given.number("n") > now:
        raise refuse("too-many", most=now)
    return now + given.number("n")


ACT = Act("raise", "advance", lambda given: (WHICH, NUMBER) if given.key("which") == "graded" else (WHICH,), raised)


def test_parameters_follow_the_answers_before_them():
    assert ACT.fitted(Answers()).values == {"which": "plain"}
    assert ACT.fitted(Answers({"which": "graded"})).values == {"which": "graded", "n": 1}


def test_why_an_act_cannot_be_done():
    assert ACT.why_not(2, Answers({"n": 2})) is None
    assert ACT.why_not(2, Answers({"n": 3})) == reason("too-many", most=2)
    assert ACT.do(2, Answers({"n": 2})) == 4


def test_words_that_are_still_to_be_written_keep_no_act_from_being_asked_for():
    def do(who, answers):
        if not answers.text("note"):
            raise refuse("no-words")
        if who == "nobody":
            raise refuse("no-spiffs")
        return who

    act = Act("say", "session", lambda _answers: (TEXT,), do)
    assert act.why_not("anybody", act.fitted(Answers())) == reason("no-words")
    assert act.why_not_now("anybody") is None
    assert act.why_not_now("nobody") == reason("no-spiffs")


def test_everything_that_may_be_asked_is_told_with_the_choices_it_is_asked_after():
    trait = Parameter.choice("trait", ("", "1"))
    text, note = Parameter.text("text"), Parameter.text("note")

    def asked(given):
        what = Parameter.choice("what", ("quirk", "power", "trait"))
        if given.key("what") != "trait":
            return what, text, note
        return (what, trait, note) if given.key("trait") else (what, trait, text, note)

    found = {each.parameter.id: each.when for each in Act("buy", "advance", asked, raised).every_parameter()}
    assert found == {
        "what": ({},),
        "text": ({"what": ("quirk", "power")}, {"what": ("trait",), "trait": ("",)}),
        "note": ({},),
        "trait": ({"what": ("trait",)},),
    }


def test_a_choice_still_to_be_made_is_no_reason_against_an_act():
    which = Parameter.choice("skill", ("", "melee", "magic"), refused={"melee": reason("no-icon")})

    def do(now, given):
        if given.key("skill") != "magic":
            raise refuse("choose-skill")
        return now

    assert Act.asking("act", "session", do, which).why_not_now(0) is None
