"""One site with something of everything, so that every page has something to show.

Each tournament stands at another moment of its life. Names are long, Turkish and foreign on
purpose: a page that bears these bears any.
"""

import random
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from scripts.bench.events import CLUBS, FEDERATIONS, GIVEN, SURNAMES
from scripts.looks import around
from tests import factories
from tests.tournaments import knockout_events, team_events
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import (
    Entry,
    Event,
    HallScreen,
    Job,
    Knockout,
    Pairing,
    Role,
    StaffMember,
    Tournament,
    User,
)
from tournaments.queries.knockout.course import course_of, game_key
from tournaments.queries.reports.trf import report
from tournaments.services.entries import byes, checkin, forbidden, listing, withdrawals
from tournaments.services.knockout import planning, playoff
from tournaments.services.papers import documents
from tournaments.services.reports import finishing, importing
from tournaments.services.results import correcting, entering
from tournaments.services.rounds import manual_pairing, pairing, publication, schedule
from tournaments.services.setup import copying, invitations, prizes
from tournaments.services.setup.events import create_event, create_tournament

SEED = 20261118
TITLES = ("GM", "GM", "IM", "WGM", "FM", "FM", "CM", "WFM")


@dataclass(slots=True)
class Site:
    chief: User
    event: Event
    #: round 4 of 7 is being played; byes, forfeits, corrections, an adjourned game before it
    open: Tournament
    #: round 2 is a draft, somebody is away
    draft: Tournament
    #: round 2 is being edited by hand
    hand: Tournament
    #: nobody is entered
    empty: Tournament
    #: the check-in is under way
    checkin: Tournament
    #: the last round, three games are still on
    last: Tournament
    #: finished, three were level for first place, and a play-off has decided
    over: Tournament
    playoff: Knockout
    #: level again, and no play-off yet
    level: Tournament
    robin: Tournament
    dubov: Tournament
    knockout: Knockout
    #: a knock-out nobody has announced
    planned: Knockout
    teams: Tournament
    #: teams are entered, nothing is drawn
    undrawn: Tournament
    team_knockout: Tournament
    screen: HallScreen
    webhook: Any
    invitation: str
    list_to_map: int
    report: int
    job: Job
    document: Any


def build() -> Site:
    chief = factories.user("bashakem")
    User.objects.filter(pk=chief.pk).update(
        first_name="Ayşegül", last_name="Demirkıran", is_superuser=True, fide_id="6300001"
    )
    chief.refresh_from_db()
    work = around.register(chief)
    event = create_event(
        by=chief,
        name="XXVII. Uluslararası İzmir Satranç Şöleni",
        starts_on=date(2026, 11, 21),
        ends_on=date(2026, 11, 29),
        city="İzmir",
        venue="Ahmed Adnan Saygun Sanat Merkezi",
        federation="TUR",
        organiser="Türkiye Satranç Federasyonu",
        time_zone="Europe/Istanbul",
    )
    made = _open(event, chief)
    over, final = _over(chief)
    job = documents.request_document(
        tournament=made, kind="standings", number=3, language="tr", by=chief
    )
    document = around.paper(made)
    event = around.emblems(event, chief)
    around.noted(made, chief)
    site = Site(
        chief=chief,
        event=event,
        open=made,
        draft=_draft(event, chief),
        hand=_by_hand(event, chief),
        empty=create_tournament(event=event, by=chief, name="Yıldızlar (16 yaş altı)"),
        checkin=_checkin(event, chief),
        last=_last(event, chief),
        over=over,
        playoff=final,
        level=knockout_events.level_three(name="Eşitlik"),
        robin=_robin(event, chief),
        dubov=_dubov(event, chief),
        knockout=_knockout(),
        planned=knockout_events.knockout(13),
        teams=_teams(),
        undrawn=team_events.team_event(5, 4, drawn=False),
        team_knockout=_team_knockout(),
        screen=around.hall_screens(event, made, chief),
        webhook=around.programs(made, chief),
        invitation=invitations.invitation_link(
            invitations.invite(
                event=event, email="yeni@example.org", role=Role.CLERK, language="en", by=chief
            )
        )
        .rstrip("/")
        .rsplit("/", 1)[1],
        list_to_map=work,
        report=importing.send_report(event=event, data=report(over), by=chief).pk,
        job=job,
        document=document,
    )
    _staff(site)
    return site


