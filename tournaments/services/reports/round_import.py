"""A round paired elsewhere, taken over from a tournament report (TRF26, TRF16)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils import timezone

from pairing.errors import PairingError
from pairing.results import ByeKind
from pairing.state import Board, Bye, RoundPairing
from pairing.systems import system
from pairing.tools.offline import boards_told
from pairing.trf.matches import as_matches
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import guard_previous, guard_session
from tournaments.models import (
    Entry,
    GameRow,
    Irregular,
    Pairing,
    PairingSession,
    Round,
    Tournament,
    User,
)
from tournaments.queries.rounds.boards import boards_as_data, rule_order
from tournaments.queries.rounds.checks import general_findings
from tournaments.services.entries.byes import bye_reasons, store_bye
from tournaments.services.reports.files import hash_of, is_told, known_players, read_report
from tournaments.services.rounds.boards import number_boards
from tournaments.services.rounds.pairing import prepare_round, trace_as_data
from tournaments.services.rounds.restore_points import point_of
from tournaments.services.rounds.seals import seal_draft
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.facts import fact_sentence
from tournaments.wording.reading import adjustment_sentence

Pairs = tuple[tuple[int, int], ...]
#: byes that players ask for, by symbol
ASKED = (ByeKind.HALF_POINT.value, ByeKind.FULL_POINT.value, ByeKind.ZERO_POINT.value)


@dataclass(frozen=True, slots=True)
class ForeignRound:
    """A round of a file, by the entries of this tournament."""

    number: int
    boards: tuple[tuple[Entry, Entry, str], ...]  # White, Black, result code
    byes: tuple[tuple[Entry, str], ...]
    unknown: tuple[str, ...]  # players of the file whom nobody here matches
    adjustments: tuple[str, ...]  # what the reader assumed
    same_as_engine: bool
    only_here: tuple[tuple[str, str], ...]  # pairs of the file that the program would not make
    only_engine: tuple[tuple[str, str], ...]
    broken: tuple[str, ...]  # rules broken, in words
    #: the same differences by entry, for the log; 0 is the bye
    seats: tuple[tuple[int, int], ...]
    seats_by_rule: tuple[tuple[int, int], ...]
    #: by entries, White first, the number of the board that the file tells
    tables: Mapping[tuple[int, int], int] = field(default_factory=dict)


def read_round(tournament: Tournament, number: int, data: bytes) -> ForeignRound:
    """The round as the file has it, held against the rules and the program's own pairing."""
    document = as_matches(read_report(data), tournament.format.games_a_round)
    if not any(is_told(player.entry(number)) for player in document.players):
        raise Refused("import.no_such_round", round=number, last=document.begun_rounds)
    people, unknown = known_players(tournament, document, number)
    boards = tuple(
        (people[white], people[black], code)
        for white, black, code in document.games(number)
        if white in people and black in people
    )
    byes = tuple(
        (people[player.number], player.entry(number).symbol)
        for player in document.players
        if player.number in people
        and not player.entry(number).opponent
        and player.entry(number).symbol in "UFHZ"
    )
    before = _with_byes(snapshot(tournament, before_round=number), byes)
    here, rule, broken = _compare(tournament, before, number, boards, byes)

    def named(pairs: Pairs) -> tuple[tuple[str, str], ...]:
        return tuple((_name(before, a), _name(before, b)) for a, b in pairs)

    def by_entry(pairs: Pairs) -> tuple[tuple[int, int], ...]:
        people = before.entries
        return tuple((people[a].pk, people[b].pk if b else 0) for a, b in pairs)

    return ForeignRound(
        number,
        boards,
        byes,
        unknown,
        tuple(adjustment_sentence(one.code, one.values) for one in document.adjustments),
        not here and not rule,
        named(here),
        named(rule),
        broken,
        by_entry(here),
        by_entry(rule),
        {
            (people[white].pk, people[black].pk): board
            for (white, black), board in boards_told(document, number).items()
            if white in people and black in people
        },
    )


def _with_byes(before: Snapshot, byes: tuple[tuple[Entry, str], ...]) -> Snapshot:
    """The event with the byes that the file knows: it is judged by who was to be paired."""
    asked = {before.numbers[entry.pk]: ByeKind(kind) for entry, kind in byes if kind in ASKED}
    away = [bye for bye in before.state.byes if bye.player not in asked]
    away += [Bye(tpn, kind) for tpn, kind in sorted(asked.items())]
    return replace(before, state=replace(before.state, byes=tuple(away)))


def _compare(
    tournament: Tournament,
    before: Snapshot,
    number: int,
    boards: tuple[tuple[Entry, Entry, str], ...],
    byes: tuple[tuple[Entry, str], ...],
) -> tuple[Pairs, Pairs, tuple[str, ...]]:
    """Pairs that only the file has, those that only the program makes, and the rules broken."""
    numbers = before.numbers
    free = [numbers[entry.pk] for entry, kind in byes if kind == "U"]
    given = RoundPairing(
        number,
        tuple(Board(numbers[white.pk], numbers[black.pk]) for white, black, _code in boards),
        free[0] if free else None,
    )
    chosen = system(tournament.system)
    facts = (
        chosen.violations(before.state, given)
        if chosen.violations
        else general_findings(before.state, given, chosen)
    )
    broken = tuple(fact_sentence(fact, lambda tpn: _name(before, tpn)) for fact in facts)
    here = set(_pairs(given))
    try:
        rule = set(_pairs(chosen.pair(before.state)))
    except PairingError:
        return tuple(sorted(here)), (), broken
    return tuple(sorted(here - rule)), tuple(sorted(rule - here)), broken


