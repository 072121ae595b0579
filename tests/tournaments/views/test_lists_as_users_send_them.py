"""Lists in fifty shapes through the pages on which people send them, in both languages: what can be
read is entered, and what cannot is told with its line and the word above its column."""

import io
from copy import deepcopy
from dataclasses import dataclass
from datetime import date

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tests.pages import Page
from tests.tournaments.services.damaged import REPORT
from tests.tournaments.team_events import team_event

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "tr")


@dataclass(frozen=True)
class Sent:
    """`names` are read and may be entered; else the words of either language are shown."""

    data: bytes | str
    names: tuple[str, ...] = ()
    born: str = ""  # of the first one
    en: str = ""
    tr: str = ""
    file: str = "list.csv"

    @property
    def bytes(self) -> bytes:
        return self.data if isinstance(self.data, bytes) else self.data.encode()


ANN, ISIL = "Alder, Ann", "Şahin, Işıl"
ONE = "Name;Rating\nAlder, Ann;2100\n"


def sheet(*rows: list[object]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def two_sheets() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["Name", "Rating"])
    book.active.append([ANN, 2100])
    book.create_sheet("Other").append(["Cedar, Cy"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def born(text: str) -> str:
    return f"Name;Birthday\nAlder, Ann;{text}\nBirch, Bo;25.12.1999\n"


BO = "Birch, Bo"
SHAPES = {
    # headings in other languages
    "german": Sent("Nr.;Titel;Name;Elo;Land;Verein\n1;WFM;Alder, Ann;2100;NOR;Kiel\n", (ANN,)),
    "turkish": Sent(
        "No;İsim;UKD;Kulüp;Doğum Tarihi\n1;Şahin, Işıl;1850;Kale;1999\n", (ISIL,), "1999"
    ),
    "french": Sent("Nom;Prénom;Elo;Fédé\nAlder;Ann;2100;FRA\n", (ANN,)),
    "spanish": Sent("Nombre;Elo;FED\nAlder, Ann;2100;ESP\n", (ANN,)),
    "italian": Sent("Cognome;Nome;Elo;Fed\nAlder;Ann;2100;ITA\n", (ANN,)),
    "russian": Sent("Имя;Рейтинг;Клуб\nИванов, Пётр;2100;Ладья\n", ("Иванов, Пётр",)),
    "polish": Sent(
        "Nazwisko;Ranking;Klub\nWiśniewski, Łukasz;2010;Wieża\n", ("Wiśniewski, Łukasz",)
    ),
    "dutch": Sent("Naam;Rating;Vereniging\nAlder, Ann;2100;Toren\n", (ANN,)),
    "nothing but names": Sent("Alder, Ann\nBirch, Bo\n", (ANN, BO)),
    "a title above": Sent(f"Harbour Open 2026\n\n{ONE}", (ANN,)),
    "a footer below": Sent(
        f"No;{ONE}".replace("Alder", "1;Alder") + ";;\nhttps://chess-results.example\n", (ANN,)
    ),
    # dates
    "2013-09-10": Sent(born("2013-09-10"), (ANN, BO), "2013-09-10"),
    "2013/09/10": Sent(born("2013/09/10"), (ANN, BO), "2013-09-10"),
    "10.09.2013": Sent(born("10.09.2013"), (ANN, BO), "2013-09-10"),
    "10/09/2013": Sent(born("10/09/2013"), (ANN, BO), "2013-09-10"),
    "20130910": Sent(born("20130910"), (ANN, BO), "2013-09-10"),
    "2013": Sent(born("2013"), (ANN, BO), "2013"),
    "2013/00/00": Sent(born("2013/00/00"), (ANN, BO), "2013"),
    " . . ": Sent(born(" . . "), (ANN, BO), ""),
    "a serial": Sent(born("41527"), (ANN, BO), "2013-09-10"),
    "25.09.93": Sent(born("25.09.93"), (ANN, BO), "1993-09-25"),
    "10.09.13": Sent(born("10.09.13"), en="which day “10.09.13” is", tr="“10.09.13”"),
    "31.02.2013": Sent(
        born("31.02.2013"),
        en="Line 2, column “Birthday”: “31.02.2013” is not a birth date.",
        tr="2. satır, “Birthday” sütunu: “31.02.2013”",
    ),
    "2090": Sent(
        born("2090"),
        en="Line 2, column “Birthday”: “2090” is not a birth date.",
        tr="2. satır, “Birthday” sütunu: “2090”",
    ),
    # letters
    "utf-8 with a mark": Sent("\ufeff" + ONE.replace(ANN, ISIL), (ISIL,)),
    "utf-16": Sent(ONE.replace(ANN, ISIL).encode("utf-16"), (ISIL,)),
    "utf-16 without a mark": Sent(ONE.replace(ANN, ISIL).encode("utf-16-le"), (ISIL,)),
    "windows turkish": Sent(
        ("Name;Club\nŞahin, Işıl;Çankaya\nÖztürk, İnci;Şişli\n").encode("cp1254"),
        (ISIL, "Öztürk, İnci"),
    ),
    "windows russian": Sent(
        ("Имя;Клуб\nИванов, Пётр;Ладья\nПетров, Иван;Слон\n").encode("cp1251"),
        ("Иванов, Пётр", "Петров, Иван"),
    ),
    "dos": Sent(
        "Name;Verein\nMüller, Jörg;Köln\nGrün, Änne;Düren\n".encode("cp437"),
        ("Müller, Jörg", "Grün, Änne"),
    ),
    # spreadsheets
    "xlsx": Sent(
        sheet(["Name", "Rating", "Born"], [ANN, 2100, date(2013, 9, 10)]),
        (ANN,),
        "2013-09-10",
        file="list.xlsx",
    ),
    "xlsx with empty rows": Sent(
        sheet([], ["Name", "Rating"], [], [ANN, 2100.0]), (ANN,), file="list.xlsx"
    ),
    "xlsx with figures as text": Sent(
        sheet(["Name", "FIDE ID"], [ANN, "99900011"]), (ANN,), file="list.xlsx"
    ),
    "xlsx named csv": Sent(sheet(["Name", "Rating"], [ANN, 2100]), (ANN,)),
    "xlsx of two sheets": Sent(two_sheets(), (ANN,), file="list.xlsx"),
    "xlsx with a bad cell": Sent(
        sheet(["Name", "RtgI"], [], [ANN, "abc"]),
        en="Line 3, column “RtgI”: “abc” is not a rating.",
        tr="3. satır, “RtgI” sütunu: “abc”",
        file="list.xlsx",
    ),
    "xlsx without a sheet": Sent(
        b"PK\x03\x04" + bytes(400),
        en="This spreadsheet cannot be read.",
        tr="XLSX",
        file="list.xlsx",
    ),
    # separators and ends of lines
    "commas": Sent('Name,Rating\n"Alder, Ann",2100\n', (ANN,)),
    "tabs": Sent("Name\tRating\nAlder, Ann\t2100\n", (ANN,), file="list.txt"),
    "carriage returns": Sent(ONE.replace("\n", "\r"), (ANN,)),
    "thousands": Sent("Name;Rating\nAlder, Ann;2.100\n", (ANN,)),
    # reports
    "a report": Sent(REPORT, (ANN, BO, "Cedar, Cy", "Dogwood, Di"), file="event.trf"),
    "a report named txt": Sent(REPORT, (ANN, BO, "Cedar, Cy", "Dogwood, Di"), file="event.txt"),
    # mistakes
    "a rating of 9000": Sent(
        "No;Name;RtgI\n1;Alder, Ann;2100\n2;Birch, Bo;9000\n",
        en="Line 3, column “RtgI”: “9000” is not a rating.",
        tr="3. satır, “RtgI” sütunu: “9000”",
    ),
    "a FIDE ID of letters": Sent(
        "Name;FideID\nAlder, Ann;12X\n",
        en="Line 2, column “FideID”: “12X” is not a FIDE ID.",
        tr="2. satır, “FideID” sütunu: “12X”",
    ),
    "a federation in words": Sent(
        "Name;Fed\nAlder, Ann;Norway\n",
        en="Line 2, column “Fed”: “NORWAY” is not a federation of three letters.",
        tr="2. satır, “Fed” sütunu: “NORWAY”",
    ),
    "a formula as name": Sent(
        "Name;Rating\n=HYPERLINK(1);2100\n",
        en="Line 2, column “Name”: “=HYPERLINK(1)” is not a name.",
        tr="2. satır, “Name” sütunu: “=HYPERLINK(1)”",
    ),
    "no name": Sent(
        "Name;Rating;Fed\n;2100;NOR\n",
        en="Line 2, column “Name”: The name is missing.",
        tr="2. satır, “Name” sütunu:",
    ),
    "an ID twice": Sent(
        "Name;FideID\nAlder, Ann;99900011\nBirch, Bo;99900011\n",
        en="The same FIDE ID is on line 2.",
        tr="2. satır",
    ),
    "an old spreadsheet": Sent(
        bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600),
        en="Save it as XLSX or CSV",
        tr="XLSX",
        file="list.xls",
    ),
    "a PDF": Sent(b"%PDF-1.7\n" + bytes(100), en="This is a PDF.", tr="PDF", file="list.pdf"),
    "a web page": Sent(
        "<!DOCTYPE html><html><table><tr><td>Alder</td></tr></table></html>",
        en="This is a web page.",
        tr="web sayfası",
        file="list.html",
    ),
    "nothing": Sent("\n\n", en="The list is empty.", tr="boş"),
    "a report broken off": Sent(
        REPORT[: REPORT.index("001    2") + 20],
        en="This report file cannot be read: line 9, column 92: expected the number of a player",
        tr="92",
        file="event.trf",
    ),
    "a report cut between players": Sent(
        "\n".join(line[:89] for line in REPORT[: REPORT.index("001    3")].splitlines()),
        (ANN, BO),
        file="event.trf",
    ),
}


@pytest.fixture(scope="module")
def tournament_once(standing):
    return factories.tournament()


@pytest.fixture
def tournament(tournament_once, client):
    client.force_login(factories.chief_of(tournament_once))
    return deepcopy(tournament_once)


def send(client, tournament, sent: Sent, language: str, page: str = "players/import") -> Page:
    address = f"/{language}/desk/{tournament.event.slug}/{tournament.slug}/{page}/"
    file = SimpleUploadedFile(sent.file, sent.bytes)
    answer = client.post(address, {"text": "", "dates": "", "file": file})
    assert answer.status_code == 200, address
    return Page(answer)


def test_there_are_enough_shapes():
    assert len(SHAPES) >= 50
    assert all(one.names or (one.en and one.tr) for one in SHAPES.values())


@pytest.mark.parametrize("shape", SHAPES)
def test_a_list_is_read_or_says_exactly_why_not(client, tournament, shape):
    sent = SHAPES[shape]
    for language in LANGUAGES:
        page = send(client, tournament, sent, language)
        ready = page.tree.css_first("input[name=sealed]")
        if not sent.names:
            assert ready is None, page.text
            assert getattr(sent, language) in page.text, page.text
            continue
        assert ready is not None, page.text
        for name in sent.names:
            assert name in page.text, page.text
        if sent.born:
            assert sent.born in page.text
    if sent.names:
        address = f"/en/desk/{tournament.event.slug}/{tournament.slug}/players/import/"
        client.post(address, {"sealed": ready.attributes["value"]})
        entered = list(tournament.entries.order_by("pk"))
        assert [one.name for one in entered] == list(sent.names)
        assert entered[0].birth_date == (sent.born or entered[0].birth_date)


def test_players_that_a_report_counts_and_does_not_have_are_told(client, tournament):
    page = send(client, tournament, SHAPES["a report cut between players"], "en")
    assert "4" in page.text and "062" in page.text, page.text


TEAMS = {
    "below a title": (
        "League 2026\n\nTeam;Board;Name;Rating\nKale;1;Alder, Ann;2100\nKale;2;Birch, Bo;9000\n",
        5,
        "Rating",
    ),
    "empty lines": (
        "Team;Board;Name;Rating\n\nKale;1;Alder, Ann;2100\n\nKale;2;Birch, Bo;9000\n",
        5,
        "Rating",
    ),
    "no heading": ("Kale;1;Alder, Ann;2100\nKale;2;Birch, Bo;9000\n", 2, ""),
}


@pytest.mark.parametrize("shape", TEAMS)
def test_a_list_of_teams_names_the_line_of_the_file(client, shape):
    tournament = team_event(2, 2, drawn=False)
    client.force_login(factories.chief_of(tournament))
    data, line, column = TEAMS[shape]
    for language, words in (("en", f"Line {line}"), ("tr", f"{line}. satır")):
        page = send(client, tournament, Sent(data), language, "teams/import")
        mistakes = [one.text() for one in page.tree.css(".note.bad li")]
        assert len(mistakes) == 1, page.text
        assert " ".join(mistakes[0].split()).startswith(words), mistakes
        assert column in mistakes[0] and "“9000”" in mistakes[0]
