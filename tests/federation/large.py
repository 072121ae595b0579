"""A federation whose tables are large, made by the database: ten years of events, one a day or so.

Everything has the number n: event, its entry in the calendar, its section and tournament, player,
club. `MIDDLE` is one of them, long over; `NOW` is being played, `SOON` open for entries.
"""

from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from federation.core.rating_rules import DEFAULT
from federation.models import (
    Appointment,
    Arbiter,
    Booking,
    CalendarEvent,
    Charge,
    Club,
    Cup,
    CupCategory,
    CupEvent,
    CupSection,
    Licence,
    ListedRating,
    Member,
    Membership,
    MonthList,
    PlayerResult,
    Province,
    Qualification,
    Quota,
    RatingRun,
    Section,
    TeamResult,
    Transfer,
    Working,
)
from federation.services.qualification import publish_qualification
from tests import factories
from tournaments.management.demo.bulk import insert
from tournaments.models import (
    Entry,
    Event,
    Pairing,
    PastRating,
    RatingList,
    RegisteredPlayer,
    RegisterWord,
    Round,
    Team,
    Tournament,
)

ROWS = 10_500
#: more than this is a large table
LARGE = 10_000
NOW, SOON = ROWS - 30, ROWS - 5
MIDDLE = ROWS // 2
PROVINCES = 20
#: numbers begin behind those of other tests
BASE = 1_000_000
_N = f"generate_series(1, {ROWS}) n"
_NAME = "(n % 700 || 'kaya, Deniz' || n % 90)"
#: as many as there are; no large table. One player in seventy is an arbiter.
CLUBS, ARBITERS = 900, 900


