"""Handbook 1.1 (Dutch), F.1: the order of publication, and the reasons behind every board."""

from collections.abc import Callable, Iterator

from pairing.handbook.dutch.colours import allot
from pairing.handbook.dutch.definitions import KEY, Field, Strength
from pairing.handbook.dutch.procedure import Paired
from pairing.handbook.dutch.stage import Stage
from pairing.state import Board, BracketTrace, Fact, PairTrace, RoundPairing, Trace


def published(
    field: Field, groups: tuple[Paired, ...], facts: tuple[Fact, ...] = ()
) -> RoundPairing:
    """The boards in the order of F.1, then the bye, with the trace."""
    cards = field.cards
    made = [
        (index, min(pair), max(pair))
        for index, group in enumerate(groups)
        if group.attempt
        for pair in group.attempt.pairs
    ]
    # F.1  The higher score of the two, the sum of both, the higher player in the order of A.2
    made.sort(key=lambda m: (-cards[m[1]].score, -cards[m[1]].score - cards[m[2]].score, m[1]))
    pairs = tuple(_pair(field, groups[index], index, high, low) for index, high, low in made)
    left = groups[-1].floaters if groups else ()
    bye = cards[left[0]].tpn if left else None
    return RoundPairing(
        number=field.round,
        boards=tuple(Board(pair.white, pair.black) for pair in pairs),
        bye=bye,
        trace=Trace(
            system=KEY,
            brackets=tuple(_bracket(field, group) for group in groups),
            pairs=pairs,
            bye=None if bye is None else Fact(f"{KEY}.bye", "A.5", (bye,)),
            facts=facts + _round_facts(field),
        ),
    )


def _round_facts(field: Field) -> tuple[Fact, ...]:
    exempt = tuple(card.tpn for card in field.cards if card.exempt)
    return (Fact(f"{KEY}.exempt", "A.7.a", exempt),) if exempt else ()


def _pair(field: Field, group: Paired, index: int, high: int, low: int) -> PairTrace:
    white, black, colour = allot(field, high, low)
    upper, lower = field.cards[high], field.cards[low]
    facts = []
    if upper.score != lower.score:
        facts.append(
            Fact(
                f"{KEY}.float",
                "A.4",
                (upper.tpn, lower.tpn),
                (("down", upper.score), ("up", lower.score)),
            )
        )
    wish = upper.preference[0]
    if wish is not None and wish is lower.preference[0]:
        facts.append(Fact(f"{KEY}.clash", "B.4", (upper.tpn, lower.tpn), (("wish", wish.value),)))
    if wish is not None and upper.preference == lower.preference == (wish, Strength.ABSOLUTE):
        facts.append(Fact(f"{KEY}.exemption_used", "A.7.a", (upper.tpn, lower.tpn)))
    return PairTrace(
        white=field.cards[white].tpn,
        black=field.cards[black].tpn,
        bracket=index,
        colour=colour,
        facts=tuple(facts),
    )


def _bracket(field: Field, group: Paired) -> BracketTrace:
    cards = field.cards

    def tpns(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cards[place].tpn for place in places)

    return BracketTrace(
        score=cards[group.residents[0]].score,
        residents=tpns(group.residents),
        moved_down=tpns(group.moved),
        floaters=tpns(group.floaters),
        pairs=tuple(
            (cards[a].tpn, cards[b].tpn) for a, b in (group.attempt.pairs if group.attempt else ())
        ),
        criteria=_criteria(group),
        facts=tuple(_group_facts(group, tpns)),
    )


def _criteria(group: Paired) -> tuple[Fact, ...]:
    """w, b, q, x of A.8, how far x rose, and the float criteria that were dropped."""
    if group.stage is None or group.attempt is None:
        return ()
    stage, attempt = group.stage, group.attempt
    count = stage.count
    return (
        Fact(
            f"{KEY}.colours",
            "A.8",
            values=(
                ("w", count.white),
                ("b", count.black),
                ("q", count.q),
                ("content", count.content),  # A.7.e
                ("x_start", stage.x),
                ("x", attempt.x),
            ),
        ),
        Fact(f"{KEY}.rigour", "A.7.d", values=(("rigour", attempt.rigour.value),)),
        Fact(f"{KEY}.floats_dropped", "C.9, C.10", values=(("dropped", attempt.level),)),
    )


def _kind(group: Paired, stage: Stage) -> str:
    """A.3  The kind of group it was paired as.

    C.1, C.13 and C.14 can leave a group nobody of those who moved down to be its S1.
    """
    if stage.top:
        return "heterogeneous"
    moved = set(group.moved) & set(stage.players)
    return "half_moved_down" if moved and 2 * len(moved) >= stage.size else "homogeneous"


def _group_facts(
    group: Paired, tpns: Callable[[tuple[int, ...]], tuple[int, ...]]
) -> Iterator[Fact]:
    if group.without_opponent:
        yield Fact(f"{KEY}.without_opponent", "C.1", tpns(group.without_opponent))
    stage, attempt = group.stage, group.attempt
    if stage is None or attempt is None:
        yield Fact(f"{KEY}.whole_group_moves", "C.14", tpns(group.floaters))
        return
    values = (("kind", _kind(group, stage)), ("s1", stage.top or stage.rest))
    yield Fact(f"{KEY}.kind", "A.3", values=values)
    full = stage.size // 2
    if stage.pairs < full:
        yield Fact(f"{KEY}.fewer_pairs", "C.14", values=(("pairs", stage.pairs), ("full", full)))
    leaving, entering = attempt.exchanged
    if leaving:
        yield Fact(
            f"{KEY}.exchange",
            "D.2",
            tpns((*leaving, *entering)),
            (("number", len(leaving)),),
        )
    if "C.12" in group.reasons:
        yield Fact(f"{KEY}.paired_again", "C.12", tpns(attempt.left))
    if "C.13" in group.reasons:
        yield Fact(f"{KEY}.completes_lowest", "C.13", tpns(group.floaters))
    if "merged" in group.reasons:
        yield Fact(f"{KEY}.merged", "C.13", tpns(group.residents))
