"""When the rounds begin, by the clock of the venue. A line is a round that has an hour."""

import re
from datetime import datetime
from typing import Any

from tests.truth import rules, words
from tests.truth.look import Line, Look, Read, Subject, Surface, screen_of

FACTS = {"begins": "day and hour", "state": "whether it is out"}
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "tr": "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
}
STATES = {
    "en": {"published": "published", "finished": "finished", "": "to come"},
    "tr": {"published": "yayımlandı", "finished": "tamamlandı", "": "bekleniyor"},
}
UNDER_REVISION = {"en": "under revision", "tr": "düzeltiliyor"}


def expected(look: Look) -> list[Line]:
    return [
        {
            "round": one.number,
            "begins": f"{look.record.local(one.starts_at):%Y-%m-%d %H:%M}",
            "state": "revised" if one.under_revision else one.status if one.public else "",
        }
        for one in look.record.rounds.values()
        if one.starts_at
    ]


def _moment(look: Look, text: str) -> str:
    """The first day with an hour in a text, as the language of the page writes it."""
    if found := re.search(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d)", text):
        return " ".join(found.groups())
    if found := re.search(r"(\d\d)\.(\d\d)\.(\d{4}) (\d\d)\.(\d\d)", text):
        day, month, year, hour, minute = found.groups()
        return f"{year}-{month}-{day} {hour}:{minute}"
    months = MONTHS[look.page_language].split()
    if found := re.search(rf"(\d+) ({'|'.join(months)}) (\d{{4}}),? (\d\d)[:.](\d\d)", text):
        day, month, year, hour, minute = found.groups()
        return f"{year}-{months.index(month) + 1:02}-{int(day):02} {hour}:{minute}"
    return f"? {text[:60]}"


def _others(look: Look) -> list[Line]:
    """Where only one round is shown."""
    return [line for line in expected(look) if line["round"] != look.number]


def _one(look: Look, text: str) -> list[Line]:
    found = _moment(look, text)
    return [*_others(look), {"round": look.number, "begins": found}]


# --- Pages, files and programs -------------------------------------------------------------------


def on_page(look: Look) -> list[Line]:
    found = []
    for row in look.page("about/").tree.css("table.dates tbody tr"):
        cells = row.css("td")
        if (clock := cells[1].css_first("time")) is None:
            continue
        told = _moment(look, clock.text())
        machine = datetime.fromisoformat(clock.attributes["datetime"] or "")
        assert f"{machine:%Y-%m-%d %H:%M}" == told, f"{machine} beside {told}"
        state = " ".join(cells[2].text().split())
        said = {text: state for state, text in STATES[look.page_language].items()}
        said[UNDER_REVISION[look.page_language]] = "revised"
        line = {"round": int(cells[0].text()), "begins": told}
        found.append(line | {"state": said.get(state, f"? {state}")})
    return found


def of_the_round(look: Look) -> list[Line]:
    teams = "teams/" if rules.teams(look.record) else ""
    clock = look.page(f"{teams}rounds/{look.number}/").tree.css_first("p.sub time")
    return _one(look, clock.text() if clock else "")


def in_api(look: Look) -> list[Line]:
    rows = look.api("rounds/?limit=100")["results"]
    begins = {row["number"]: row["starts_at"] for row in rows if row["starts_at"]}
    return [
        {"round": number, "begins": f"{datetime.fromisoformat(at):%Y-%m-%d %H:%M}"}
        for number, at in begins.items()
    ]


def in_calendar(look: Look) -> list[Line]:
    text = look.get(f"{look.root}calendar.ics").content.decode().replace("\r\n ", "")
    found = []
    for entry in text.split("BEGIN:VEVENT")[1:]:
        facts = dict(line.split(":", 1) for line in entry.splitlines() if ":" in line)
        start = datetime.strptime(facts["DTSTART"] + "+0000", "%Y%m%dT%H%M%SZ%z")
        (number,) = re.findall(r"\d+", facts["SUMMARY"].split(" · ")[0])
        begins = f"{look.record.local(start):%Y-%m-%d %H:%M}"
        found.append({"round": int(number), "begins": begins})
    return found


# --- Papers, hall, picture -----------------------------------------------------------------------


def on_paper(look: Look) -> list[Line]:
    """On the sheet that hangs before the round."""
    kind = "matches" if rules.teams(look.record) else "pairings"
    title, when = [piece.text for piece in look.paper(kind, look.number).pieces][:2]
    assert str(look.number) in title, title
    return _one(look, when)


def on_table(look: Look) -> list[Line]:
    """The table of a round robin: each round with its hour behind its number."""
    found = []
    heads = {look.said(words.round_of(number)): number for number in look.record.rounds}
    for piece in look.paper("berger").pieces:
        head, dot, begins = piece.text.partition(" · ")
        if dot and (number := heads.get(head.replace(" / ", " / "))):
            found.append({"round": number, "begins": _moment(look, begins)})
    return found


def on_screen(look: Look) -> list[Line]:
    """The hour only: the day is today."""
    title = screen_of(look, "boards").all("section.slide h2")[0]
    (true,) = (line for line in expected(look) if line["round"] == look.number)
    day, hour = true["begins"].split()
    seen = hour.replace(":", "." if look.language == "tr" else ":")
    said = hour if seen in title.split(" · ") else ""
    return [*_others(look), {"round": look.number, "begins": f"{day} {said or title}"}]


def in_picture(look: Look) -> list[Line]:
    return _one(look, " | ".join(look.picture(f"rounds/{look.number}/preview.png").texts))


# --- The table -----------------------------------------------------------------------------------


def _surface(key: str, read: Read, **more: Any) -> Surface:
    leaves = {"state": "it shows one state only"}
    return Surface(key, ("begins",), read, leaves, **more)


def _timed(look: Look) -> bool:
    return any(line["round"] == look.number for line in expected(look))


def _out(look: Look) -> bool:
    return _timed(look) and look.record.rounds[look.number].public


def _paired(look: Look) -> bool:
    return _timed(look) and look.record.rounds[look.number].paired


def _has_table(look: Look) -> bool:
    return look.record.settings["system"] == words.ROBIN


SUBJECT = Subject(
    "hours",
    "The hours of the rounds",
    FACTS,
    lambda line: line["round"],
    expected,
    keys=("round",),
    fits=lambda look: bool(expected(look)),
    surfaces=(
        Surface("page: schedule", tuple(FACTS), on_page),
        _surface("page: hour of a round", of_the_round, fits=_out),
        _surface("API: rounds", in_api),
        _surface("ICS: calendar", in_calendar),
        _surface("paper: hour of the pairings", on_paper, fits=_paired, paper=True),
        _surface("paper: hours of the table", on_table, fits=_has_table, paper=True),
        _surface(
            "screen: hour of the boards",
            on_screen,
            fits=lambda look: (
                _out(look)
                and look.number == look.record.last_public
                and not any(one.under_revision for one in look.record.rounds.values())
            ),
        ),
        _surface("picture: hour of a round", in_picture, fits=_out),
    ),
)
