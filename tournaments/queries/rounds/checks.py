"""The checks of a round before it is published, and what each of them found."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from pairing.handbook.limits import BLACK, WHITE, Articles, broken_limits
from pairing.state import Board, Colour, Fact, Record, RoundPairing, TournamentState
from pairing.systems import MODULES, Family, System, system
from tournaments.models import Pairing, Round
from tournaments.queries.rounds.boards import rule_order
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.checks import CHECKS
from tournaments.wording.facts import fact_sentence

KEY = "rule"
#: C.04.1, valid for every Swiss system
ARTICLES = Articles(
    met="C.04.1 art. 2",
    bye="C.04.1 art. 4",
    difference="C.04.1 art. 6",
    three_times="C.04.1 art. 7",
)
#: which check a finding belongs to, by the last part of its code
_CHECK_OF = {
    "unknown_player": "everybody_once",
    "paired_twice": "everybody_once",
    "not_paired": "everybody_once",
    "not_to_be_paired": "nobody_absent",
    "met_before": "no_rematch",
    "forbidden_pair": "no_forbidden_pair",
    "bye_again": "bye",
    "second_bye": "bye",
    "bye_not_needed": "bye",
    "colour_difference": "colours",
    "same_colour_three_times": "colours",
    "both_against_due": "due_colours",
    "not_at_fixed_table": "fixed_tables",
    "board_order": "board_order",
    "other_than_engine": "as_paired",
}
#: what systems call the same thing, which need not be said twice
_SAME_AS = {
    "rematch": "met_before",
    "forbidden": "forbidden_pair",
    "kept_apart": "forbidden_pair",
    "bye_barred": "bye_again",
    "needless_bye": "bye_not_needed",
    "three_running": "same_colour_three_times",
    "difference": "colour_difference",
    "twice": "paired_twice",
    "missing": "not_paired",
    "left_out": "not_paired",
    "absent": "not_to_be_paired",
    "not_in_round": "not_to_be_paired",
}
#: what only a warning to acknowledge is due for (FIDE's checklist, 67); the rest are worse
MILD = frozenset({"both_against_due"})


@dataclass(frozen=True, slots=True)
class Finding:
    text: str
    article: str


@dataclass(frozen=True, slots=True)
class Check:
    label: Any
    findings: tuple[Finding, ...]


def draft_checks(round_: Round, at_hand: Callable[[], Snapshot] | None = None) -> tuple[Check, ...]:
    """Every check with what it found, worked out once per revision of the tournament."""
    tournament = round_.tournament
    if tournament.of_teams or tournament.system not in MODULES:
        return ()
    key = f"checks:{round_.pk}:{tournament.revision}"
    found = cache.get(key)
    if found is None:
        before = at_hand() if at_hand else snapshot(tournament, before_round=round_.number)
        found = _find(round_, before)
        cache.set(key, found, 3600)
    names, facts = found
    by_check: dict[str, list[Finding]] = defaultdict(list)
    for fact in facts:
        reason = fact.code.rpartition(".")[2]
        check = _CHECK_OF.get(reason, "system") if fact.code.startswith(KEY) else "system"
        by_check[check].append(
            Finding(fact_sentence(fact, lambda tpn: names.get(tpn, str(tpn))), fact.article)
        )
    swiss = system(tournament.system).family is Family.SWISS
    return tuple(
        Check(label, tuple(by_check[name]))
        for name, label in CHECKS.items()
        if by_check[name] or name in ("fixed_tables", "as_paired") or swiss == (name != "system")
    )


def _find(round_: Round, before: Snapshot) -> tuple[dict[int, str], tuple[Fact, ...]]:
    rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
    facts = findings(before, round_, rows)
    named = {tpn for fact in facts for tpn in fact.players}
    names = {tpn: f"{tpn} {before.entries[tpn].name}" for tpn in named & before.entries.keys()}
    return names, facts


def findings(
    before: Snapshot, round_: Round, rows: list[Pairing], *, whole: bool = True
) -> tuple[Fact, ...]:
    """Everything that the rules have against these boards, worst first.

    Some boards alone (`whole` false) are judged by what holds for each of them.
    """
    state = before.state
    chosen = system(round_.tournament.system)
    swiss = chosen.family is Family.SWISS
    pairing = as_pairing(before, round_.number, rows)
    by_hand = _other_than_engine(before, round_, rows)
    facts: list[Fact] = []
    if swiss:
        facts += general_findings(state, pairing, chosen)
        facts += _bye_findings(state, before, rows)
    # The system's own rules need no second look where the boards are those that it made itself.
    untouched = _made_from(round_) == before.fingerprint and not by_hand
    if chosen.violations is not None and not untouched and (whole or not swiss):
        facts += _not_said_yet(facts, chosen.violations(state, pairing))
    facts += _tables(before, rows)
    if whole:
        if swiss:
            facts += _order(before, rows)
        facts += by_hand
    return tuple(facts)


def _made_from(round_: Round) -> str:
    """The fingerprint of the record from which the program paired; none without its boards."""
    stored = round_.trace or {}
    return stored["fingerprint"] if stored.get("boards") else ""


def _not_said_yet(said: list[Fact], more: tuple[Fact, ...]) -> list[Fact]:
    """The findings that a system adds to those of the general rules."""
    known: dict[str, set[int]] = defaultdict(set)
    for fact in said:
        known[_reason(fact)] |= set(fact.players)
    return [
        fact
        for fact in more
        if not fact.players or not known[_reason(fact)].issuperset(fact.players)
    ]


def _reason(fact: Fact) -> str:
    name = fact.code.rpartition(".")[2]
    if fact.code.startswith(("dutch.", "handbook.dutch.")) and name == "second_bye":
        return "bye_again"  # there: a bye for the second time
    return _SAME_AS.get(name, name)


def as_pairing(before: Snapshot, number: int, rows: list[Pairing]) -> RoundPairing:
    """The rows of a round in the vocabulary of the core."""
    numbers = before.numbers
    boards = tuple(
        Board(numbers[row.white_id], numbers[row.black_id]) for row in rows if row.black_id
    )
    byes = [numbers[row.white_id] for row in rows if row.bye == "U"]
    return RoundPairing(number, boards, byes[0] if byes else None)


def general_findings(state: TournamentState, pairing: RoundPairing, chosen: System) -> list[Fact]:
    """C.04.1, and colours opposite to what both players were due."""
    facts = broken_limits(state, pairing, KEY, ARTICLES)
    record = Record(state)
    if state.is_last_round and chosen.key.endswith(".dutch"):
        facts = _without_topscorers(record, pairing, facts)
    for board in pairing.boards:
        if board.white not in record.colours or board.black not in record.colours:
            continue
        due = _due(record, board.white), _due(record, board.black)
        if due == (BLACK, WHITE):
            both = (board.white, board.black)
            facts.append(Fact(f"{KEY}.violation.both_against_due", "C.04.1 art. 8", both))
    return facts


def _due(record: Record, tpn: int) -> Colour | None:
    """C.04.1 art. 8: the colour played less often, else the one not played last."""
    colours = record.colours[tpn]
    lead = record.colour_difference(tpn)
    if lead:
        return BLACK if lead > 0 else WHITE
    return colours[-1].opposite if colours else None


def _without_topscorers(record: Record, pairing: RoundPairing, facts: list[Fact]) -> list[Fact]:
    """C.04.3 art. 1.7 and 2.1.3: in the last round players with more than half of the points,
    and their opponents, may have a colour beyond the limits."""
    score, state = record.score, record.state
    exempt: set[int] = set()
    for board in pairing.boards:
        best = max(score.get(board.white, 0), score.get(board.black, 0))
        if 2 * best > state.points.win * len(state.rounds):
            exempt |= {board.white, board.black}
    limits = ("colour_difference", "same_colour_three_times")
    return [
        fact
        for fact in facts
        if fact.code.rpartition(".")[2] not in limits or not exempt.issuperset(fact.players)
    ]


def _bye_findings(state: TournamentState, before: Snapshot, rows: list[Pairing]) -> list[Fact]:
    byes = [before.numbers[row.white_id] for row in rows if row.bye == "U"]
    facts = []
    if len(byes) > 1:
        facts.append(Fact(f"{KEY}.violation.second_bye", "C.04.1 art. 3", tuple(byes)))
    elif byes and len(state.to_be_paired()) % 2 == 0:
        facts.append(Fact(f"{KEY}.violation.bye_not_needed", "C.04.1 art. 3", tuple(byes)))
    return facts


def _tables(before: Snapshot, rows: list[Pairing]) -> list[Fact]:
    return [
        Fact(
            f"{KEY}.violation.not_at_fixed_table",
            "",
            (before.numbers[entry.pk],),
            (("table", entry.fixed_board), ("board", row.board)),
        )
        for row in rows
        if row.black_id
        for entry in (row.white, row.black)
        if entry.fixed_board and entry.fixed_board != row.board
    ]


def _order(before: Snapshot, rows: list[Pairing]) -> list[Fact]:
    """C.04.2 art. 3.6, but for games that were moved to a player's table."""
    free = [
        row
        for row in rows
        if row.black_id and not row.white.fixed_board and not row.black.fixed_board
    ]
    ordered = rule_order(free, before)
    wrong = [row for row, right in zip(free, ordered, strict=True) if row is not right]
    if not wrong:
        return []
    first, last = wrong[0].board, wrong[-1].board
    values = (("first", first or 0), ("last", last or 0))
    return [Fact(f"{KEY}.violation.board_order", "C.04.2 art. 3.6", (), values)]


def _other_than_engine(before: Snapshot, round_: Round, rows: list[Pairing]) -> list[Fact]:
    """Boards that were changed after the program paired the round."""
    stored = round_.trace or {}
    if not stored.get("boards"):
        return []
    people = stored["numbers"]
    given = {(people[str(white)], people[str(black)]) for white, black in stored["boards"]}
    return [
        Fact(
            f"{KEY}.violation.other_than_engine",
            "",
            (before.numbers[row.white_id], before.numbers[row.black_id]),
            (("board", row.board or 0),),
        )
        for row in rows
        if row.black_id and (row.white_id, row.black_id) not in given
    ]
