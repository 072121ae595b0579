"""Handbook, Burstein system. Art. 6.3 and 6.6: floaters and joined groups."""

from dataclasses import dataclass, field

from pairing.handbook.burstein.cards import Field
from pairing.handbook.burstein.ordering import GroupOrder, first_pairing
from pairing.matching import Matching, as_set, bits
from pairing.state import Fact


@dataclass(slots=True)
class Group:
    """One score group, or several taken as one, while the round is paired."""

    score: int  # the highest of its residents, with the imaginary point
    members: int
    residents: int
    floated_in: int = 0  # came from above and may not float on
    pairing: GroupOrder | None = None
    facts: list[Fact] = field(default_factory=list)


def score_groups(field: Field, players: int) -> list[Group]:
    """Highest first."""
    by_score: dict[int, int] = {}
    for i in bits(players):
        score = field.cards[i].group_score
        by_score[score] = by_score.get(score, 0) | 1 << i
    return [Group(s, by_score[s], by_score[s]) for s in sorted(by_score, reverse=True)]


def pair_groups(field: Field, players: int) -> list[Group]:
    """All groups from the top; `players` can all be paired with each other somehow.

    Joined groups hold everybody in the end, so that pairing is not missed.
    """
    waiting = score_groups(field, players)
    done: list[Group] = []
    while waiting:
        group = waiting.pop(0)
        following = waiting[0] if waiting else None
        group.pairing = _pair(field, group, following)
        if group.pairing is not None:
            done.append(group)
            floater = group.pairing.floater
            if floater is not None:
                assert following is not None
                following.members |= 1 << floater
                following.floated_in |= 1 << floater
        elif following is not None:
            # Art. 6.6  Two neighbouring groups that cannot be paired are taken as one
            waiting[0] = _join(field, group, following)
        else:
            # The last group is joined with the one above, whose pairing is undone.
            waiting = [_join(field, done.pop(), group)]
    return done


def _join(field: Field, upper: Group, lower: Group) -> Group:
    values = (("score", upper.score), ("with_score", lower.score))
    joined = Fact("handbook.burstein.groups_joined", "6.6", (), values)
    own = upper.residents | lower.residents
    return Group(
        score=upper.score,
        members=upper.members | lower.members,
        residents=own,
        floated_in=(upper.floated_in | lower.floated_in) & ~own,
        facts=[*upper.facts, *lower.facts, joined],
    )


def _pair(field: Field, group: Group, following: Group | None) -> GroupOrder | None:
    """The group's pairing by 6.1 to 6.5; with an odd number, one whose floater may go down."""
    if group.members.bit_count() % 2 == 0:
        return first_pairing(field, group.members)
    # Art. 6.3  Who floated in does not float on
    floaters = group.members & ~group.floated_in
    pairing = first_pairing(field, group.members, floaters)
    if pairing is None or following is None or pairing.floater is None:
        return None
    if _accepted(field, 1 << pairing.floater, following):
        return pairing
    # Art. 6.6  The floater is sent back, and so would be everybody whom the next group cannot
    # take: the next pairing in the order is the first one whose floater stays there.
    accepted = _accepted(field, floaters, following)
    sent_back = field.tpns(bits(floaters & ~accepted))
    first = (("first", field.tpn(pairing.floater)),)
    group.facts.append(Fact("handbook.burstein.sent_back", "6.6", sent_back, first))
    return first_pairing(field, group.members, accepted)


def _accepted(field: Field, floaters: int, following: Group) -> int:
    """Art. 6.6. Those with whom the next group can be paired (if odd, with another floater).

    They meet whom the next group, alone with the place of its floater, can leave over.
    """
    rows, players = list(field.legal), following.members
    if players.bit_count() % 2 == 0:
        for i in bits(players):
            rows[i] |= 1 << field.size
        rows.append(players)
        players |= 1 << field.size
    matching = Matching(rows, players)
    alone = matching.maximise()
    if alone.bit_count() != 1:
        return 0
    left_over = matching.reach(alone) & following.members
    return as_set(i for i in bits(floaters) if field.legal[i] & left_over)
