"""One vocabulary of findings about a pairing, and the checks that all systems share.

A finding is a `Fact` whose code is a member of `Broken` (a rule that a given pairing breaks) or of
`WhyNot` (why two players do not meet), whichever system found it: those who read findings compare
codes and never take them apart. What every system asks (C.04.1, the general rules of the
handbook) is checked here once; a system gives the articles of its own chapter (`Articles`) and
adds, under codes of its own, only what no other has.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import astuple, dataclass
from enum import StrEnum

from pairing.state import Board, Colour, Fact, Record, RoundPairing, TournamentState


class Broken(StrEnum):
    """The rules that a pairing may break, worst first."""

    # who is in the round
    UNKNOWN_PLAYER = "rule.unknown_player"
    NOT_TO_BE_PAIRED = "rule.not_to_be_paired"
    PAIRED_TWICE = "rule.paired_twice"
    NOT_PAIRED = "rule.not_paired"
    BYE_NOT_NEEDED = "rule.bye_not_needed"
    # who meets whom, and who has the bye
    MET_BEFORE = "rule.met_before"
    FORBIDDEN_PAIR = "rule.forbidden_pair"
    BYE_AGAIN = "rule.bye_again"
    # colours
    COLOUR_DIFFERENCE = "rule.colour_difference"
    SAME_COLOUR_THREE_TIMES = "rule.same_colour_three_times"
    BOTH_AGAINST_DUE = "rule.both_against_due"
    # the pairing of the system is another one
    OTHER_PAIR = "rule.other_pair"
    OTHER_COLOURS = "rule.other_colours"
    OTHER_BYE = "rule.other_bye"
    BOARD_ORDER = "rule.board_order"


class WhyNot(StrEnum):
    """The reasons why two players do not meet that several systems know."""

    SAME_PLAYER = "why_not.same_player"
    NOT_TO_BE_PAIRED = "why_not.not_to_be_paired"
    MET_BEFORE = "why_not.met_before"
    FORBIDDEN_PAIR = "why_not.forbidden_pair"
    THEY_MEET = "why_not.they_meet"
    NO_COMPLETION = "why_not.no_completion"
    # with the limits of `pairing.handbook.limits`
    BOTH_BARRED = "why_not.both_barred"
    OTHER_GROUP = "why_not.other_group"
    MEETS_ANOTHER = "why_not.meets_another"


@dataclass(frozen=True, slots=True)
class Articles:
    """The articles of a chapter for the rules that all systems share; "" = nowhere."""

    everybody: str = ""  # is paired, and once
    away: str = ""  # who is left out of a round
    no_bye: str = ""  # where the number of players is even
    met: str = ""
    apart: str = "C.05 art. 5.2"  # whom the arbiter keeps from meeting, under any system
    bye: str = ""  # not to the same player again
    difference: str = ""  # of colours, at most two
    three_times: str = ""  # the same colour running
    due: str = ""  # a colour for at least one of the two


#: valid for every Swiss system
C_04_1 = Articles(
    no_bye="C.04.1 art. 3",
    met="C.04.1 art. 2",
    bye="C.04.1 art. 4",
    difference="C.04.1 art. 6",
    three_times="C.04.1 art. 7",
    due="C.04.1 art. 8",
)


# What does a pairing break?


def breaches(
    state: TournamentState,
    pairing: RoundPairing,
    articles: Articles,
    *,
    record: Record | None = None,
    present: Collection[int] | None = None,
    exempt: Collection[int] = (),
) -> list[Fact]:
    """Everything that a pairing breaks of the rules shared by all systems, worst first.

    `present`: those to be paired, where the system does not take everybody whom the state has;
    `exempt`: those whom the colour limits do not bind in this round.
    """
    record = record or Record(state)
    if present is None:
        present = {player.tpn for player in state.to_be_paired()}
    return [
        *wrong_players(state, pairing, present, articles),
        *wrong_meetings(state, record, pairing, articles),
        *wrong_bye(record, pairing, articles),
        *wrong_colours(record, pairing, articles, exempt),
    ]


def wrong_players(
    state: TournamentState, pairing: RoundPairing, present: Collection[int], articles: Articles
) -> list[Fact]:
    """Everybody who is to be paired has one opponent or the bye, and nobody else has."""
    known = {player.tpn for player in state.players}
    seen = Counter(tpn for board in pairing.boards for tpn in (board.white, board.black))
    if pairing.bye is not None:
        seen[pairing.bye] += 1
    strangers = [tpn for tpn in seen if tpn not in known]
    away = [tpn for tpn in seen if tpn in known and tpn not in present]
    twice = [tpn for tpn, times in seen.items() if times > 1]
    missing = sorted(tpn for tpn in present if tpn not in seen)
    facts = [
        Fact(code, articles.everybody, (tpn,))
        for code, players in (
            (Broken.UNKNOWN_PLAYER, strangers),
            (Broken.NOT_TO_BE_PAIRED, away),
            (Broken.PAIRED_TWICE, twice),
            (Broken.NOT_PAIRED, missing),
        )
        for tpn in players
    ]
    if pairing.bye is not None and len(present) % 2 == 0:
        facts.append(Fact(Broken.BYE_NOT_NEEDED, articles.no_bye, (pairing.bye,)))
    return facts


def wrong_meetings(
    state: TournamentState, record: Record, pairing: RoundPairing, articles: Articles
) -> list[Fact]:
    """Nobody meets an opponent again, or a player from whom the arbiter keeps them apart."""
    facts = []
    for board in known_boards(record, pairing):
        two = (board.white, board.black)
        if board.black in record.met[board.white]:
            facts.append(Fact(Broken.MET_BEFORE, articles.met, two))
        elif state.kept_apart(*two):
            facts.append(Fact(Broken.FORBIDDEN_PAIR, articles.apart, two))
    return facts


def wrong_bye(record: Record, pairing: RoundPairing, articles: Articles) -> list[Fact]:
    """Nobody has the bye again, or after the points of a win without playing."""
    if pairing.bye is None or pairing.bye not in record.bye_barred:
        return []
    return [Fact(Broken.BYE_AGAIN, articles.bye, (pairing.bye,))]


def wrong_colours(
    record: Record, pairing: RoundPairing, articles: Articles, exempt: Collection[int] = ()
) -> list[Fact]:
    """No colour difference above two (none that grows), and no colour three times running."""
    facts = []
    for tpn, colour in seats(known_boards(record, pairing)):
        if tpn in exempt:
            continue
        colours = [*record.colours[tpn], colour]
        before = record.colour_difference(tpn)
        after = before + (1 if colour is Colour.WHITE else -1)
        values = (("colour", colour.value),)
        if abs(after) > max(2, abs(before)):
            facts.append(Fact(Broken.COLOUR_DIFFERENCE, articles.difference, (tpn,), values))
        if colours[-3:] == [colour] * 3:
            facts.append(Fact(Broken.SAME_COLOUR_THREE_TIMES, articles.three_times, (tpn,), values))
    return facts


def both_against_due(
    pairing: RoundPairing, due: Callable[[int], Colour | None], article: str
) -> list[Fact]:
    """At no board both have the colour opposite to the one they are due."""
    return [
        Fact(Broken.BOTH_AGAINST_DUE, article, (board.white, board.black))
        for board in pairing.boards
        if due(board.white) is Colour.BLACK and due(board.black) is Colour.WHITE
    ]


def wrong_order(pairing: RoundPairing, proper: RoundPairing, article: str) -> list[Fact]:
    """The boards of the system stand in the order that it gives them."""
    if sorted(map(astuple, pairing.boards)) != sorted(map(astuple, proper.boards)):
        return []
    places = zip(pairing.boards, proper.boards, strict=True)
    wrong = [place for place, (made, right) in enumerate(places, 1) if made != right]
    values = (("first", wrong[0]), ("last", wrong[-1])) if wrong else ()
    return [Fact(Broken.BOARD_ORDER, article, (), values)] if wrong else []


def by_the_general_rules(
    state: TournamentState, pairing: RoundPairing, *, top_scorers: bool
) -> list[Fact]:
    """Every rule of C.04.1 that a pairing of a Swiss breaks. `top_scorers`: the system frees them
    and their opponents from the colour limits in the last round (C.04.3 art. 1.7 and 2.1.3).

    Who plays a match of two games has both colours in every round: no limit is asked about."""
    record = Record(state)
    if state.points.games == 2:
        present = {player.tpn for player in state.to_be_paired()}
        return [
            *wrong_players(state, pairing, present, C_04_1),
            *wrong_meetings(state, record, pairing, C_04_1),
            *wrong_bye(record, pairing, C_04_1),
        ]
    exempt = _top_scorers(record, pairing) if top_scorers and state.is_last_round else set()

    def due(tpn: int) -> Colour | None:
        return equalising_colour(record, tpn) if tpn in record.colours else None

    facts = breaches(state, pairing, C_04_1, record=record, exempt=exempt)
    return facts + both_against_due(pairing, due, C_04_1.due)


def equalising_colour(record: Record, tpn: int) -> Colour | None:
    """C.04.1 art. 8: the colour played less often, else the one not played last."""
    colours = record.colours[tpn]
    lead = record.colour_difference(tpn)
    if lead:
        return Colour.BLACK if lead > 0 else Colour.WHITE
    return colours[-1].opposite if colours else None


def _top_scorers(record: Record, pairing: RoundPairing) -> set[int]:
    """Players with more than half of the points that could be won, and their opponents."""
    half_twice = record.state.points.win * len(record.state.rounds)
    return {
        tpn
        for board in known_boards(record, pairing)
        if 2 * max(record.score[board.white], record.score[board.black]) > half_twice
        for tpn in (board.white, board.black)
    }


def known_boards(record: Record, pairing: RoundPairing) -> list[Board]:
    """The boards at which two players of the tournament sit."""
    return [
        board
        for board in pairing.boards
        if board.white in record.colours and board.black in record.colours
    ]


def seats(boards: Iterable[Board]) -> list[tuple[int, Colour]]:
    """Everybody at these boards with their colour, White first."""
    return [
        seat
        for board in boards
        for seat in ((board.white, Colour.WHITE), (board.black, Colour.BLACK))
    ]


# Why do two players not meet?


def never_meet(
    state: TournamentState,
    record: Record,
    a: int,
    b: int,
    articles: Articles,
    *,
    present: Collection[int],
) -> tuple[Fact, ...]:
    """The reason why two players cannot meet under any system: the worst reason, or none."""
    two = (a, b)
    if a == b:
        return (Fact(WhyNot.SAME_PLAYER, "", two),)
    away = tuple(tpn for tpn in two if tpn not in present)
    if away:
        return (Fact(WhyNot.NOT_TO_BE_PAIRED, articles.away, away),)
    if b in record.met[a]:
        games = zip(record.opponents[a], record.played[a], strict=True)
        last = max(number for number, game in enumerate(games, 1) if game == (b, True))
        return (Fact(WhyNot.MET_BEFORE, articles.met, two, (("round", last),)),)
    if state.kept_apart(a, b):
        return (Fact(WhyNot.FORBIDDEN_PAIR, articles.apart, two),)
    return ()