# --- People ---------------------------------------------------------------------------------------


def people(count: int, *, seed: int = SEED, unrated: int = 2) -> list[dict[str, Any]]:
    dice = random.Random(seed + count)
    names: set[str] = set()
    while len(names) < count:
        given = dice.choice(GIVEN.split())
        more = f" {dice.choice(GIVEN.split())}" if len(names) % 4 == 0 else ""
        names.add(f"{dice.choice(SURNAMES.split())}, {given}{more}")
    return [
        {
            "name": name,
            "title": TITLES[place] if place < len(TITLES) else "",
            "sex": "w" if place % 5 == 3 else "m",
            "fide_rating": 0 if place >= count - unrated else 2560 - 24 * place,
            "fide_id": ""
            if place >= count - unrated
            else str(7_000_000 + 11 * place + 1000 * count),
            "federation": dice.choice(FEDERATIONS.split()),
            "club": dice.choice(CLUBS),
            "birth_date": str(dice.randrange(1950, 2017)),
            "phone": f"+90 555 000 {place:02} {count:02}",
        }
        for place, name in enumerate(sorted(names, key=lambda one: dice.random()))
    ]


def _tournament(event: Event, chief: User, name: str, players: int, **values: Any) -> Tournament:
    made = create_tournament(
        event=event,
        by=chief,
        name=name,
        time_control="90' + 30\"",
        **({"total_rounds": 5} | values),
    )
    listing.enter_players(tournament=made, by=chief, rows=people(players))
    return made


def _enter(made: Tournament, number: int, chief: User, codes: dict[int, str] | None = None) -> None:
    """Every board its result, as `codes` says or by the dice; an empty code leaves it open."""
    dice = random.Random(SEED + number)
    for row in made.rounds.get(number=number).pairings.games():
        code = dice.choice(("10", "==", "01"))
        if code := (codes or {}).get(row.board, code):
            entering.enter_result(
                tournament=made, pairing_id=row.pk, code=code, version=row.version, by=chief
            )


def _play(made: Tournament, number: int, chief: User, codes: dict[int, str] | None = None) -> None:
    confirmed(pairing.request_pairing, tournament=made, number=number, by=chief)
    confirmed(publication.publish_round, tournament=made, number=number, by=chief)
    _enter(made, number, chief, codes)


def _entry(made: Tournament, tpn: int) -> Entry:
    return made.entries.get(tpn=tpn)


def _half_point(made: Tournament, tpn: int, *, round_number: int, by: User) -> None:
    confirmed(
        byes.grant_bye,
        tournament=made,
        entry=_entry(made, tpn),
        round_number=round_number,
        kind="H",
        by=by,
    )


# --- Swiss tournaments ----------------------------------------------------------------------------


