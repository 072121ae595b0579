"""Damaged inputs, and everything that reads them. A reader says True if it read the input and False
if it refused in its own words; whatever else comes out of it is a finding."""

import io
import json
import tempfile
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from django.db import transaction
from django.test import Client
from PIL import Image

from pairing.errors import PairingError
from pairing.tools import cli
from pairing.tools.checker import check, state_before
from pairing.tools.oracle import check_case, read_case
from pairing.trf import PROFILES, read, write
from ratings import reading, writing
from ratings.cases import load
from ratings.errors import RatingError
from ratings.norms.cases import answers
from ratings.period import rate
from tests import factories
from tests.pairing.trf.trf_mutations import mutated
from tests.tournaments import files_of_others
from tests.tournaments.services.damaged import LISTS, REPORT, TEAMS, hurt, packed, sheet
from tests.tournaments.views import test_query_strings as queries
from tests.tournaments.views.test_doors import desk_addresses
from tiebreaks.standings import standings
from tournaments.kernel.errors import Refused
from tournaments.register import local_lists
from tournaments.register.layouts import ListTooLarge, UnknownLayout, opened
from tournaments.services.entries import importing
from tournaments.services.entries.importing import ImportPreview, read_file
from tournaments.services.hall.floor_plan import set_hall_plan
from tournaments.services.reports.event_reading import read_event
from tournaments.services.reports.round_import import read_round
from tournaments.services.teams.importing import TeamPreview, read_teams_file

Reader = Callable[[bytes], bool]
CASES = Path("tests/cases")
#: larger ones take long for the engines, and are read no differently
SMALL = 6000
NAMES = ("a.csv", "a.txt", "a.xlsx", "a.trf")

FIDE_XML = """<?xml version="1.0"?><playerslist>
<player><fideid>6300001</fideid><name>Kaya, Ali</name><country>TUR</country><sex>M</sex>
<title>GM</title><rating>2510</rating><games>9</games><k>10</k><birthday>1990</birthday>
<flag></flag></player>
<player><fideid>6300002</fideid><name>Demir, Ece</name><country>TUR</country><sex>F</sex>
<w_title>WFM</w_title><rating>1990</rating><rapid_rating>1950</rapid_rating><birthday>2004</birthday><flag>wi</flag></player>
</playerslist>
"""
FIDE_TEXT = (
    "ID Number      Name                                                         Fed Sex Tit  WTit"
    " OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n"
    "6300001        Kaya, Ali                                                    TUR M   GM      "
    "                     2510  9   10 2480  0   10 2490  0   10 1990      \n"
    "6300002        Demir, Ece                                                   TUR F   WFM  WFM "
    "                    1990  0   20 1950  0   20 0     0   0  2004  wi  \n"
)
NATIONAL = (
    "No;Name;Rating;FIDE ID;Born;Club\n"
    "71001;Kaya, Ali;2100;6300001;1990;Kale\n71002;Öz, Ece;1500;;2004;\n"
)


class Subject(ABC):
    readers: dict[str, Reader]

    @abstractmethod
    def drawn(self, dice: Random) -> tuple[bytes, tuple[str, ...]]:
        """An input, and the readers it goes to."""


