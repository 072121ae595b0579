"""A federation's site, invented by the database itself: years of events with their games and their
history, and a register of millions.

Everything follows from numbers, so the same size gives the same site, whenever it is made; only
the dates move, so that a few events are always under way.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection, models, transaction

from tournaments.management.demo.bulk import insert
from tournaments.models import (
    Document,
    DoorRecord,
    Entry,
    Event,
    Job,
    LogEntry,
    OpenSession,
    Pairing,
    RegisteredPlayer,
    RegisterWord,
    Round,
    StaffMember,
    Tournament,
    User,
)

#: addresses of events and names of people that were invented here begin so
MARK = "size-"
ROUNDS = 9
#: numbers are given to entries by event, with room between them
ROOM = 100
#: the papers of an event
PAPERS = 13

_GIVEN = (
    "Mehmet Ayse Ahmet Zeynep Ali Elif Emir Defne Kerem Nil Ivan Anna Lukas Lena Jan Maria Marco "
    "Sara Pablo Lucia Arjun Divya Wei Lin James Grace Ege Duru Omer Ece Burak Asya Deniz Melis "
    "Tuna Ceren Umut Gul Kaan Fatma"
)
_STEMS = (
    "Yil Kay Cel Dem Oz Sah Kur Ar Ay Gun Tek Ak Bul Er Kili Do Co Un Sa Ka Ta Gu Bo Al Iva Petr "
    "Sidor Kuz Mul Schm Fisch Gar Fern Rodri Kow Wis Ros Bian Shar Gup"
)
_MIDDLES = "ba ke lo mi su ra ne to vi da ge ho ju pa ri se ta zo na le mo ki du"
_ENDS = (
    "maz diz turk ik ir kan han tepe soy men tas bey gun lar demir oglu ci gul oy bas ov ev in sky "
    "enko ler ner mann bauer stein ez andez cia alski owski cik si ini rma jan"
)
_CITIES = "Izmir Ankara Istanbul Bursa Antalya Adana Konya Mersin Eskisehir Trabzon Samsun Kars"
_FEDERATIONS = "TUR TUR TUR TUR TUR TUR GER AZE GEO UKR GRE POL ESP IND RUS"


@dataclass(frozen=True, slots=True)
class Size:
    events: int = 5_000
    registered: int = 2_100_000
    #: events of one person
    duties: int = 500
    #: how addresses of events and names of people begin
    mark: str = MARK

    @property
    def users(self) -> int:
        return max(self.events // 5, 10)


def people_of(event: str) -> str:
    """Players in the event of this number: 30, 40, 50, 60 or 70."""
    return f"(30 + {event} % 5 * 10)"


def fill(size: Size, *, busy: User) -> dict[str, int]:
    """Fill the tables; `busy` gets duties in many events. The number of new rows by table."""
    with transaction.atomic(), connection.cursor() as cursor:
        # Rows refer to rows of the same statement: nothing is gained by looking each one up.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute("SET LOCAL statement_timeout = 0")  # the limit is for pages
        cursor.execute("SET LOCAL maintenance_work_mem = '512MB'")
        cursor.execute("SET LOCAL work_mem = '128MB'")
        return _Filling(cursor, size, busy).everything()


class _Filling:
    def __init__(self, cursor: Any, size: Size, busy: User) -> None:
        self.cursor, self.size, self.busy = cursor, size, busy
        self.first = {model: self._free(model) for model in (User, Event, Tournament, Round, Entry)}
        self.rows: dict[str, int] = {}

    def everything(self) -> dict[str, int]:
        self._users()
        self._events()
        self._staff()
        self._rounds()
        self._entries()
        self._games()
        self._history()
        self._papers()
        self._door()
        self._register()
        for model in self.first:
            self._count_on(model)
        return self.rows

    def _users(self) -> None:
        given, family = _pick(_GIVEN, "n"), _family("n * 7")
        self._insert(
            User,
            f"generate_series(1, {self.size.users}) n",
            id=f"{self.first[User]} + n",
            username=f"'{self.size.mark}' || n",
            first_name=given,
            last_name=family,
            email=f"'{self.size.mark}' || n || '@example.org'",
            password="'!'",
            date_joined="now()",
            is_active="true",
        )

    def _events(self) -> None:
        series = f"generate_series(1, {self.size.events}) n"
        # Eight years of events, of which the last sixty begin from today on.
        starts = (
            f"current_date + CASE WHEN n > {self.size.events - 60} "
            f"THEN (n - {self.size.events - 40}) ELSE -((({self.size.events} - n) * 2920) / "
            f"{self.size.events}) - 21 END"
        )
        self._insert(
            Event,
            series,
            id=f"{self.first[Event]} + n",
            name=f"{_pick(_CITIES, 'n')} || ' Open ' || n",
            slug=f"'{self.size.mark}' || n",
            city=_pick(_CITIES, "n"),
            venue="'Hall ' || n % 90",
            federation="'TUR'",
            organiser="'Federation'",
            starts_on=starts,
            ends_on=f"{starts} + 8",
            time_zone="'Europe/Istanbul'",
        )
        self._insert(
            Tournament,
            series,
            id=f"{self.first[Tournament]} + n",
            event_id=f"{self.first[Event]} + n",
            name="'Open'",
            slug="'open'",
            seed="n",
            total_rounds=str(ROUNDS),
            tie_breaks="ARRAY['BH/C1','BH','SB','DE','WIN','BPG']::varchar[]",
            finished_at=f"CASE WHEN n <= {self._over} THEN now() - interval '20 days' END",
            revision="1000",
            initial_colour="'w'",
        )

    @property
    def _over(self) -> int:
        """Events up to this number are finished; the others are in their fifth round."""
        return self.size.events - min(60, self.size.events // 3)

    def _staff(self) -> None:
        roles = ("chief", "arbiter", "clerk")
        self._insert(
            StaffMember,
            f"generate_series(1, {self.size.events}) n, generate_series(0, 2) k",
            event_id=f"{self.first[Event]} + n",
            user_id=f"{self.first[User]} + 1 + (n * 3 + k) % {self.size.users}",
            role=f"(ARRAY{list(roles)})[k + 1]",
        )
        self._insert(
            StaffMember,
            f"generate_series({max(1, self.size.events - self.size.duties + 1)}, "
            f"{self.size.events}) n",
            event_id=f"{self.first[Event]} + n",
            user_id=str(self.busy.pk),
            role="'chief'",
        )

    def _rounds(self) -> None:
        played = (
            f"CASE WHEN n <= {self._over} OR r < 5 THEN 'finished' "
            "WHEN r = 5 THEN 'published' ELSE 'planned' END"
        )
        out = f"CASE WHEN n <= {self._over} OR r <= 5 THEN now() - interval '1 day' END"
        self._insert(
            Round,
            f"generate_series(1, {self.size.events}) n, generate_series(1, {ROUNDS}) r",
            id=f"{self.first[Round]} + n * 10 + r",
            tournament_id=f"{self.first[Tournament]} + n",
            number="r",
            status=played,
            paired_at=out,
            published_at=out,
        )

    def _entries(self) -> None:
        self._insert(
            Entry,
            f"generate_series(1, {self.size.events}) n "
            f"CROSS JOIN LATERAL generate_series(1, {people_of('n')}) p",
            id=f"{self.first[Entry]} + n * {ROOM} + p",
            tournament_id=f"{self.first[Tournament]} + n",
            tpn="p",
            name=f"{_family('n * 31 + p * 17')} || ', ' || {_pick(_GIVEN, 'n * 3 + p * 7')}",
            title="CASE p WHEN 1 THEN 'GM' WHEN 2 THEN 'IM' WHEN 3 THEN 'FM' ELSE '' END",
            sex="CASE WHEN p % 5 = 0 THEN 'w' ELSE 'm' END",
            rating="2550 - p * 12",
            fide_rating="2550 - p * 12",
            federation=_pick(_FEDERATIONS, "n + p"),
            fide_id="(6000000 + (n * 97 + p * 13) % 900000 * 2 + p % 2)::text",
            birth_date="(1960 + (n + p * 7) % 58)::text",
            status="'present'",
        )

    def _games(self) -> None:
        """By Berger's circle: nobody meets twice, everybody plays in every round."""
        other = "(r - a + 2 * (people - 1) - 1) % (people - 1) + 1"
        first, second = f"{self.first[Entry]} + n * {ROOM} + a", "b"
        source = (
            f"(SELECT n, r, a, {people_of('n')} AS people "
            f"FROM generate_series(1, {self.size.events}) n, generate_series(1, {ROUNDS}) r "
            f"CROSS JOIN LATERAL generate_series(1, {people_of('n')} - 1) a "
            f"WHERE n <= {self._over} OR r <= 5) seats "
            f"CROSS JOIN LATERAL (SELECT {other} AS met) m "
            f"CROSS JOIN LATERAL (SELECT {self.first[Entry]} + n * {ROOM} + "
            f"CASE WHEN met = a THEN people ELSE met END AS b) o WHERE met >= a"
        )
        white = f"CASE WHEN (a + r) % 2 = 0 THEN {first} ELSE {second} END"
        black = f"CASE WHEN (a + r) % 2 = 0 THEN {second} ELSE {first} END"
        open_game = f"n > {self._over} AND r = 5 AND a % 3 = 0"
        dice = "(ARRAY['10','==','01','10','10','01','=='])[(a * 7 + r * 13 + n * 5) % 7 + 1]"
        self._insert(
            Pairing,
            source,
            round_id=f"{self.first[Round]} + n * 10 + r",
            board="row_number() OVER (PARTITION BY n, r ORDER BY a)",
            white_id=white,
            black_id=black,
            result=f"CASE WHEN {open_game} THEN '' ELSE {dice} END",
            entered_at=f"CASE WHEN NOT ({open_game}) THEN now() END",
        )

    def _history(self) -> None:
        """A line for every result, as arbiters leave them."""
        self._insert(
            LogEntry,
            "(SELECT g.id AS game, g.result, g.board, r.number, r.tournament_id, t.event_id "
            "FROM tournaments_pairing g JOIN tournaments_round r ON r.id = g.round_id "
            "JOIN tournaments_tournament t ON t.id = r.tournament_id "
            f"WHERE t.id > {self.first[Tournament]} AND g.result <> '') x",
            by_id=f"{self.first[User]} + 1 + (event_id * 3) % {self.size.users}",
            event_id="event_id",
            tournament_id="tournament_id",
            round_number="number",
            act="'result.entered'",
            target="'pairing:' || game",
            label="'board ' || board",
            before="""'{"result": ""}'::jsonb""",
            after="jsonb_build_object('result', result)",
        )
        self._insert(
            LogEntry,
            f"generate_series(1, {self.size.events}) n",
            by_id=f"{self.first[User]} + 1 + (n * 3) % {self.size.users}",
            event_id=f"{self.first[Event]} + n",
            act="'event.created'",
            target=f"'event:' || {self.first[Event]} + n",
            label="'Open ' || n",
        )

    def _papers(self) -> None:
        """Their rows, with a few letters in place of a PDF."""
        kinds = "(ARRAY['pairings','results','standings','crosstable','pairings_by_name'])[k % 5+1]"
        series = (
            f"generate_series(1, {self.size.events}) n, generate_series(1, {PAPERS}) k, "
            "(SELECT coalesce(max(id), 0) AS top FROM tournaments_document) d"
        )
        self._insert(
            Document,
            series,
            id=f"top + n * {PAPERS} + k",
            tournament_id=f"{self.first[Tournament]} + n",
            round_number="1 + k / 5",
            kind=kinds,
            language="'tr'",
            content=r"'\x255044462d'::bytea",
            pages="2",
            code="substr(md5('paper' || (top + n * 100 + k)), 1, 12)",
            posted_at="CASE WHEN k % 3 = 0 THEN now() END",
            made_at="now()",
        )
        self._insert(
            Job,
            series,
            tournament_id=f"{self.first[Tournament]} + n",
            kind="'document'",
            target=f"top + n * {PAPERS} + k",
            status="'done'",
            progress="100",
            finished_at="now() - interval '3 days'",
        )
        self._count_on(Document)

    def _door(self) -> None:
        self._insert(
            DoorRecord,
            f"generate_series(1, {self.size.events * 20}) n",
            user_id=f"{self.first[User]} + 1 + n % {self.size.users}",
            name=f"'{self.size.mark}' || n % {self.size.users}",
            what="'signed_in'",
            at="now() - n * interval '5 minutes'",
        )
        self._insert(
            OpenSession,
            f"generate_series(1, {self.size.users}) n",
            user_id=f"{self.first[User]} + n",
            key=f"'{self.size.mark}' || n",
        )

    def _register(self) -> None:
        family, given = _family("n * 13 + n / 1000"), _pick(_GIVEN, "n * 3 + n / 40")
        self._insert(
            RegisteredPlayer,
            f"generate_series(1, {self.size.registered}) n "
            f"CROSS JOIN LATERAL (SELECT {family} AS family, {given} AS given) x",
            name="family || ', ' || given",
            search_key="lower(family || ' ' || given)",
            federation=_pick(_FEDERATIONS, "n"),
            fide_id=f"({300_000_000 + self._free(RegisteredPlayer)} + n)::text",
            sex="CASE WHEN n % 6 = 0 THEN 'w' ELSE 'm' END",
            birth_date="(1940 + n % 78)::text",
            standard="CASE WHEN n % 2 = 0 THEN 1400 + (n::bigint * 7919) % 1250 ELSE 0 END",
            rapid="CASE WHEN n % 3 = 0 THEN 1400 + (n::bigint * 104729) % 1200 ELSE 0 END",
            list_month="date_trunc('month', current_date)",
        )
        self.cursor.execute(
            f"INSERT INTO {RegisterWord._meta.db_table} (word) "
            f"SELECT DISTINCT unnest(string_to_array(search_key, ' ')) "
            f"FROM {RegisteredPlayer._meta.db_table} ON CONFLICT DO NOTHING"
        )

    # --- Rows ------------------------------------------------------------------------------------

    def _insert(self, model: type[models.Model], source: str, **columns: str) -> None:
        table = model._meta.db_table
        made = insert(self.cursor, model, source, **columns)
        self.rows[table] = self.rows.get(table, 0) + made

    def _free(self, model: type[models.Model]) -> int:
        self.cursor.execute(f"SELECT coalesce(max(id), 0) FROM {model._meta.db_table}")
        found: int = self.cursor.fetchone()[0]
        return found

    def _count_on(self, model: type[models.Model]) -> None:
        """The next row that somebody makes has a number behind all of these."""
        table = model._meta.db_table
        self.cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
        )


def _pick(words: str, number: str) -> str:
    listed = words.split()
    return f"(ARRAY{listed})[({number}) % {len(listed)} + 1]"


def _family(number: str) -> str:
    """One of some 37,000 family names."""
    middles = len(_STEMS.split())
    ends = middles * len(_MIDDLES.split())
    return (
        f"({_pick(_STEMS, number)} || {_pick(_MIDDLES, f'({number}) / {middles}')} || "
        f"{_pick(_ENDS, f'({number}) / {ends}')})"
    )
