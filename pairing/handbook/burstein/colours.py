"""Handbook, Burstein system. Art. 5: the colours of a pair."""

from pairing.handbook.burstein.cards import Field
from pairing.handbook.limits import BLACK, WHITE, difference, last_difference
from pairing.state import Fact


def colours_of_pair(field: Field, a: int, b: int) -> tuple[int, int, Fact]:
    """White, Black and the reason. `a` and `b` are ranks: the smaller is the higher by 3.2."""
    a, b = min(a, b), max(a, b)
    one, two = field.cards[a], field.cards[b]

    def give(white: int, reason: str, article: str) -> tuple[int, int, Fact]:
        black = a + b - white
        players = (field.tpn(white), field.tpn(black))
        return white, black, Fact(f"handbook.burstein.colour.{reason}", article, players)

    def give_due(i: int, reason: str, article: str) -> tuple[int, int, Fact]:
        return give(i if field.due[i] is WHITE else a + b - i, reason, article)

    # Art. 5.1  No games yet: odd numbers have the colour of number 1
    if not one.colours and not two.colours:
        better, other = (a, b) if one.tpn < two.tpn else (b, a)
        odd = field.tpn(better) % 2 == 1
        white = better if odd == (field.initial_colour is WHITE) else other
        return give(white, "drawn", "5.1")
    # Art. 5.2, 5.3  A barred colour goes before everything
    a_can = WHITE not in one.barred and BLACK not in two.barred
    b_can = WHITE not in two.barred and BLACK not in one.barred
    if a_can != b_can:
        return give(a if a_can else b, "limit", "5.2-5.3")
    # Art. 5.4  Due colours; one without: the other gets theirs
    if one.due is not two.due:
        if one.due is None or two.due is None:
            return give_due(b if one.due is None else a, "only_due", "5.4")
        return give_due(a, "both_due", "5.4")
    # Art. 5.4  The same due colour: the larger difference equalises first
    lead, other_lead = abs(difference(one.colours)), abs(difference(two.colours))
    if lead != other_lead:
        return give_due(a if lead > other_lead else b, "equalise", "5.4")
    # Art. 5.4  The nearest irregularity going back: who did not have the due colour then
    back = last_difference(one.colours, two.colours)
    if back is not None:
        return give_due(a if one.colours[-back] is not one.due else b, "alternate", "5.4")
    # Art. 5.4  The higher by Sonneborn-Berger, Buchholz, Median, rating
    return give_due(a, "higher_rank", "5.4")


def missed(field: Field, a: int, b: int) -> int:
    """The number of the two without their due colour; without games nothing can be missed."""
    white, black, _ = colours_of_pair(field, a, b)
    return (field.due[white] is BLACK) + (field.due[black] is WHITE)
