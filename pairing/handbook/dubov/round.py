"""Handbook, Dubov system. Art. 4 (odd number), 5 (round 1) and 9 (the published list), and the
round as a whole.
"""

from collections.abc import Iterator, Sequence

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.handbook.dubov.cards import Field, alphabetical, cards_of
from pairing.handbook.dubov.columns import Foot, Pair
from pairing.handbook.dubov.groups import Group, GroupPairing
from pairing.handbook.limits import BLACK, WHITE
from pairing.matching import Matching, bits
from pairing.sentences import Said
from pairing.state import (
    Board,
    BracketTrace,
    Colour,
    Fact,
    PairTrace,
    RoundPairing,
    TournamentState,
    Trace,
)
from pairing.systems import AroEntry

KEY = "handbook.dubov"


def pair(state: TournamentState) -> RoundPairing:
    """The next round. Raises NoLegalPairing when no pairing keeps the limits of art. 2.

    Internal options, for the printed example of the handbook: `forced_bye` (a pairing number),
    `foot_of_column` (taken and colour-changed players stand at the foot of their column) and
    `forced_colour_changes` (pairing numbers with commas, the first to change colour).
    """
    if state.acceleration is not None:
        raise UnsupportedRule("system.no_rule", rule=Said("word.acceleration"))
    field = Field(state)
    players = field.everybody
    bye, bye_fact = None, None
    if field.size % 2:
        bye, bye_fact = _bye(field)
        players &= ~(1 << bye)
    if not field.can_all_be_paired(players):
        raise NoLegalPairing(field.tpns(bits(players)), _no_pairing(field, players))
    if state.next_round == 1:
        groups = [_first_round(field, players)]
    else:
        groups = GroupPairing(field, _foot(state)).run(players)
    # Boards: groups from the top; in a group the floaters' pairs, then the rows
    boards = tuple(
        Board(field.tpn(two.white), field.tpn(two.black)) for group in groups for two in group.pairs
    )
    return RoundPairing(
        number=state.next_round,
        boards=boards,
        bye=None if bye is None else field.tpn(bye),
        trace=_trace(field, groups, bye_fact),
    )


def _no_pairing(field: Field, players: int) -> tuple[Fact, ...]:
    """Names those who can meet nobody at all, when that is the reason."""
    stranded = field.tpns(i for i in bits(players) if not field.legal[i] & players)
    return (Fact("handbook.dubov.no_pairing", "2", stranded),) if stranded else ()


def _foot(state: TournamentState) -> Foot:
    changes = str(state.option("forced_colour_changes", ""))
    return Foot(
        active=bool(state.option("foot_of_column", False)),
        changed=tuple(int(number) for number in changes.split(",") if number),
    )


# Art. 4  Odd number


def bye_order(field: Field) -> Iterator[tuple[int, Fact]]:
    """The candidates for the bye in order: those art. 2.2 allows, from the lowest group upwards."""
    by_colour = field.state.option("bye_colour_priority", "majority") == "majority"
    by_score: dict[int, list[int]] = {}
    for i, card in enumerate(field.cards):
        by_score.setdefault(card.score, []).append(i)
    for score in sorted(by_score):
        group = by_score[score]
        dues = [field.due[i] for i in group]
        lead = dues.count(WHITE) - dues.count(BLACK)
        majority = None if lead == 0 else WHITE if lead > 0 else BLACK
        allowed = [i for i in group if not field.cards[i].scored_without_playing]
        while allowed:
            chosen, reason = _lowest(field, allowed, majority if by_colour else None)
            allowed.remove(chosen)
            values = (("score", score), ("rating", field.rating[chosen]))
            yield chosen, Fact(f"handbook.dubov.bye.{reason}", "4", (field.tpn(chosen),), values)


def _lowest(field: Field, allowed: list[int], majority: Colour | None) -> tuple[int, str]:
    """One step of art. 4, and what decided it."""
    lowest = min(field.rating[i] for i in allowed)
    found = [i for i in allowed if field.rating[i] == lowest]
    if len(found) == 1:
        return found[0], "lowest_rating"
    reason = "highest_aro"
    # "By colour priority": the due colour of more players of the whole group (C-10)
    if majority and {WHITE, BLACK} <= {field.due[i] for i in found}:
        found = [i for i in found if field.due[i] is majority]
        reason = "colour_priority" if len(found) == 1 else reason
    highest = max(field.aro[i] for i in found)
    best = [i for i in found if field.aro[i] == highest]
    if len(best) > 1:
        reason = "largest_number"
    return max(best, key=field.tpn), reason