class Files(Subject):
    """Lists, reports, rating lists, cases and pictures as they come off a bad disk."""

    def __init__(self) -> None:
        self.made = factories.tournament(4)
        self.chief = factories.chief_of(self.made)
        self.readers = {
            "list of players": self._alone(self._players),
            "list of teams": self._alone(self._teams),
            "list of players, with the register": self._players,
            "list of teams, with the register": self._teams,
            "FIDE's list": _fide_list,
            "own list": self._own_list,
            "report": _report,
            "report judged": _judged,
            "report of a round": self._round,
            "report of an event": self._event,
            "reference case": _case,
            "rating case": _rating,
            "norm case": _norm,
            "picture of the hall": self._picture,
        }
        reports = [*sorted((CASES / "trf").glob("*.trf"))]
        reports += sorted((CASES / "oracle" / "fide2026").glob("*/*.trf"))
        whole = [path.read_bytes() for path in reports]
        oracle = [path.read_bytes() for path in (CASES / "oracle" / "fide2026").glob("*/*.json")]
        lists = [text.encode() for text in (*LISTS, NATIONAL)]
        lists += [one.data for one in files_of_others.lists()]
        #: share of the inputs, the whole files, the readers
        self.kinds: list[tuple[int, list[bytes], tuple[str, ...]]] = [
            (40, lists, ("list of players", "list of teams")),
            (4, lists, ("list of players, with the register", "list of teams, with the register")),
            (8, [sheet(), packed()], ("list of players", "list of teams")),
            (
                31,
                [
                    *(text for text in whole if len(text) < SMALL),
                    *(one.data for one in files_of_others.reports()),
                    *(REPORT.encode(), TEAMS.encode()),
                ],
                ("report",),
            ),
            (
                9,
                [text for text in whole if len(text) < SMALL] + [REPORT.encode(), TEAMS.encode()],
                ("report judged", "report of a round", "report of an event"),
            ),
            (5, _fide_lists(), ("FIDE's list",)),
            (2, [NATIONAL.encode(), sheet(), packed()], ("own list",)),
            (2, sorted(oracle, key=len)[:12], ("reference case",)),
            (2, _small(CASES / "oracle" / "ratings", "r???.json"), ("rating case",)),
            (1, _small(CASES / "oracle" / "norms", "n???.json"), ("norm case",)),
            (1, _pictures(), ("picture of the hall",)),
        ]

    def drawn(self, dice: Random) -> tuple[bytes, tuple[str, ...]]:
        shares = [share for share, _whole, _readers in self.kinds]
        ((_share, whole, names),) = dice.choices(self.kinds, shares)
        # Some badly, some so that much is still understood.
        damage = dice.choice(DAMAGES if "report" in names[0] else DAMAGES[1:])
        return damage(dice.choice(whole), dice), (dice.choice(names),)

    def _players(self, data: bytes) -> bool:
        found = read_file(data, NAMES[len(data) % 4], self.made)
        assert isinstance(found, ImportPreview)
        return not found.problem

    def _teams(self, data: bytes) -> bool:
        found = read_teams_file(data, NAMES[len(data) % 4], self.made)
        assert isinstance(found, TeamPreview)
        return not found.players.problem

    def _alone(self, reader: Reader) -> Reader:
        """The same without a word with the database, which is most of the time."""

        def read_alone(data: bytes) -> bool:
            with (
                patch.object(importing, "_match_register", _nothing),
                patch.object(importing, "_find_duplicates", _nothing),
            ):
                return reader(data)

        return read_alone

    def _event(self, data: bytes) -> bool:
        return _answered(lambda: read_event(self.made.event, data))

    def _round(self, data: bytes) -> bool:
        return _answered(lambda: read_round(self.made, 1, data))

    def _own_list(self, data: bytes) -> bool:
        def act() -> None:
            work = local_lists.receive_local_list(
                pieces=[data],
                file_name="a.csv",
                federation="TUR",
                month=date(2026, 11, 1),
                by=self.chief,
                name="Own",
            )
            _header, _rows, guessed = local_lists.sample(work)
            local_lists.look(work, guessed)
            local_lists.choose_columns(work=work, mapping=guessed)
            local_lists.import_local(work)

        return self._undone(act)

    def _picture(self, data: bytes) -> bool:
        return self._undone(
            lambda: set_hall_plan(event=self.made.event, by=self.chief, words="", picture=data)
        )

    def _undone(self, act: Callable[[], object]) -> bool:
        with transaction.atomic():
            read = _answered(act)
            transaction.set_rollback(True)
        return read


