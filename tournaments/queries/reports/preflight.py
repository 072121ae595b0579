"""Before the report goes out: what is missing in it, each with the place where it is put right,
and what the checker says to the very file."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from pairing.results import KNOWN
from pairing.tools.checker import check
from pairing.trf import read
from tournaments.models import Entry, GameRow, Pairing, Role, Round, Tournament
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import how_computed
from tournaments.snapshot import snapshot
from tournaments.wording.core import in_words
from tournaments.wording.results import printed_result

#: of many games or players, so many are named
MOST = 12


class Weight(StrEnum):
    STOP = "stop"  # no final report before it is put right
    LOOK = "look"  # whoever rates the event may ask
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Link:
    """A place where something is put right."""

    text: str
    link: str


@dataclass(frozen=True, slots=True)
class PreflightItem:
    weight: Weight
    text: str
    places: tuple[Link, ...] = ()
    more: int = 0  # places that are not named


@dataclass(frozen=True, slots=True)
class Preflight:
    items: tuple[PreflightItem, ...]
    rated: int  # games
    unrated: int  # games without a rating: forfeits, less than a move each

    @property
    def ready(self) -> bool:
        return all(item.weight is not Weight.STOP for item in self.items)


def preflight(tournament: Tournament) -> Preflight:
    inside = [tournament.event.slug, tournament.slug]
    rows = list(
        Pairing.objects.games()
        .filter(
            round__tournament=tournament,
            round__status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED],
        )
        .select_related("round")
        .order_by("round__number", "board")
    )
    played = {pk for row in rows for pk in (row.white_id, row.black_id)}
    entries = [entry for entry in tournament.entries.order_by("tpn") if entry.pk in played]
    results = [
        game
        for row in rows
        if row.result
        for game in KNOWN[row.reported_result or row.result].single
    ]
    rated = sum(result.played and result.rated for result in results)
    items = (
        *_games(rows, inside),
        *_rounds(tournament, inside),
        *_players(entries, inside),
        *_about(tournament, inside),
        *_report_only(rows, inside),
    )
    return Preflight(items, rated, len(results) - rated)


def _item(weight: Weight, text: str, places: list[Link]) -> list[PreflightItem]:
    return (
        [PreflightItem(weight, text, tuple(places[:MOST]), max(len(places) - MOST, 0))]
        if places
        else []
    )


def _board(row: GameRow, inside: list[str], name: str) -> Link:
    number = row.round.number
    link = (
        reverse("desk:correct", args=[*inside, number, row.board])
        if name == "correct"
        else f"{reverse('desk:round', args=[*inside, number])}#b{row.board}"
    )
    return Link(f"{number}/{row.board}", link)


def _games(rows: list[GameRow], inside: list[str]) -> list[PreflightItem]:
    open_ = [_board(row, inside, "round") for row in rows if not row.result]
    adjourned = [_board(row, inside, "correct") for row in rows if row.adjourned]
    found = [
        *_item(Weight.STOP, _("Games without a result (round/board)"), open_),
        *_item(Weight.STOP, _("Adjourned games (round/board)"), adjourned),
    ]
    return found or [PreflightItem(Weight.GOOD, _("Every game has its result"))]


def _rounds(tournament: Tournament, inside: list[str]) -> list[PreflightItem]:
    found = dict(tournament.rounds.values_list("number", "status"))
    numbers = [
        number
        for number in range(1, tournament.total_rounds + 1)
        if found.get(number) != Round.Status.FINISHED
    ]
    places = [Link(str(n), reverse("desk:round", args=[*inside, n])) for n in numbers if n in found]
    if places:
        return _item(Weight.STOP, _("Rounds that are not finished"), places)
    if not tournament.finished_at:
        last = reverse("desk:round", args=[*inside, tournament.total_rounds])
        place = Link(_("Finish the tournament"), last)
        return [PreflightItem(Weight.STOP, _("The tournament is not finished"), (place,))]
    return [PreflightItem(Weight.GOOD, _("All rounds are finished, and the tournament"))]


def _players(entries: list[Entry], inside: list[str]) -> list[PreflightItem]:
    wanting: dict[str, Callable[[Entry], bool]] = {
        _("Players without a FIDE ID"): lambda entry: not entry.fide_id,
        _("Players without a federation"): lambda entry: not entry.federation,
        _("Players without a date of birth"): lambda entry: not entry.birth_date,
        _("Players whose sex is not given"): lambda entry: not entry.sex,
    }
    items = []
    for text, lacks in wanting.items():
        places = [
            Link(f"{entry.tpn} {entry.name}", reverse("desk:edit_player", args=[*inside, entry.pk]))
            for entry in entries
            if lacks(entry)
        ]
        items += _item(Weight.LOOK, text, places)
    return items or [
        PreflightItem(Weight.GOOD, _("FIDE ID, federation, birth and sex of every player"))
    ]


def _about(tournament: Tournament, inside: list[str]) -> list[PreflightItem]:
    event = tournament.event
    chiefs = event.staff.filter(role=Role.CHIEF).select_related("user")
    timeless = [
        Link(str(number), f"{reverse('desk:timetable', args=inside)}#id_day_{number}")
        for number in tournament.rounds.filter(starts_at=None).values_list("number", flat=True)
    ]
    unlicensed = [
        Link(duty.user.display_name, reverse("desk:staff", args=[event.slug]))
        for duty in chiefs
        if not duty.user.licence
    ]
    time_control = f"{reverse('desk:settings', args=inside)}#id_time_control"
    missing = {
        _("Time control"): (tournament.time_control, time_control),
        _("City"): (event.city, f"{reverse('desk:edit_event', args=[event.slug])}#id_city"),
        _("Chief arbiter"): (bool(chiefs), reverse("desk:staff", args=[event.slug])),
    }
    places = [Link(text, link) for text, (there, link) in missing.items() if not there]
    found = [
        *_item(Weight.LOOK, _("Missing in the head of the report"), places),
        *_item(Weight.LOOK, _("Chief arbiter without a licence"), unlicensed),
        *_item(Weight.LOOK, _("Rounds without a date"), timeless),
    ]
    return found or [PreflightItem(Weight.GOOD, _("Place, dates, time control and arbiters"))]


def _report_only(rows: list[GameRow], inside: list[str]) -> list[PreflightItem]:
    """C.04.2 art. 4.3: the standings keep one result, the report says the right one."""
    places = [
        Link(
            f"{row.round.number}/{row.board}: {printed_result(row.result)} → "
            f"{printed_result(row.reported_result)}",
            reverse("desk:correct", args=[*inside, row.round.number, row.board]),
        )
        for row in rows
        if row.reported_result
    ]
    return _item(Weight.GOOD, _("Right in the report only; the standings stay"), places)


def can_be_judged(tournament: Tournament) -> bool:
    return tournament.format.ranks_players


def judged(tournament: Tournament) -> tuple[str, ...]:
    """The checker's objections to the report; none when it agrees. Kept until a change."""
    key = f"preflight:{tournament.pk}:{tournament.revision}:{get_language()}"
    found: tuple[str, ...] | None = cache.get(key)
    if found is None:
        before = snapshot(tournament, before_round=tournament.total_rounds + 1, pairing=False)
        known = how_computed(tournament, before)["external"]
        verdict = check(read(report(tournament)), elsewhere=known)
        wrong = [each.number for each in verdict.rounds if not each.agrees]
        found = (
            *_named(_("Pairings of rounds"), wrong),
            *_named(_("Points of players"), [each.player for each in verdict.points]),
            *_named(_("Places of players"), [each.player for each in verdict.ranks]),
            *([in_words(verdict.ranks_problem)] if verdict.ranks_problem else []),
        )
        cache.set(key, found, 3600)
    return found


def _named(text: str, numbers: list[int]) -> list[str]:
    if not numbers:
        return []
    shown = ", ".join(map(str, numbers[:MOST]))
    return [f"{text}: {shown}{' …' if len(numbers) > MOST else ''}"]
