"""Handbook, Dubov system. Art. 3: the colours of a pair."""

from pairing.handbook.dubov.cards import Field
from pairing.handbook.limits import BLACK, WHITE, last_difference
from pairing.state import Fact


def colours_of_pair(field: Field, a: int, b: int) -> tuple[int, int, Fact]:
    """White, Black and the reason. Used where the columns do not decide: floaters (8), and two
    players of one column (6.3).
    """
    one, two = field.cards[a], field.cards[b]

    def give(white: int, reason: str, article: str) -> tuple[int, int, Fact]:
        black = a + b - white
        players = (field.tpn(white), field.tpn(black))
        return white, black, Fact(f"handbook.dubov.colour.{reason}", article, players)

    def give_due(i: int, reason: str, article: str) -> tuple[int, int, Fact]:
        white = i if field.due[i] is WHITE else a + b - i
        return give(white, reason, article)

    # A forbidden colour goes before everything.
    a_can = one.may_have(WHITE) and two.may_have(BLACK)
    b_can = two.may_have(WHITE) and one.may_have(BLACK)
    if a_can != b_can:
        return give(a if a_can else b, "limit", "2.3-2.4")
    # Art. 3.a  Both get their due colour; if only one has one, that one gets it
    if one.due is not two.due:
        if one.due is None or two.due is None:
            return give_due(b if one.due is None else a, "only_due", "3.a")
        return give_due(a, "both_due", "3.a")
    if one.due is not None:
        # Art. 3.b  Equalise whites and blacks: the larger difference goes first
        if abs(one.difference) != abs(two.difference):
            larger = a if abs(one.difference) > abs(two.difference) else b
            return give_due(larger, "equalise", "3.b")
        # Art. 3.c  The opposite of the last difference
        back = last_difference(one.colours, two.colours)
        if back is not None:
            return give(a if one.colours[-back] is BLACK else b, "alternate", "3.c")
    # Art. 3, line without a letter: White to the higher ARO
    if field.aro[a] != field.aro[b]:
        return give(a if field.aro[a] > field.aro[b] else b, "higher_aro", "3")
    # Art. 3.d  White to the lower rating
    if one.rating != two.rating:
        return give(a if one.rating < two.rating else b, "lower_rating", "3.d")
    # The article ends here; the larger pairing number has White.
    return give(a if one.tpn > two.tpn else b, "larger_number", "3.d")
