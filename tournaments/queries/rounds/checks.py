"""The checks of a round before it is published, and what each of them found."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from pairing.state import Board, Fact, RoundPairing, TournamentState
from pairing.systems import System, system
from pairing.verdicts import C_04_1, Broken, by_the_general_rules
from tournaments.models import Pairing, Round, is_game
from tournaments.queries.rounds.boards import rule_order
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.checks import CHECKS, NOT_AT_FIXED_TABLE, OTHER_THAN_ENGINE, SECOND_BYE
from tournaments.wording.facts import article_in_words, fact_sentence

#: which check a finding belongs to; those that only a system has are in the check of the system
_CHECK_OF: dict[str, str] = {
    Broken.UNKNOWN_PLAYER: "everybody_once",
    Broken.PAIRED_TWICE: "everybody_once",
    Broken.NOT_PAIRED: "everybody_once",
    Broken.NOT_TO_BE_PAIRED: "nobody_absent",
    Broken.MET_BEFORE: "no_rematch",
    Broken.FORBIDDEN_PAIR: "no_forbidden_pair",
    Broken.BYE_AGAIN: "bye",
    SECOND_BYE: "bye",
    Broken.BYE_NOT_NEEDED: "bye",
    Broken.COLOUR_DIFFERENCE: "colours",
    Broken.SAME_COLOUR_THREE_TIMES: "colours",
    Broken.BOTH_AGAINST_DUE: "due_colours",
    NOT_AT_FIXED_TABLE: "fixed_tables",
    Broken.BOARD_ORDER: "board_order",
    OTHER_THAN_ENGINE: "as_paired",
}
#: what only a warning to acknowledge is due for (FIDE's checklist, 67); the rest are worse
MILD: frozenset[str] = frozenset({Broken.BOTH_AGAINST_DUE})


@dataclass(frozen=True, slots=True)
class Finding:
    text: str
    article: str


@dataclass(frozen=True, slots=True)
class Check:
    label: Any
    findings: tuple[Finding, ...]
    #: the boards are not in order: one button puts them so
    boards_out_of_order: bool = False


def how_many_found(checks: Sequence[Check]) -> int:
    """How many of them found something; the page and the question say the same number."""
    return sum(1 for check in checks if check.findings)


def draft_checks(round_: Round, at_hand: Callable[[], Snapshot] | None = None) -> tuple[Check, ...]:
    """Every check with what it found, worked out once per revision of the tournament."""
    tournament = round_.tournament
    if not tournament.format.pairs_rounds or tournament.format.pairs_teams:
        return ()
    key = f"checks:{round_.pk}:{tournament.revision}"
    found = cache.get(key)
    if found is None:
        before = at_hand() if at_hand else snapshot(tournament, before_round=round_.number)
        found = _find(round_, before)
        cache.set(key, found, 3600)
    names, judged = found
    by_check: dict[str, list[Finding]] = defaultdict(list)
    for check, fact in judged:
        by_check[check].append(
            Finding(
                fact_sentence(fact, lambda tpn: names.get(tpn, str(tpn))),
                article_in_words(fact.article),
            )
        )
    swiss = tournament.format.swiss
    return tuple(
        Check(label, tuple(by_check[name]), bool(by_check[name]) and name == "board_order")
        for name, label in CHECKS.items()
        if by_check[name] or name in ("fixed_tables", "as_paired") or swiss == (name != "system")
    )


def boards_out_of_order(round_: Round) -> Check | None:
    """The check of the boards of a round that is out, where a file or a hand made them: the
    program itself puts them in order. Once per revision, as for a draft."""
    tournament = round_.tournament
    if not tournament.format.swiss or tournament.format.pairs_teams:
        return None
    if not round_.imported and not round_.sessions.exists():
        return None
    key = f"order:{round_.pk}:{tournament.revision}"
    found: list[Fact] | None = cache.get(key)
    if found is None:
        rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
        found = _order(snapshot(tournament, before_round=round_.number), rows)
        cache.set(key, found, 3600)
    told = tuple(
        Finding(fact_sentence(fact, str), article_in_words(fact.article)) for fact in found
    )
    return Check(CHECKS["board_order"], told, True) if told else None


def _find(round_: Round, before: Snapshot) -> tuple[dict[int, str], list[tuple[str, Fact]]]:
    rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
    judged = _judged(before, round_, rows, whole=True)
    named = {tpn for _check, fact in judged for tpn in fact.players}
    names = {tpn: f"{tpn} {before.entries[tpn].name}" for tpn in named & before.entries.keys()}
    return names, judged


def findings(
    before: Snapshot, round_: Round, rows: list[Pairing], *, whole: bool = True
) -> tuple[Fact, ...]:
    """Everything that the rules have against these boards, worst first.

    Some boards alone (`whole` false) are judged by what holds for each of them.
    """
    return tuple(fact for _check, fact in _judged(before, round_, rows, whole=whole))


def _judged(
    before: Snapshot, round_: Round, rows: list[Pairing], *, whole: bool
) -> list[tuple[str, Fact]]:
    """Each finding with the check that it belongs to."""
    if round_.is_public:  # a result tells that they were paired, if only to lose by forfeit
        done = (row for row in rows if is_game(row) and row.result)
        before = before.with_seated(pk for row in done for pk in (row.white_id, row.black_id))
    state = before.state
    chosen = system(round_.tournament.system)
    swiss = chosen.format.swiss
    pairing = as_pairing(before, round_.number, rows)
    by_hand = _other_than_engine(before, round_, rows)
    facts: list[Fact] = []
    if swiss:
        facts += _with_all_byes(general_findings(state, pairing, chosen), before, rows)
    judged = [(_CHECK_OF[fact.code], fact) for fact in facts]
    # The system's own rules need no second look where the boards are those that it made itself.
    untouched = _made_from(round_) == before.fingerprint and not by_hand
    if chosen.violations is not None and not untouched and (whole or not swiss):
        more = _not_said_yet(facts, chosen.violations(state, pairing))
        # The order of the boards has a check of its own, which knows of fixed tables.
        judged += [("system", fact) for fact in more if fact.code != Broken.BOARD_ORDER]
    seated = _tables(before, rows)
    if whole:
        seated += [*(_order(before, rows) if swiss else ()), *by_hand]
    return judged + [(_CHECK_OF[fact.code], fact) for fact in seated]


def _made_from(round_: Round) -> str:
    """The fingerprint of the record from which the program paired; none without its boards."""
    stored = round_.trace or {}
    return stored["fingerprint"] if stored.get("boards") else ""


def _not_said_yet(said: list[Fact], more: tuple[Fact, ...]) -> list[Fact]:
    """The findings that a system adds to those of the general rules."""
    known: dict[str, set[int]] = defaultdict(set)
    for fact in said:
        known[fact.code] |= set(fact.players)
    return [
        fact for fact in more if not fact.players or not known[fact.code].issuperset(fact.players)
    ]


def as_pairing(before: Snapshot, number: int, rows: list[Pairing]) -> RoundPairing:
    """The rows of a round in the vocabulary of the core."""
    numbers = before.numbers
    boards = tuple(
        Board(numbers[row.white_id], numbers[row.black_id]) for row in rows if is_game(row)
    )
    byes = [numbers[row.white_id] for row in rows if row.bye == "U"]
    return RoundPairing(number, boards, byes[0] if byes else None)


def general_findings(state: TournamentState, pairing: RoundPairing, chosen: System) -> list[Fact]:
    """C.04.1, and colours opposite to what both players were due."""
    return by_the_general_rules(state, pairing, top_scorers=chosen.format.frees_top_scorers)


def _with_all_byes(facts: list[Fact], before: Snapshot, rows: list[Pairing]) -> list[Fact]:
    """A pairing of the core knows one bye; the rows of a round made by hand may hold several."""
    byes = tuple(before.numbers[row.white_id] for row in rows if row.bye == "U")
    if len(byes) < 2:
        return facts
    others = [fact for fact in facts if fact.code != Broken.BYE_NOT_NEEDED]
    return [*others, Fact(SECOND_BYE, C_04_1.no_bye, byes)]


def _tables(before: Snapshot, rows: list[Pairing]) -> list[Fact]:
    return [
        Fact(
            NOT_AT_FIXED_TABLE,
            "",
            (before.numbers[entry.pk],),
            (("table", entry.fixed_board), ("board", row.board)),
        )
        for row in rows
        if is_game(row)
        for entry in (row.white, row.black)
        if entry.fixed_board and entry.fixed_board != row.board
    ]


def _order(before: Snapshot, rows: list[Pairing]) -> list[Fact]:
    """C.04.2 art. 3.6, but for games that were moved to a player's table."""
    free = [
        row
        for row in rows
        if is_game(row) and not row.white.fixed_board and not row.black.fixed_board
    ]
    ordered = rule_order(free, before)
    wrong = [row for row, right in zip(free, ordered, strict=True) if row is not right]
    if not wrong:
        return []
    first, last = wrong[0].board, wrong[-1].board
    values = (("first", first), ("last", last))
    return [Fact(Broken.BOARD_ORDER, "C.04.2 art. 3.6", (), values)]


def _other_than_engine(before: Snapshot, round_: Round, rows: list[Pairing]) -> list[Fact]:
    """Boards that were changed after the program paired the round."""
    stored = round_.trace or {}
    if not stored.get("boards"):
        return []
    people = stored["numbers"]
    given = {(people[str(white)], people[str(black)]) for white, black in stored["boards"]}
    return [
        Fact(
            OTHER_THAN_ENGINE,
            "",
            (before.numbers[row.white_id], before.numbers[row.black_id]),
            (("board", row.board),),
        )
        for row in rows
        if is_game(row) and (row.white_id, row.black_id) not in given
    ]