def scratched(data: bytes, dice: Random) -> bytes:
    """One or two bytes become others of the same file: figures and words still look like some."""
    found = bytearray(data)
    for _place in range(dice.randint(1, 2)):
        found[dice.randrange(len(found))] = dice.choice(data)
    return bytes(found)


#: the first is for reports
DAMAGES = (mutated, hurt, scratched)


def _nothing(*_given: object) -> None:
    pass


def _answered(act: Callable[[], object]) -> bool:
    try:
        act()
    except Refused as refused:
        assert str(refused) and len(str(refused)) < 2000
        return False
    return True


def _report(data: bytes) -> bool:
    """Writes in every edition what it read, and reads that again."""
    try:
        document = read(data)
    except PairingError as error:
        assert str(error)
        return False
    for profile in PROFILES:
        write(document, profile)
    read(write(document))
    return True


def _judged(data: bytes) -> bool:
    try:
        document = read(data)
        cli.report_lines(check(document), notes=True)
        state_before(document, document.begun_rounds + 1)
        if not document.teams:
            standings(document.state(), document.standings[1:] or document.tie_breaks)
    except PairingError as error:
        assert str(error)
        return False
    return True


def _fide_list(data: bytes) -> bool:
    try:
        layout, pieces = opened([data])
        for records in layout.records(pieces):
            assert all(isinstance(one, str | None) for one in layout.read(records))
    except (UnknownLayout, ListTooLarge):
        return False
    return True


def _case(data: bytes) -> bool:
    try:
        check_case(read_case(data))
    except (ValueError, PairingError):
        return False
    return True


def _rating(data: bytes) -> bool:
    def act(path: Path) -> object:
        period = reading.period_of(load(path))
        return writing.answer(period, rate(period))

    return _of_ratings(data, act)


def _norm(data: bytes) -> bool:
    return _of_ratings(data, lambda path: answers(load(path)))


def _of_ratings(data: bytes, act: Callable[[Path], object]) -> bool:
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        try:
            json.dumps(act(Path(file.name)))
        except RatingError as error:
            assert str(error)
            return False
    return True


def _small(folder: Path, names: str) -> list[bytes]:
    return sorted((path.read_bytes() for path in folder.glob(names)), key=len)[:8]


def _fide_lists() -> list[bytes]:
    found = [FIDE_XML.encode(), FIDE_TEXT.encode()]
    for data, name in ((FIDE_XML, "list.xml"), (FIDE_TEXT, "list.txt")):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, data)
        found.append(out.getvalue())
    return found


def _pictures() -> list[bytes]:
    found = []
    for kind in ("PNG", "JPEG", "WEBP", "GIF"):
        out = io.BytesIO()
        Image.effect_noise((40, 30), 60).save(out, kind)
        found.append(out.getvalue())
    return found


class Queries(Subject):
    """Anything behind the question mark of any address that is public or for programs."""

    def __init__(self) -> None:
        self.client = Client()
        self.readers = {"addresses": partial(_asked, self.client)}
        self.addresses = self._found()

    def _found(self) -> list[str]:
        return queries.addresses()

    def drawn(self, dice: Random) -> tuple[bytes, tuple[str, ...]]:
        address = dice.choice(self.addresses)
        return f"{address}?{queries.query(dice)}".encode(), tuple(self.readers)


class Desk(Queries):
    """The same behind the addresses of the desk, as its chief arbiter."""

    def _found(self) -> list[str]:
        played, _teams = queries.made()  # type: ignore[no-untyped-call]
        self.client.force_login(factories.chief_of(played))
        found = desk_addresses(played)  # type: ignore[no-untyped-call]
        return [address for _name, address in found]


def _asked(client: Client, data: bytes) -> bool:
    """Read if the answer is a page or a file; an address that redirects or refuses does not."""
    answer = client.get(data.decode())
    assert answer.status_code < 500, answer.status_code
    return answer.status_code == 200


SUBJECTS: dict[str, Callable[[], Subject]] = {"files": Files, "queries": Queries, "desk": Desk}