def fill() -> None:
    """All within the caller's transaction, with what the planner knows of it."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        _Filling(cursor).everything()
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("ANALYZE")


class _Filling:
    def __init__(self, cursor: Any) -> None:
        self.cursor = cursor

    def add(self, model: Any, source: str = _N, **columns: str) -> None:
        if model._meta.pk.column == "id":
            columns.setdefault("id", f"{BASE} + n")
        insert(self.cursor, model, source, **columns)

    def everything(self) -> None:
        self._people()
        self._events()
        self._games()
        self._entries()
        self._lists()
        self._cup()

    def _people(self) -> None:
        self.add(
            Province, f"generate_series(1, {PROVINCES}) n",
            code="n::text", name="'Province ' || n", slug="'province-' || n",
        )  # fmt: skip
        province = f"{BASE} + n % {PROVINCES} + 1"
        club = f"{BASE} + n % {CLUBS} + 1"
        self.add(
            Club, f"generate_series(1, {CLUBS}) n", code="n::text", name="'Club ' || n",
            slug="'club-' || n", city="'City ' || n % 90", province_id=province,
        )  # fmt: skip
        self.add(
            RegisteredPlayer, name=_NAME, search_key=f"lower(replace({_NAME}, ',', ''))",
            federation="'TUR'", national_id="n::text", fide_id="n::text", birth_date="'1990'",
            standard="1000 + n % 1500", national="1000 + n % 1400", rapid="1000 + n % 1300",
            list_month="date_trunc('month', current_date)",
            national_month="date_trunc('month', current_date)",
        )  # fmt: skip
        words = "SELECT DISTINCT unnest(string_to_array(search_key, ' ')) FROM "
        self.cursor.execute(
            f"INSERT INTO {RegisterWord._meta.db_table} (word) {words}"
            f"{RegisteredPlayer._meta.db_table} ON CONFLICT DO NOTHING"
        )
        player = f"{BASE} + n"
        self.add(
            Member, player_id=player, province_id=province, club_id=club,
            strength="1000 + n % 1500", born_on="date '1990-01-01' + n % 9000",
        )  # fmt: skip
        self.add(Membership, player_id=player, club_id=club, from_on="current_date - 900")
        self.add(
            Licence, player_id=player, number="n::text", category="'player'",
            valid_from="current_date - 200", valid_until="current_date + 100",
        )  # fmt: skip
        self.add(
            Transfer, player_id=player, to_club_id=club, state="'approved'",
            on="current_date - 900",
        )  # fmt: skip
        self.add(
            Arbiter, f"generate_series(1, {ARBITERS}) n",
            player_id=f"{BASE} + n * {ROWS // ARBITERS}",  # all over the register
            level="(ARRAY['IA','FA','NA','PA','CA'])[n % 5 + 1]",
            province_id=province, languages="'{tr}'",
        )  # fmt: skip
        lists = ((RatingList.Kind.NATIONAL, "TUR"), (RatingList.Kind.FIDE, ""))
        for kind, federation in lists:
            RatingList.objects.create(
                kind=kind, federation=federation, month=timezone.localdate().replace(day=1)
            )
        self.add(
            PastRating, player_id=player, kind="'national'", national="1500",
            month="current_date - 90", until="current_date - 30",
        )  # fmt: skip

    def _events(self) -> None:
        # The last sixty begin from a month ago on, one a day.
        starts = (
            f"current_date + CASE WHEN n > {ROWS - 60} THEN n - {ROWS - 30} "
            f"ELSE -30 - ({ROWS} - n) * 3600 / {ROWS} END"
        )
        over = f"n < {ROWS - 31}"
        dates = {"starts_on": starts, "ends_on": f"{starts} + 2"}
        self.add(
            Event, name="'Open ' || n", slug="'open-' || n", city="'City ' || n % 90",
            organiser="'Club ' || n", shorten_minors="n % 3 = 0",
            federation="'TUR'", time_zone="'Europe/Istanbul'", **dates,
        )  # fmt: skip
        self.add(
            CalendarEvent, state="'approved'", event_id=f"{BASE} + n", name="'Open ' || n",
            province_id=f"{BASE} + n % {PROVINCES} + 1", club_id=f"{BASE} + n % {CLUBS} + 1",
            city="'City ' || n % 90", teams="n % 9 = 0", fide_rated="n % 7 = 0",
            time="(ARRAY['standard','rapid','blitz'])[n % 3 + 1]",
            age_groups="CASE WHEN n % 4 = 0 THEN ARRAY['U12'] ELSE ARRAY['open'] END::varchar[]",
            sent_at="now() - interval '100 days'", entries_from="now() - interval '90 days'",
            entries_until=f"({starts})::timestamptz - interval '1 day'", **dates,
        )  # fmt: skip
        self.add(
            Tournament, event_id=f"{BASE} + n", name="'Open'", slug="'open'", seed="n",
            total_rounds="5", initial_colour="'w'", tie_breaks="ARRAY['BH']::varchar[]",
            system="CASE WHEN n % 9 = 0 THEN 'fide2026.team' ELSE 'fide2026.dutch' END",
            finished_at=f"CASE WHEN {over} THEN now() - interval '40 days' END",
        )  # fmt: skip
        self.add(
            Section, calendar_id=f"{BASE} + n", name="'Open'", tournament_id=f"{BASE} + n",
            places="40",
        )  # fmt: skip
        self.add(
            Appointment, calendar_id=f"{BASE} + n", arbiter_id=f"{BASE} + n % {ARBITERS} + 1",
            role="'chief'",
            state="'confirmed'", **dates,
        )  # fmt: skip

    def _games(self) -> None:
        """In each event two players, who meet in round 1."""
        player = f"{BASE} + (n * 7 + k * 3511) % {ROWS} + 1"
        two = f"{_N}, generate_series(0, 1) k"
        self.add(
            Entry, two, id=f"{BASE} + n * 2 + k", tournament_id=f"{BASE} + n", player_id=player,
            tpn="k + 1", name=_NAME, rating="1500", status="'present'",
        )  # fmt: skip
        self.add(
            Round, tournament_id=f"{BASE} + n", number="1",
            status=f"CASE WHEN n < {ROWS - 31} THEN 'finished' "
            f"WHEN n <= {NOW} THEN 'published' ELSE 'planned' END",
        )  # fmt: skip
        self.add(
            Pairing, round_id=f"{BASE} + n", board="1", white_id=f"{BASE} + n * 2",
            black_id=f"{BASE} + n * 2 + 1",
            result=f"CASE WHEN n < {ROWS - 31} THEN '10' ELSE '' END",
        )  # fmt: skip
        self.add(
            PlayerResult, two, entry_id=f"{BASE} + n * 2 + k", player_id=player,
            tournament_id=f"{BASE} + n", event_id=f"{BASE} + n", kind="'standard'",
            ended_on=f"current_date - ({ROWS} - n) * 3600 / {ROWS}", place="k + 1", players="2",
            games="1", points="10 * (1 - k)", change="100",
        )  # fmt: skip
        self.add(Team, tournament_id=f"{BASE} + n", name="'Club ' || n", link_key="'k' || n")
        self.add(
            TeamResult, team_id=f"{BASE} + n", club_id=f"{BASE} + n % {CLUBS} + 1",
            tournament_id=f"{BASE} + n", event_id=f"{BASE} + n", teams="2",
            ended_on=f"current_date - ({ROWS} - n) * 3600 / {ROWS}",
        )  # fmt: skip

    def _entries(self) -> None:
        near = f"{BASE} + {ROWS} - n % 525"
        self.add(
            Booking, calendar_id=near, section_id=near, player_id=f"{BASE} + n", name=_NAME,
            email="'a@example.org'", state="'accepted'", confirmed_at="now()", place_in_line="n",
        )  # fmt: skip
        self.add(
            Charge, calendar_id=near, booking_id=f"{BASE} + n", reference="'R' || n", amount="100",
            currency="'TRY'",
        )  # fmt: skip

    def _lists(self) -> None:
        """Five months' national lists with everybody in them, and their working."""
        this = timezone.localdate().replace(day=1)
        run = RatingRun.objects.create(state=RatingRun.State.PUBLISHED, published_at=timezone.now())
        for ago in range(5):
            month = (this - timedelta(days=30 * ago)).replace(day=1)
            made = MonthList.objects.create(
                run=run, series="national", month=month, worked_at=timezone.now(), players=ROWS,
                constants=DEFAULT, kinds=["standard"],
            )  # fmt: skip
            first = f"{BASE} + {ago} * {ROWS} + n"
            self.add(
                ListedRating, id=first, list_id=str(made.pk), player=f"{BASE} + n", name=_NAME,
                sex="CASE WHEN n % 9 = 0 THEN 'w' ELSE 'm' END", born="1950 + n % 68",
                federation="'TUR'", club=f"{BASE} + n % {CLUBS} + 1",
                province=f"{BASE} + n % {PROVINCES} + 1", rating="1000 + n % 1400", games="1",
                change="n % 41 - 20",
            )  # fmt: skip
            packed = """'{"p": [1500, 20, 1990, 40, 1600, 1500], "g": [], "past": []}'::jsonb"""
            self.add(
                Working, id=first, list_id=str(made.pk), player=f"{BASE} + n", rated="true",
                new="1500", data=packed,
            )  # fmt: skip

    def _cup(self) -> None:
        """A cup of an event that is over and one being played, and who qualifies by it."""
        cup = Cup.objects.create(
            name="Large", slug="large", year=timezone.localdate().year, state=Cup.State.OPEN,
            table=[25, 20],
        )  # fmt: skip
        section = CupSection.objects.create(cup=cup, name="Open", slug="open")
        CupCategory.objects.create(cup=cup, name="U12", slug="u12", age_until=12)
        for number in (MIDDLE, NOW):
            CupEvent.objects.create(section=section, tournament_id=BASE + number)
        made = Qualification.objects.create(name="Large", slug="large", year=cup.year)
        for values in (
            {"source": Quota.Source.EVENT, "tournament_id": BASE + MIDDLE},
            {"source": Quota.Source.CUP, "section": section},
            {"source": Quota.Source.RATING, "rating": "national", "each_province": True},
        ):
            Quota.objects.create(qualification=made, places=2, **values)
        publish_qualification(qualification=made, by=factories.user())