def _bye(field: Field) -> tuple[int, Fact]:
    """The first in the order of art. 4 without whom the round can be paired."""
    forced = field.state.option("forced_bye", 0)
    if forced:
        for i in range(field.size):
            if field.tpn(i) == forced:
                return i, Fact("handbook.dubov.bye.forced", "4", (field.tpn(i),))
        raise UnsupportedRule("swiss.forced_bye", player=forced)
    if field.state.next_round == 1:
        order = _first_round_byes(field)
    else:
        order = bye_order(field)
    candidates = list(order)
    for chosen, fact in candidates:
        if field.can_all_be_paired(field.everybody & ~(1 << chosen)):
            return chosen, fact
    reasons = _no_pairing(field, field.everybody)
    if not candidates:
        reasons = (Fact("handbook.dubov.nobody_may_have_bye", "2.2"),)
    raise NoLegalPairing(field.tpns(range(field.size)), reasons)


# Art. 5  Round 1


def _starting_list(field: Field) -> list[int]:
    """Those present, by rating; equal: by pairing number."""
    return sorted(range(field.size), key=lambda i: (-field.rating[i], field.tpn(i)))


def _first_round_byes(field: Field) -> Iterator[tuple[int, Fact]]:
    for i in reversed(_starting_list(field)):
        if not field.cards[i].scored_without_playing:
            yield i, Fact("handbook.dubov.bye.last_of_list", "5", (field.tpn(i),))


def _first_round(field: Field, players: int) -> Group:
    """The upper half meets the lower half, side by side; colours change from board to board.

    Pairs that the arbiter has forbidden are avoided as in 6.3: the next one further down.
    """
    order = [i for i in _starting_list(field) if players >> i & 1]
    half = len(order) // 2
    drawn = field.state.initial_colour or WHITE
    upper, lower = order[:half], order[half:]
    group = Group(0, players)
    left = players
    matching = Matching(field.legal, players)
    matching.maximise()
    for player in order:
        if not left >> player & 1:
            continue
        opponent = next(
            i for i in (*lower, *upper) if left >> i & 1 and matching.rematch(player, 1 << i)
        )
        matching.alive &= ~(1 << player | 1 << opponent)
        left &= ~(1 << player)
        left &= ~(1 << opponent)
        board = len(group.rows) + 1
        first = drawn if board % 2 else drawn.opposite
        white, black = (player, opponent) if first is WHITE else (opponent, player)
        values = (("board", board), ("drawn", drawn.value))
        colour = Fact("handbook.dubov.colour.drawn", "5", field.tpns((white, black)), values)
        group.rows.append(Pair(white, black, colour))
    return group


# Art. 9  The list published after each round


def aro_list(state: TournamentState) -> tuple[AroEntry, ...]:
    """Art. 9. Everybody, by score and then by falling ARO."""
    cards = sorted(
        cards_of(state),
        key=lambda card: (-card.score, -card.aro, -card.rating, alphabetical(card.name), card.tpn),
    )
    return tuple(
        AroEntry(
            tpn=card.tpn,
            name=card.name,
            rating=card.rating,
            score=card.score,
            rating_sum=card.rating_sum,
            games=card.games,
            due=card.due,
        )
        for card in cards
    )


def _trace(field: Field, groups: Sequence[Group], bye: Fact | None) -> Trace:
    brackets = []
    pairs = []
    for index, group in enumerate(groups):
        boards = [field.tpns((two.white, two.black)) for two in group.pairs]
        brackets.append(
            BracketTrace(
                score=group.score,
                residents=field.tpns(bits(group.residents)),
                moved_down=field.tpns(group.floaters),
                floaters=field.tpns(group.down),
                pairs=tuple((white, black) for white, black in boards),
                facts=tuple(group.facts),
            )
        )
        pairs += [
            PairTrace(white, black, index, two.colour, two.facts)
            for two, (white, black) in zip(group.pairs, boards, strict=True)
        ]
    return Trace(KEY, tuple(brackets), tuple(pairs), bye)