def _open(event: Event, chief: User) -> Tournament:
    made = _tournament(
        event,
        chief,
        "Açık (A grubu)",
        29,
        total_rounds=7,
        late_entries_until=3,
        regulations="Cep telefonları kapalı olarak çantada durur.\n\nNo smoking in the hall.",
        prizes="1. 40 000 TL\n2. 20 000 TL\n3. 10 000 TL\n\nEn iyi kadın: 5 000 TL",
        live_url="https://example.org/live",
    )
    days: dict[int, datetime | None] = {
        number: datetime.combine(event.starts_on + timedelta(days=number - 1), time(14), event.zone)
        for number in range(1, 8)
    }
    copying.set_schedule(tournament=made, times=days, by=chief)
    confirmed(
        forbidden.forbid,
        tournament=made,
        entries=[_entry(made, 4), _entry(made, 19)],
        reason="Kardeş",
        by=chief,
    )
    Entry.objects.filter(tournament=made, tpn=9).update(
        fixed_board=1, note="Tekerlekli sandalye, girişe yakın masa"
    )
    _half_point(made, 21, round_number=1, by=chief)
    _play(made, 1, chief, {3: "+-", 5: "--"})
    publication.finish_round(tournament=made, number=1, by=chief)
    for row in people(2, seed=7, unrated=0):
        listing.enter_player(tournament=made, by=chief, values=row | {"title": ""})
    for away in made.entries.filter(status=Entry.Status.ABSENT)[:1]:
        checkin.mark_present(tournament=made, entry=away, by=chief)
    _half_point(made, 12, round_number=2, by=chief)
    _play(made, 2, chief)
    publication.finish_round(tournament=made, number=2, by=chief)
    confirmed(withdrawals.withdraw_player, tournament=made, entry=_entry(made, 26), by=chief)
    _play(made, 3, chief, {2: "??"})
    confirmed(pairing.request_pairing, tournament=made, number=4, by=chief)
    confirmed(publication.publish_round, tournament=made, number=4, by=chief)
    wrong = Pairing.objects.get(round__tournament=made, round__number=3, board=4)
    confirmed(
        entering.enter_result,
        tournament=made,
        pairing_id=wrong.pk,
        code="10" if wrong.result != "10" else "01",
        version=wrong.version,
        by=chief,
        reason="Eşleşme kâğıdında öyle yazıyor; iki oyuncu da doğruladı",
    )
    early = Pairing.objects.get(round__tournament=made, round__number=1, board=6)
    confirmed(
        correcting.correct_report,
        tournament=made,
        pairing_id=early.pk,
        code="10" if early.result != "10" else "01",
        reason="Rapor için",
        by=chief,
    )
    boards = made.rounds.get(number=4).pairings.games().count()
    _enter(made, 4, chief, dict.fromkeys(range(5, boards + 1), "") | {2: "-+"})
    return Tournament.objects.get(pk=made.pk)


def _draft(event: Event, chief: User) -> Tournament:
    made = _tournament(event, chief, "B grubu", 11)
    _play(made, 1, chief)
    publication.finish_round(tournament=made, number=1, by=chief)
    checkin.mark_absent(tournament=made, entry=_entry(made, 10), by=chief)
    pairing.request_pairing(tournament=made, number=2, by=chief)
    return Tournament.objects.get(pk=made.pk)


def _by_hand(event: Event, chief: User) -> Tournament:
    made = _tournament(event, chief, "C grubu", 9)
    _play(made, 1, chief)
    confirmed(pairing.request_pairing, tournament=made, number=2, by=chief)
    manual_pairing.begin(tournament=made, number=2, by=chief)
    two = made.rounds.get(number=2).pairings.games().order_by("board")[:2]
    one, other = (row.white.tpn for row in two)
    confirmed(manual_pairing.swap, tournament=made, number=2, one=one, two=other, by=chief)
    manual_pairing.unpair(
        tournament=made,
        number=2,
        tpn=made.rounds.get(number=2).pairings.get(board=3).white.tpn or 0,
        by=chief,
    )
    return Tournament.objects.get(pk=made.pk)


def _checkin(event: Event, chief: User) -> Tournament:
    made = _tournament(event, chief, "Veteranlar (65+)", 12, no_byes_in_last=1)
    _half_point(made, 3, round_number=1, by=chief)
    for tpn in (1, 2, 5, 8, 9):
        checkin.mark_present(tournament=made, entry=_entry(made, tpn), by=chief)
    return Tournament.objects.get(pk=made.pk)


def _last(event: Event, chief: User) -> Tournament:
    made = _tournament(event, chief, "Hızlı", 10, total_rounds=3, rating_type="rapid")
    for number in (1, 2):
        _play(made, number, chief)
        publication.finish_round(tournament=made, number=number, by=chief)
    _play(made, 3, chief, {1: "", 2: "", 3: ""})
    listed = [
        prizes.PrizeRow(1, 1, Decimal(10000), "Kupa"),
        prizes.PrizeRow(2, 3, Decimal("2500.50")),
        prizes.PrizeRow(1, 1, Decimal(1000), "Satranç saati", "women"),
    ]
    shared = {"prize_currency": "TL", "prize_sharing": "hort"}
    prizes.set_prizes(tournament=made, rows=listed, values=shared, by=chief)
    return Tournament.objects.get(pk=made.pk)


