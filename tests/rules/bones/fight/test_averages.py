"""Averages of averages against fractions."""

from fractions import Fraction
from random import Random

from bones_desktop.rules.bones.fight.fights import Averages, WeighedShare


def fractions(averages: Averages, share: WeighedShare) -> list[Fraction]:
    return [Fraction(numerator, averages.denominator(share)) for numerator in share.numerators]


def test_means_of_means_are_exact() -> None:
    rng = Random(5)
    for _ in range(40):
        averages = Averages()
        known = [tuple(rng.randint(0, 9) for _ in range(3)) for _ in range(3)]
        shares = [Averages.known(*numbers) for numbers in known]
        expected = [[Fraction(number) for number in numbers] for numbers in known]
        for _ in range(30):
            chosen = [rng.randrange(len(shares)) for _ in range(rng.randint(1, 5))]
            weights = [rng.choice((1, 2, 6, 36, rng.randint(1, 10**12))) for _ in chosen]
            shares.append(averages.mean((shares[place], weight) for place, weight in zip(chosen, weights, strict=True)))
            expected.append(
                [
                    sum(
                        (expected[place][part] * weight for place, weight in zip(chosen, weights, strict=True)),
                        Fraction(0),
                    )
                    / sum(weights)
                    for part in range(3)
                ]
            )
        # Shares made early keep their meaning however many factors came after.
        assert [fractions(averages, share) for share in shares] == expected


def test_the_mean_of_one_is_itself() -> None:
    averages = Averages()
    half = averages.mean([(Averages.known(0), 3), (Averages.known(1), 3)])
    assert fractions(averages, half) == [Fraction(1, 2)]
    assert fractions(averages, averages.mean([(half, 7)])) == [Fraction(1, 2)]


def test_weights_with_a_common_factor_do_not_grow_the_numbers() -> None:
    averages = Averages()
    share = averages.mean([(Averages.known(1, 0), 600), (Averages.known(0, 1), 1200)])
    assert (share.numerators, averages.denominator(share)) == ((1, 2), 3)


def test_one_weight_alone_does_not_grow_them_either() -> None:
    averages = Averages()
    share = averages.mean([(Averages.known(5), 10**6)])
    assert (share.numerators, averages.denominator(share)) == ((5,), 1)
