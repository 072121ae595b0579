"""Handbook 1.1 (Dutch), E: who gets White."""

from pairing.handbook.dutch.definitions import KEY, Card, Field, Strength
from pairing.state import Colour, Fact


def allot(field: Field, a: int, b: int) -> tuple[int, int, Fact]:
    """(white, black) of two places, and the article that decided."""
    high, low = min(a, b), max(a, b)  # places are the order of A.2
    colour, article = colour_of_higher(field, field.cards[high], field.cards[low])
    white, black = (high, low) if colour is Colour.WHITE else (low, high)
    return white, black, _fact(field.cards[high], field.cards[low], colour, article)


def colour_of_higher(field: Field, high: Card, low: Card) -> tuple[Colour, str]:
    wish, strength = high.preference
    other_wish, other_strength = low.preference
    if wish is None and other_wish is None:
        # E.5 in round 1, and afterwards between two who have not played yet
        odd = high.tpn % 2 == 1
        return (field.initial_colour if odd else field.initial_colour.opposite), "E.5"

    # E.1  Both preferences; a player without one takes the other colour
    if wish is None or other_wish is None or wish is not other_wish:
        if wish is not None:
            return wish, "E.1"
        assert other_wish is not None
        return other_wish.opposite, "E.1"

    # E.2  The stronger preference
    if strength is not other_strength:
        return (wish if strength > other_strength else wish.opposite), "E.2"
    if strength is Strength.ABSOLUTE and high.exempt is not low.exempt:
        # The box excuses one of them: the other's colour stays absolute.
        return (wish.opposite if high.exempt else wish), "E.2"

    # E.3  Alternate from the last game in which they had different colours (F.3: game by game)
    for mine, theirs in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if mine is not theirs:
            return mine.opposite, "E.3"

    # E.4  The preference of the higher ranked
    return wish, "E.4"


def _fact(high: Card, low: Card, colour: Colour, article: str) -> Fact:
    wish, strength = high.preference
    other_wish, other_strength = low.preference
    return Fact(
        f"{KEY}.colour.{article.lower()}",
        article,
        (high.tpn, low.tpn),
        (
            ("colour", colour.value),
            ("preference", wish.value if wish else "-"),
            ("strength", strength.name.lower()),
            ("other_preference", other_wish.value if other_wish else "-"),
            ("other_strength", other_strength.name.lower()),
        ),
    )