def _over(chief: User) -> tuple[Tournament, Knockout]:
    made = knockout_events.level_three(chief=factories.user(), name="Şampiyona finali")
    _invited(made.event, chief)
    final = playoff.prepare_playoff(tournament=made, place=1, level=[], by=chief)
    planning.announce(knockout=final, by=chief)
    knockout_events.play_out(final)
    confirmed(finishing.finish_tournament, tournament=made, by=chief)
    return Tournament.objects.get(pk=made.pk), Knockout.objects.get(pk=final.pk)


def _robin(event: Event, chief: User) -> Tournament:
    made = _tournament(
        event, chief, "Berger", 6, system="handbook.round_robin", tie_breaks=["DE", "WIN", "SB"]
    )
    confirmed(schedule.show_schedule, tournament=made, public=True, by=chief)
    for number in (1, 2):
        _play(made, number, chief)
    return Tournament.objects.get(pk=made.pk)


def _dubov(event: Event, chief: User) -> Tournament:
    made = _tournament(event, chief, "Dubov", 8, system="handbook.dubov", tie_breaks=["BH"])
    _play(made, 1, chief)
    confirmed(pairing.request_pairing, tournament=made, number=2, by=chief)
    return Tournament.objects.get(pk=made.pk)


# --- Knock-outs and teams -------------------------------------------------------------------------


def _knockout() -> Knockout:
    """The first match waits for a lot, others are under way."""
    found = knockout_events.announced(knockout_events.knockout(6))
    for place, due in enumerate(list(course_of(found).progress.due)):
        row = course_of(found).games.get(game_key(due))
        if row is None or not row.result:
            knockout_events.enter(found, due, "==" if place == 0 else "10")
    first = course_of(found).progress.due
    if first:
        knockout_events.enter(found, first[0], "==")
    return Knockout.objects.get(pk=found.pk)


def _teams() -> Tournament:
    made = team_events.team_event(4, 3, reserves=2)
    names = ("Karşıyaka Belediyespor", "Çankaya Üniversitesi SK", "Şişli", "Ümraniye Gençlik")
    for letter, name in zip("ABCD", names, strict=True):
        made.teams.filter(name=letter).update(name=name, captain=f"Kaptan {name.split()[0]}")
    for entry, row in zip(made.entries.order_by("pk"), people(20, unrated=0), strict=True):
        Entry.objects.filter(pk=entry.pk).update(name=row["name"], title=row["title"])
    team_events.play_round(made, 1)
    publication.finish_round(tournament=made, number=1, by=None)
    team_events.open_round(made, 2)
    team_events.enter(made, 2, lambda row: "==" if (row.board or 0) < 4 else "")
    return Tournament.objects.get(pk=made.pk)


def _team_knockout() -> Tournament:
    made = team_events.team_event(3, 2, system="handbook.team_knockout", drawn=False)
    knockout_events.announced(made.knockouts.get())
    team_events.play_round(made, 1, team_events.stronger)
    return Tournament.objects.get(pk=made.pk)


# --- Staff ----------------------------------------------------------------------------------------


def _invited(event: Event, chief: User) -> None:
    StaffMember.objects.get_or_create(event=event, user=chief, defaults={"role": Role.CHIEF})


def _staff(site: Site) -> None:
    """The chief may open everything that the factories have made for others."""
    for user, role, names in (
        ("yardimci", Role.ARBITER, ("Burak", "Şahin")),
        ("masa", Role.CLERK, ("Çağla", "Işıklar")),
    ):
        made = factories.user(user, role=role, event=site.event)
        User.objects.filter(pk=made.pk).update(first_name=names[0], last_name=names[1])
    for event in Event.objects.exclude(pk=site.event.pk):
        StaffMember.objects.get_or_create(
            event=event, user=site.chief, defaults={"role": Role.CHIEF}
        )
