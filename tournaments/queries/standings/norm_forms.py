"""Everything that FIDE's forms for title norms ask of an event: IT1, IT3, IT4, FA1 and IA1.

An article is given with each figure that one rules; what the event does not meet is said.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

from django.db.models import Q

from ratings.exact import half_up
from ratings.norms.cases import form
from ratings.norms.event import NormEvent, card_of
from ratings.norms.titles import HOLDERS, UNRATED, open_titles
from ratings.norms.verdict import Judge, Verdict
from tournaments.models import Entry, Pairing, Role, StaffMember, Tournament
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.norm_prospects import Made
from tournaments.queries.standings.norms import norm_event
from tournaments.queries.standings.table import last_complete_round
from tournaments.snapshot import Snapshot, snapshot

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
#: days before the event by which it is registered (B.01 1.1.1)
REGISTERED_BEFORE = timedelta(days=30)
#: B.01 1.1.2
MOST_ROUNDS_A_DAY = 2


@dataclass(frozen=True, slots=True)
class CardLine:
    """A game that counts for a norm."""

    round: int
    opponent: Entry
    rating: int  # as listed; 0 = unrated
    counted: int  # by 1.4.6
    halves: int


@dataclass(frozen=True, slots=True)
class NormCard:
    """A certificate, or why there is none: `verdict.fails` then says it."""

    entry: Entry
    title: str
    verdict: Verdict
    lines: tuple[CardLine, ...]
    #: figures of the form: federations, not_own, host, rated, titles
    counts: dict[str, int]
    titles: dict[str, int]

    @property
    def made(self) -> Made:
        return Made(self.entry, self.title, self.verdict)


def norm_cards(tournament: Tournament, player: int | None = None) -> tuple[NormCard, ...]:
    """Every norm that was made; of one player (an entry's id) also those that were not."""
    after = last_complete_round(tournament)
    record = snapshot(tournament, before_round=after + 1, pairing=False)
    event = norm_event(tournament, record, record.state)
    return tuple(
        card
        for tpn, entry in record.entries.items()
        if player is None or entry.pk == player
        for card in _cards(event, record, tpn, asked=player is not None)
    )


def _cards(event: NormEvent, record: Snapshot, tpn: int, *, asked: bool) -> Iterator[NormCard]:
    card = card_of(event, tpn)
    for title in open_titles(card.player.title, woman=card.player.woman):
        judge = Judge(event, title, card)
        verdict = judge.best() if asked else judge.norm()
        if verdict is None:
            continue
        opponents = [game.opponent for game in verdict.games]
        told = form(event, card.player, opponents) if opponents else {}
        raised = verdict.result.raised_round if verdict.result else None
        lines = tuple(
            CardLine(
                game.round,
                record.entries[game.opponent.id],
                game.rating or 0,
                title.floor if game.round == raised else game.rating or UNRATED,
                game.halves,
            )
            for game in verdict.games
        )
        counts = {key: told[key] for key in told if key != "titles"}
        titles = told.get("titles", dict.fromkeys(HOLDERS, 0))
        yield NormCard(record.entries[tpn], title.name, verdict, lines, counts, titles)


class Met(StrEnum):
    """Whether the event meets an article."""

    YES = "yes"
    NO = "no"
    OPEN = "open"  # the data here do not say


@dataclass(frozen=True, slots=True)
class Requirement:
    code: str  # a sentence of `wording.norm_forms`
    article: str
    met: Met


@dataclass(frozen=True, slots=True)
class EventFigures:
    """The players who met somebody, counted."""

    players: int
    rated: int
    unrated: int
    host: int
    foreign: int
    federations: int
    average: int
    titles: dict[str, int]
    days: dict[date, int]  # rounds a day
    chiefs: tuple[StaffMember, ...]
    arbiters: tuple[StaffMember, ...]
    requirements: tuple[Requirement, ...]


def event_figures(tournament: Tournament) -> EventFigures:
    event = tournament.event
    people = _who_played(tournament)
    flags = Counter(one.federation for one in people)
    rated = [one.fide_rating for one in people if one.fide_rating]
    staff = list(event.staff.select_related("user").order_by("pk"))
    chiefs = tuple(one for one in staff if one.role == Role.CHIEF)
    arbiters = tuple(one for one in staff if one.role == Role.ARBITER)
    starts = tournament.rounds.exclude(starts_at=None).values_list("starts_at", flat=True)
    days = Counter(moment.astimezone(event.zone).date() for moment in starts if moment)
    return EventFigures(
        players=len(people),
        rated=len(rated),
        unrated=len(people) - len(rated),
        host=flags[event.federation],
        foreign=len(people) - flags[event.federation],
        federations=len(flags.keys() - {"", "FID", "NON"}),
        average=half_up(Fraction(sum(rated), len(rated))) if rated else 0,
        titles={title: sum(one.title == title for one in people) for title in TITLES},
        days=dict(sorted(days.items())),
        chiefs=chiefs,
        arbiters=arbiters,
        requirements=tuple(_requirements(tournament, people, days, chiefs, arbiters)),
    )


def _who_played(tournament: Tournament) -> list[Entry]:
    """Those who were paired in a published round; before the first one everybody on the list."""
    games = Pairing.objects.games().filter(round__tournament=tournament, round__status__in=PUBLIC)
    ids = {pk for pair in games.values_list("white_id", "black_id") for pk in pair}
    entries = tournament.entries.exclude(status=Entry.Status.EXPELLED)
    return list(entries.filter(Q(pk__in=ids)) if ids else entries)


def _requirements(
    tournament: Tournament,
    people: list[Entry],
    days: Counter[date],
    chiefs: tuple[StaffMember, ...],
    arbiters: tuple[StaffMember, ...],
) -> Iterator[Requirement]:
    def told(met: bool) -> Met:
        return Met.YES if met else Met.NO

    standard = tournament.rating_type == "standard"
    yield Requirement("standard", "0.1", told(standard))
    yield Requirement("registered", "1.1.1", Met.OPEN)
    whole = sum(days.values()) == tournament.total_rounds
    most = max(days.values(), default=0)
    met = told(most <= MOST_ROUNDS_A_DAY) if whole or most > MOST_ROUNDS_A_DAY else Met.OPEN
    yield Requirement("rounds_a_day", "1.1.2", met)
    yield Requirement("hours", "1.1.3", Met.OPEN)
    licences = [one.user.licence.upper().split() for one in chiefs]
    titled = any("IA" in words or "FA" in words for words in licences)
    unknown = bool(chiefs) and not any(licences)
    yield Requirement("chief", "1.1.5", Met.OPEN if unknown else told(titled))
    ids = {one.user.fide_id for one in (*chiefs, *arbiters)} - {""}
    playing = bool(ids & {one.fide_id for one in people})
    yield Requirement("no_playing_arbiter", "1.1.6", told(not playing) if ids else Met.OPEN)
    known = tournament.format.swiss or bool(tournament.format.cycles)
    yield Requirement("format", "1.4.2 e", told(known or tournament.format.eliminates))