def _name(before: Snapshot, tpn: int) -> str:
    return f"{tpn} {before.entries[tpn].name}" if tpn in before.entries else "–"


def _pairs(paired: RoundPairing) -> Pairs:
    """By number, White first; Black 0 is the bye."""
    pairs = tuple((board.white, board.black) for board in paired.boards)
    return pairs + (((paired.bye, 0),) if paired.bye is not None else ())


def import_round(
    *, tournament: Tournament, number: int, data: bytes, by: User | None, confirmed: str = ""
) -> Round:
    """Take the round over as a draft, results included; it is published like any other."""
    with act("round.imported", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = tournament.round(number)
        if round_ is None:
            raise Refused("round.beyond_plan", round=number, total=tournament.total_rounds)
        if round_.status not in (Round.Status.PLANNED, Round.Status.DRAFT):
            raise Refused("pairing.already_published", round=number)
        guard_session(round_)
        guard_previous(tournament, round_)
        before, _renumbered = prepare_round(tournament, number)
        foreign = read_round(tournament, number, data)
        if foreign.unknown:
            raise Refused("import.unknown_players", players="; ".join(foreign.unknown[:8]))
        reasons = [Reason("import.breaks", {"text": text}) for text in foreign.broken[:12]]
        if not foreign.same_as_engine:
            reasons.append(Reason("import.differs", {"count": len(foreign.only_here)}))
        given = _byes_to_give(foreign)
        for entry, kind in given:
            reasons += bye_reasons(entry, number, kind)
        reasons.append(Reason("import.line", {"round": number}))
        done.require("round.import", level=3, reasons=reasons, subject=f"{number}:{hash_of(data)}")
        for entry, kind in given:
            store_bye(done, entry, number, kind)
        before = snapshot(tournament, before_round=number) if given else before
        old = boards_as_data(round_)
        point = PairingSession.objects.create(
            round=round_,
            opened_by=by,
            closed_at=timezone.now(),
            outcome=PairingSession.Outcome.KEPT,
            before=point_of(round_),
        )
        round_.pairings.all().delete()
        games = [
            GameRow(round=round_, white=white, black=black, result=code, by_hand=True)
            for white, black, code in foreign.boards
        ]
        if tournament.format.swiss:
            games = rule_order(games, before)
        number_boards(games)
        _as_told(games, foreign)
        rows = games + [
            Pairing(round=round_, white=entry, bye=kind, by_hand=True)
            for entry, kind in foreign.byes
        ]
        Pairing.objects.bulk_create(rows)
        round_.status = Round.Status.DRAFT
        round_.imported = True
        round_.paired_at = timezone.now()
        round_.trace = trace_as_data(before, _proposed(foreign, before))
        round_.save(update_fields=["status", "imported", "paired_at", "trace"])
        done.record(
            round_,
            label="as the program pairs" if foreign.same_as_engine else "differs from the program",
            before={
                "boards": old,
                "seats": [list(pair) for pair in foreign.seats_by_rule],
                "session": point.pk,
            },
            after={
                "boards": boards_as_data(round_),
                "seats": [list(pair) for pair in foreign.seats],
            },
            irregular=Irregular.IMPORT,
        )
        if foreign.same_as_engine:
            seal_draft(done, round_, before.state)
        return round_


def _proposed(foreign: ForeignRound, before: Snapshot) -> RoundPairing:
    """The proposal of the program, on which a seal can stand, where the file has just that."""
    if not foreign.same_as_engine:
        return RoundPairing(foreign.number, ())
    numbers = before.numbers
    boards = (Board(numbers[white.pk], numbers[black.pk]) for white, black, _c in foreign.boards)
    free = next((numbers[entry.pk] for entry, kind in foreign.byes if kind == "U"), None)
    return RoundPairing(foreign.number, tuple(boards), free)


def _as_told(games: list[GameRow], foreign: ForeignRound) -> None:
    """The round was played at these tables already: where the file says the number of every
    board, each keeps it."""
    told = [foreign.tables.get((row.white.pk, row.black.pk)) for row in games]
    if all(told) and len(set(told)) == len(told):
        for row, board in zip(games, told, strict=True):
            assert board is not None
            row.board = board


def _byes_to_give(foreign: ForeignRound) -> list[tuple[Entry, str]]:
    """Half and full points of the file that nobody has granted here."""
    return [
        (entry, kind)
        for entry, kind in foreign.byes
        if kind in (ByeKind.HALF_POINT, ByeKind.FULL_POINT)
        and entry.first_round <= foreign.number
        and not entry.bye_requests.filter(round_number=foreign.number, kind=kind).exists()
    ]
