"""Rows → TournamentState: the one bridge from the database to the cores."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from pairing.results import KNOWN
from pairing.results import ByeKind as CoreByeKind
from pairing.state import (
    Baku,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    TournamentState,
)
from tournaments.models import (
    Acceleration,
    ByeRequest,
    Entry,
    ForbiddenPairing,
    Pairing,
    Team,
    Tournament,
)
from tournaments.models import Round as RoundRow


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state, and which entry holds which number in it."""

    state: TournamentState
    entries: dict[int, Entry]  # by TPN
    numbers: dict[int, int]  # entry id → TPN

    @property
    def fingerprint(self) -> str:
        """Equal for equal inputs: a draft made from other inputs is out of date. No system asks
        when somebody was born, or for their club: a mended birth date leaves a draft as it is."""
        players = tuple(_as_paired(one) for one in self.state.players)
        return hashlib.sha256(repr(replace(self.state, players=players)).encode()).hexdigest()[:32]

    def with_seated(self, seated: Iterable[int]) -> "Snapshot":
        """As it was when these entries were paired: who sat at a board was there, even if they
        never came, or have left since."""
        there = {self.numbers[pk] for pk in seated if pk in self.numbers}
        byes = tuple(bye for bye in self.state.byes if bye.player not in there)
        return replace(self, state=replace(self.state, byes=byes))


def _as_paired(player: Player) -> Player:
    """With only what some pairing system looks at."""
    return replace(
        player, birth_date="", sex="", federation="", club="", fide_id="", national_id=""
    )


def snapshot(tournament: Tournament, *, before_round: int, pairing: bool = True) -> Snapshot:
    """The record of the rounds before `before_round`.

    With `pairing`, also who is away in that round. Results still missing count as adjourned;
    callers that must not go on then check first.
    """
    people = list(tournament.entries.numbered().order_by("tpn"))
    entries: dict[int, Entry] = {entry.tpn: entry for entry in people}
    numbers = {entry.pk: entry.tpn for entry in people}
    state = TournamentState(
        players=tuple(player_of(entry) for entry in people),
        rounds=_rounds(tournament, before_round, numbers),
        total_rounds=tournament.total_rounds,
        points=tournament.point_system,
        initial_colour=Colour(tournament.initial_colour) if tournament.initial_colour else None,
        byes=tuple(_away(tournament, before_round, entries)) if pairing else (),
        forbidden=forbidden_groups(tournament, entries)
        if pairing and tournament.format.pairs_players
        else (),
        acceleration=_acceleration(tournament, numbers),
        options=tuple(sorted({"seed": tournament.seed, **tournament.options}.items())),
    )
    return Snapshot(state, entries, numbers)


def record_of(tournament: Tournament, some: Iterable[Entry], *, before_round: int) -> Snapshot:
    """The record of these players alone before a round, from a few rows: of those whom they met
    there is the number."""
    entries = {entry.tpn: entry for entry in some if entry.tpn}
    numbers = dict(tournament.entries.numbered().order_by("tpn").values_list("pk", "tpn"))
    of = [entry.pk for entry in entries.values()]
    rounds = _rounds(tournament, before_round, numbers, of)
    met = {tpn for round_ in rounds for game in round_.games for tpn in (game.white, game.black)}
    state = TournamentState(
        players=tuple(
            player_of(entries[tpn]) if tpn in entries else Player(tpn)
            for tpn in sorted(met | entries.keys())
        ),
        rounds=rounds,
        total_rounds=tournament.total_rounds,
        points=tournament.point_system,
    )
    return Snapshot(state, entries, numbers)


def player_of(entry: Entry) -> Player:
    return Player(
        tpn=entry.tpn or 0,
        name=entry.name,
        title=entry.title,
        sex=entry.sex,
        rating=entry.rating,
        federation=entry.federation,
        fide_id=entry.fide_id,
        birth_date=entry.birth_date,
        national_rating=entry.national_rating,
        national_id=entry.national_id,
        club=entry.club,
    )


