"""Handbook 1.2 (Lim), Art. 2, B.1.1, 3.2 and 6: the bye, the groups in their order, the boards."""

from dataclasses import replace
from itertools import zip_longest

from pairing.errors import NoLegalPairing
from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import Keeper, Pair, can_be_paired, rows_of
from pairing.handbook.lim.floaters import Direction, NextGroup, by_priority
from pairing.handbook.lim.group import Group, GroupPairing, Median
from pairing.state import (
    Board,
    BracketTrace,
    Fact,
    PairTrace,
    RoundPairing,
    TournamentState,
    Trace,
)


def pair(state: TournamentState) -> RoundPairing:
    """The next round: bye, groups above the median, groups below it, median, colours, boards."""
    cards = Cards(state)
    bye, passed_over = choose_bye(cards)
    paired = [tpn for tpn in cards.present if not bye or tpn not in bye.players]
    if not state.rounds:
        cards.place = {tpn: place for place, tpn in enumerate(sorted(paired), 1)}
    return publish(cards, pair_groups(cards, paired), bye, passed_over)


# Art. 2, B.1.1  The bye


def choose_bye(cards: Cards) -> tuple[Fact | None, list[Fact]]:
    """The lowest player of the lowest group who may have it and with whom the round works.

    With it, why those before were passed over.
    """
    present = cards.present
    if len(present) % 2 == 0:
        if not can_be_paired(cards, present):
            raise _no_pairing(cards, present)
        return None, []
    forced = int(cards.state.option("forced_bye", 0))
    lowest_first = sorted(present, key=lambda tpn: (cards.score[tpn], -tpn))
    passed_over: list[Fact] = []
    for tpn in [forced] if forced else lowest_first:
        article = "2.2"  # barred from it
        if forced or tpn not in cards.record.bye_barred:
            article = "2.1"  # or the others could not be paired
            if can_be_paired(cards, [other for other in present if other != tpn]):
                score = (("score", cards.score[tpn]),)
                return Fact("handbook.lim.bye", "2.1", (tpn,), score), passed_over
        passed_over.append(Fact("handbook.lim.bye.passed_over", article, (tpn,)))
    raise NoLegalPairing(tuple(present), (Fact("handbook.lim.no_bye", "2"), *passed_over))


def _no_pairing(cards: Cards, players: list[int]) -> NoLegalPairing:
    """Names the players that the largest possible pairing leaves over."""
    keeper = Keeper(rows_of(cards, players))
    keeper.matching.maximise()
    left = [tpn for place, tpn in enumerate(players) if keeper.matching.free >> place & 1]
    reasons = tuple(
        Fact("handbook.lim.no_opponent", "3.1", (tpn,), (("compatible", number),))
        for tpn in left
        for number in [cards.legal[tpn].bit_count()]
    )
    return NoLegalPairing(tuple(left), reasons)


# Art. 3.2  The groups and their order


def pair_groups(cards: Cards, players: list[int]) -> list[tuple[BracketTrace, GroupPairing]]:
    """From the top down to the median, from the bottom up to it, the median last."""
    groups: dict[int, list[int]] = {}
    for tpn in players:
        groups.setdefault(cards.score[tpn], []).append(tpn)
    # Rounded up where no score is exactly half: the median exists even without own players.
    median_score = (cards.double_median + 1) // 2
    own = groups.pop(median_score, []) if cards.double_median % 2 == 0 else []
    scores = {
        Direction.DOWN: sorted((s for s in groups if s >= median_score), reverse=True),
        Direction.UP: sorted(s for s in groups if s < median_score),
    }
    done: list[tuple[BracketTrace, GroupPairing]] = []
    arrived: dict[Direction, list[int]] = {Direction.DOWN: [], Direction.UP: []}
    made: dict[Direction, list[Pair]] = {Direction.DOWN: [], Direction.UP: []}
    for direction in (Direction.DOWN, Direction.UP):
        for score, following in zip_longest(scores[direction], scores[direction][1:]):
            if following is not None:
                goal = NextGroup(direction, tuple(groups[following]))
            else:  # the median, where those who came down go before those who come up
                ahead = arrived[Direction.DOWN] if direction is Direction.UP else []
                ahead = by_priority(cards, Direction.DOWN, ahead)
                goal = NextGroup(direction, tuple(own), tuple(ahead))
            came_in = arrived[direction]
            result = Group(cards, direction, groups[score], came_in, goal).pair()
            done.append((_trace(score, groups[score], came_in, result), result))
            arrived[direction] = result.floaters
            made[direction] += [(a, b) for a, b, _ in result.pairs]

    down, up = Direction.DOWN, Direction.UP
    median = Median(cards, own, arrived[down], arrived[up], made[down], made[up])
    result = median.pair()
    for _, other in done:
        other.pairs = [pair for pair in other.pairs if pair[:2] not in median.undone]
    came_in = [*median.from_above, *median.from_below]
    if own or came_in:
        done.append((_trace(median_score, own, came_in, result), result))
    return done


def _trace(score: int, own: list[int], came_in: list[int], result: GroupPairing) -> BracketTrace:
    return BracketTrace(
        score=score,
        residents=tuple(own),
        moved_down=tuple(came_in),
        floaters=tuple(result.floaters),
        criteria=tuple(result.criteria),
        facts=tuple(result.facts),
    )


# Art. 6  Colours; then the boards in order


def publish(
    cards: Cards,
    groups: list[tuple[BracketTrace, GroupPairing]],
    bye: Fact | None,
    passed_over: list[Fact],
) -> RoundPairing:
    brackets = []
    pairs = []
    for index, (bracket, result) in enumerate(groups):
        below = 2 * bracket.score < cards.double_median
        made = []
        for a, b, step in result.pairs:
            white, black, why = cards.colours(a, b, below_median=below)
            made.append(PairTrace(white, black, index, why, (step,)))
        together = tuple((each.white, each.black) for each in made)
        brackets.append(replace(bracket, pairs=together))
        pairs += made
    pairs.sort(key=lambda each: cards.board_key(each.white, each.black))
    return RoundPairing(
        number=cards.state.next_round,
        boards=tuple(Board(each.white, each.black) for each in pairs),
        bye=bye.players[0] if bye else None,
        trace=Trace("handbook.lim", tuple(brackets), tuple(pairs), bye, tuple(passed_over)),
    )
