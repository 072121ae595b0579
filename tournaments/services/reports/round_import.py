"""A round paired elsewhere, taken over from a tournament report (TRF26, TRF16)."""

import hashlib
from dataclasses import dataclass, replace

from django.utils import timezone

from pairing.errors import FileError, PairingError
from pairing.results import ByeKind
from pairing.state import Board, Bye, RoundPairing
from pairing.systems import system
from pairing.trf import (
    MAX_BYTES,
    TrfDocument,
    read,
)
from pairing.trf.matches import as_matches
from tournaments.core.kinds import Kind, kind_of
from tournaments.core.text import fold
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
from tournaments.services.rounds.boards import number_boards
from tournaments.services.rounds.pairing import prepare_round, trace_as_data
from tournaments.services.rounds.restore_points import point_of
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


def read_report(data: bytes) -> TrfDocument:
    """The file, or the sentence that says where and why it cannot be read."""
    try:
        return read(data)
    except FileError as error:
        if kind_of(data) not in (Kind.REPORT, Kind.TEXT) or error.code == "expected.players":
            raise Refused("import.no_report") from error
        raise Refused(
            "import.unreadable",
            line=error.line,
            column=error.column,
            expected=error.expected.as_data(),
            found=error.found,
        ) from error
    except PairingError as error:
        raise Refused("import.contradiction", detail=error.as_data()) from error


def read_round(tournament: Tournament, number: int, data: bytes) -> ForeignRound:
    """The round as the file has it, held against the rules and the program's own pairing."""
    document = as_matches(read_report(data), tournament.format.games_a_round)
    if not any(player.entry(number).symbol != " " for player in document.players):
        raise Refused("import.no_such_round", round=number, last=document.begun_rounds)
    people, unknown = _match(tournament, document, number)
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
    )


def _with_byes(before: Snapshot, byes: tuple[tuple[Entry, str], ...]) -> Snapshot:
    """The event with the byes that the file knows: it is judged by who was to be paired."""
    asked = {before.numbers[entry.pk]: ByeKind(kind) for entry, kind in byes if kind in ASKED}
    away = [bye for bye in before.state.byes if bye.player not in asked]
    away += [Bye(tpn, kind) for tpn, kind in sorted(asked.items())]
    return replace(before, state=replace(before.state, byes=tuple(away)))


def _match(
    tournament: Tournament, document: TrfDocument, number: int
) -> tuple[dict[int, Entry], tuple[str, ...]]:
    """Players of the file by FIDE number, else by number and name, else by name alone."""
    entries = list(tournament.entries.all())
    by_id = {entry.fide_id: entry for entry in entries if entry.fide_id}
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        by_name.setdefault(fold(entry.name)[:33], []).append(entry)
    people: dict[int, Entry] = {}
    unknown: list[str] = []
    for player in document.players:
        same_name = by_name.get(fold(player.name)[:33], [])
        same_number = [entry for entry in same_name if entry.tpn == player.number]
        found = by_id.get(player.fide_id) or next(iter(same_number or same_name[:1]), None)
        if found is not None and found not in people.values():
            people[player.number] = found
        elif player.entry(number).symbol != " ":
            unknown.append(f"{player.number} {player.name}")
    return people, tuple(unknown)


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
        rows = games + [
            Pairing(round=round_, white=entry, bye=kind, by_hand=True)
            for entry, kind in foreign.byes
        ]
        Pairing.objects.bulk_create(rows)
        round_.status = Round.Status.DRAFT
        round_.imported = True
        round_.paired_at = timezone.now()
        round_.trace = trace_as_data(before, RoundPairing(number, ()))
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
        return round_


def _byes_to_give(foreign: ForeignRound) -> list[tuple[Entry, str]]:
    """Half and full points of the file that nobody has granted here."""
    return [
        (entry, kind)
        for entry, kind in foreign.byes
        if kind in (ByeKind.HALF_POINT, ByeKind.FULL_POINT)
        and entry.first_round <= foreign.number
        and not entry.bye_requests.filter(round_number=foreign.number, kind=kind).exists()
    ]


def guard_size(size: int, most: int = MAX_BYTES) -> None:
    if size > most:
        raise Refused(
            "import.too_large",
            field="file",
            size=f"{size / 1_000_000:.1f}",
            most=f"{most / 1_000_000:g}",
        )


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