def _rounds(
    tournament: Tournament,
    before_round: int,
    numbers: Mapping[int, int],
    of: Collection[int] | None = None,
) -> tuple[Round, ...]:
    """`of`: only games and byes of these entries."""
    games: dict[int, list[Game]] = defaultdict(list)
    open_ = KNOWN["??" * tournament.format.games_a_round]
    byes: dict[int, list[Bye]] = defaultdict(list)
    found = Pairing.objects.filter(round__tournament=tournament, round__number__lt=before_round)
    if of is not None:
        found = found.filter(Q(white__in=of) | Q(black__in=of))
    rows = found.order_by("round__number", "board", "id").values_list(
        "round__number", "board", "white_id", "black_id", "result", "first_game", "bye"
    )
    for number, board, white, black, result, first, bye in rows:
        if black is None or board is None:
            byes[number].append(Bye(numbers[white], CoreByeKind(bye)))
        else:
            games[number].append(
                Game(
                    numbers[white],
                    numbers[black],
                    KNOWN.get(result or (f"{first}??" if first else ""), open_),
                    board,
                )
            )
    return tuple(
        Round(number, tuple(games[number]), tuple(byes[number]))
        for number in range(1, before_round)
    )


def _away(tournament: Tournament, number: int, entries: dict[int, Entry]) -> Iterable[Bye]:
    requests = dict(
        ByeRequest.objects.filter(entry__tournament=tournament, round_number=number).values_list(
            "entry_id", "kind"
        )
    )
    for tpn, entry in entries.items():
        if entry.gone:
            yield Bye(tpn, CoreByeKind.ZERO_POINT)
        elif entry.first_round > number:
            points = tournament.late_entry_bye if entry.bye_entitled else CoreByeKind.ZERO_POINT
            yield Bye(tpn, CoreByeKind(points))
        elif entry.pk in requests:
            yield Bye(tpn, CoreByeKind(requests[entry.pk]))
        elif entry.status == Entry.Status.ABSENT:
            yield Bye(tpn, CoreByeKind.ZERO_POINT)


def forbidden_groups(
    tournament: Tournament, rows: Mapping[int, Entry] | Mapping[int, Team]
) -> tuple[ForbiddenGroup, ...]:
    """Those who must not meet, by their numbers: players, or teams where teams are paired."""
    found = tournament.forbidden_pairings.prefetch_related("entries", "teams").order_by("pk")
    rules = list(found.select_related("tournament"))
    begun = begun_rounds(tournament) if any(rule.sharing for rule in rules) else set()
    return tuple(
        ForbiddenGroup(members, rule.first_round, rule.last_round)
        for rule in rules
        for members in _members(rule, rows, begun)
        if len(members) > 1
    )


def begun_rounds(tournament: Tournament, *, besides: int = 0) -> set[int]:
    """The rounds that were published once, or are paired, `besides` one that is paired anew."""
    not_paired = Q(number=besides) | Q(
        status__in=(RoundRow.Status.PLANNED, RoundRow.Status.PAIRING)
    )
    rounds = tournament.rounds.exclude(not_paired, published_at=None)
    return set(rounds.values_list("number", flat=True))


def _members(
    rule: ForbiddenPairing, rows: Mapping[int, Entry] | Mapping[int, Team], begun: set[int]
) -> Iterable[frozenset[int]]:
    if not rule.sharing:
        named = {one.pk for one in rule.named}
        yield frozenset(tpn for tpn, one in rows.items() if one.pk in named)
        return
    shared: dict[str, set[int]] = defaultdict(set)
    for tpn, one in rows.items():
        number, value = rule.members.get(str(one.pk), (0, ""))
        if number not in begun:
            value = getattr(one, rule.sharing)
        if value and rule.value in ("", value):
            shared[value].add(tpn)
    for _value, members in sorted(shared.items()):
        yield frozenset(members)


def _acceleration(tournament: Tournament, numbers: dict[int, int]) -> Baku | None:
    if tournament.acceleration != Acceleration.BAKU:
        return None
    return Baku(numbers.get(tournament.last_of_first_group_id or 0, 0))
