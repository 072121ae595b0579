"""One look at an event: its record, and whatever can be opened of it, in one language."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from django.core.cache import cache
from django.test import Client
from PIL import ImageDraw

from tests.pages import Page
from tests.truth import words
from tests.truth.paper import Paper
from tests.truth.record import Record, read

#: what is compared: facts by name
Line = dict[str, Any]

LANGUAGES = ("en", "tr")
#: papers also speak both side by side
PAPER_LANGUAGES = ("en", "tr", "tr+en")


@dataclass
class Look:
    """`inside`: what only the staff opens, with full names. `ink`: what papers cannot show."""

    tournament: Any
    language: str
    number: int = 0
    record: Record = field(init=False)
    inside: bool = False
    ink: list[str] = field(default_factory=list)
    #: the kinds of papers that were made
    papers: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.record = read(self.tournament.pk)
        self._desk: Client | None = None

    # --- Opening ---------------------------------------------------------------------------------

    @property
    def root(self) -> str:
        return f"/e/{self.record.event['slug']}/{self.record.settings['slug']}/"

    @property
    def desk_root(self) -> str:
        return f"/desk/{self.record.event['slug']}/{self.record.settings['slug']}/"

    @property
    def page_language(self) -> str:
        return self.language.partition("+")[0]

    def get(self, path: str, *, desk: bool = False) -> Any:
        client = self.desk if desk else Client()
        answer = client.get(f"/{self.page_language}{path}", follow=True)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return answer

    @property
    def desk(self) -> Client:
        from tests import factories  # the table of the documents is written without a database

        if self._desk is None:
            self._desk = Client()
            self._desk.force_login(factories.chief_of(self.tournament))
        return self._desk

    def page(self, path: str) -> Page:
        """A public page of the tournament."""
        return Page(self.get(self.root + path))

    def desk_page(self, path: str) -> Page:
        return Page(self.get(self.desk_root + path, desk=True))

    def table(self, path: str) -> list[dict[str, str]]:
        """A spreadsheet, line by line; what begins like a formula is quoted there."""
        text = self.get(self.root + path).content.decode("utf-8-sig")
        return [
            {key: re.sub(r"^'(?=[=+\-@])", "", cell) for key, cell in row.items()}
            for row in csv.DictReader(io.StringIO(text))
        ]

    def api(self, path: str) -> Any:
        answer = Client().get(
            f"/api/v1/tournaments/{self.record.pk}/{path}",
            headers={"accept-language": self.page_language},
        )
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.content[:200]}"
        return answer.json()

    def api_pages(self, path: str) -> list[Any]:
        """All rows of a list, page after page."""
        data = self.api(path)
        found = data["results"]
        while data["next"]:
            data = Client().get(data["next"]).json()
            found += data["results"]
        return list(found)

    def paper(self, kind: str, number: int | None = None, **options: str) -> Paper:
        from tests.tournaments.documents.made import document  # as above

        self.papers.add(kind)
        made = document(self.tournament, kind, number, self.language, **options)
        paper = Paper(bytes(made.content))
        self.ink += paper.complaints()
        return paper

    def picture(self, path: str) -> "Picture":
        """The words written into a preview."""
        cache.clear()
        drawn = Picture([], [])
        with drawn.watching():
            self.get(self.root + path)
        self.ink += [f"over the edge: {text!r}" for text in drawn.over]
        return drawn

    # --- Words -----------------------------------------------------------------------------------

    def name(self, pk: int) -> str:
        one = self.record.people[pk]
        return one.full_name if self.inside else one.name

    def with_title(self, pk: int) -> str:
        return f"{self.record.people[pk].title} {self.name(pk)}".strip()

    def whole(self, text: str) -> str:
        """The name of which a picture shows the beginning."""
        if not text.endswith("…"):
            return text
        names = {one.name for one in self.record.people.values()}
        names |= {one.name for one in self.record.teams.values()}
        fitting = [name for name in names if name.startswith(text[:-1].rstrip())]
        return fitting[0] if len(fitting) == 1 else text

    def said(self, by_language: Mapping[str, str]) -> str:
        """In the language of the paper, or in both."""
        found = list(dict.fromkeys(by_language[one] for one in self.language.split("+")))
        return " / ".join(found)

    def bye_kind(self, text: str) -> str:
        """The letter of a bye as it stands there."""
        for kind in "UFHZ":
            if text == self.said({one: words.BYES[one][kind] for one in words.BYES}):
                return kind
        return f"? {text}"

    def code(self, text: str) -> str:
        """The code of a result as it stands there; open: "" or "–"."""
        if found := re.fullmatch(r"(?:(\S+) )?\((\S+), (\S+)\)", text):
            return self._match(*found.groups(""))
        for code in words.PRINTED:
            remark = f" {self.said(words.UNRATED)}" if code in words.NOT_RATED else ""
            if text == words.PRINTED[code] + remark:
                return code
        return "" if text in ("", "–") else f"? {text}"

    def _match(self, points: str, *games: str) -> str:
        """Two games with what they add up to: 1½–½ (1–0, ½–½)."""
        printed = {
            text: code for code, text in words.PRINTED.items() if code not in words.NOT_RATED
        }
        code = "".join(printed.get(game, "? ") for game in games)
        sums = [
            sum({"1": 2, "+": 2, "=": 1}.get(one, 0) for one in code[side::2]) for side in (0, 1)
        ]
        said = "–".join(f"{one // 2 or ('' if one else 0)}{'½' if one % 2 else ''}" for one in sums)
        return code if points == said or "?" in code else f"? {text_of_match(points, games)}"

    def colour(self, text: str) -> str:
        pairs = [words.WHITE_BLACK[one] for one in self.language.split("+")]
        for letter, place in (("w", 0), ("b", 1)):
            if text == " / ".join(pair[place] for pair in pairs):
                return letter
        return "" if not text else f"? {text}"

    def letter(self, text: str) -> str:
        """The colour of one letter, or of a square where a paper speaks both languages."""
        own = {"en": "wb", "tr": "bs", "tr+en": "□■"}[self.language]
        return "wb"[own.index(text)] if text and text in own else f"? {text}" if text else ""


def text_of_match(points: str, games: tuple[str, ...]) -> str:
    return f"{points} ({', '.join(games)})"


def tenths(text: str) -> int:
    """ "3½" → 35, "2.5" → 25"""
    if text.endswith("½"):
        return int(text[:-1] or 0) * 10 + 5
    return round(float(text.replace(",", ".")) * 10)


def number(text: str) -> int:
    return int(text) if text not in ("", "–") else 0


@dataclass
class Picture:
    """The texts of a preview, with their places and fonts."""

    texts: list[str]
    over: list[str]
    #: where the last text ends, and its line
    end: tuple[float, float] = (-1.0, -1.0)

    @contextmanager
    def watching(self) -> Iterator[None]:
        write = ImageDraw.ImageDraw.text

        def text(pen: Any, xy: Any, said: str, *args: Any, **more: Any) -> None:
            goes_on = abs(xy[0] - self.end[0]) < 1 and xy[1] == self.end[1]
            # Letters of another font are a piece of the same text.
            self.texts.append(self.texts.pop() + said if goes_on else said)
            self.end = (xy[0] + more["font"].getlength(said), xy[1])
            box = pen.textbbox(xy, said, font=more.get("font"), anchor=more.get("anchor"))
            width, height = pen.im.size
            if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height:
                self.over.append(said)
            write(pen, xy, said, *args, **more)

        with mock.patch.object(ImageDraw.ImageDraw, "text", text):
            yield


# --- Surfaces ------------------------------------------------------------------------------------

Read = Callable[[Look], Iterable[Line]]


@dataclass(frozen=True)
class Surface:
    """One rendering of a subject. `shows` are its facts; `leaves` says why others are not there.

    `paper`: also in both languages side by side. `inside`: for the staff, with full names.
    """

    key: str
    shows: tuple[str, ...]
    read: Read
    leaves: Mapping[str, str] = field(default_factory=dict)
    fits: Callable[[Look], bool] = lambda _look: True
    paper: bool = False
    inside: bool = False
    #: of another round than the one that is looked at: of the last complete one, for example
    of: Callable[[Look], int] | None = None
    #: shows only the first lines, in the order of the subject
    first: int = 0


@dataclass(frozen=True)
class Subject:
    """Facts that are told, recomputed plainly."""

    key: str
    name: str
    facts: Mapping[str, str]
    #: facts by which lines are told apart and put in order
    sorted_by: Callable[[Line], Any]
    expected: Callable[[Look], list[Line]]
    surfaces: tuple[Surface, ...]
    #: what tells lines apart besides the facts
    keys: tuple[str, ...] = ()
    #: surfaces that say nothing of it at all, and why
    nothing_on: Mapping[str, str] = field(default_factory=dict)
    fits: Callable[[Look], bool] = lambda _look: True


#: what a reader meets where a surface is not as it should be
UNREADABLE = (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)


def compare(subject: Subject, surface: Surface, look: Look) -> list[str]:
    """List what a surface says that is not so, and what it does not say."""
    if surface.of:
        look.number = surface.of(look)
    where = f"{surface.key} [{look.language}, round {look.number}]"
    look.inside = surface.inside
    wanted = subject.expected(look)
    try:
        found = list(surface.read(look))
    except UNREADABLE as error:
        return [f"{where}: cannot be read: {error!r}"]
    if surface.first:
        wanted = wanted[: surface.first]
        found = found[: surface.first]
    kept = (*subject.keys, *surface.shows)
    wanted = [{fact: line[fact] for fact in kept if fact in line} for line in wanted]
    wanted = [line for line in wanted if line]
    complaints = [f"{where}: {line}" for line in look.ink]
    if len(found) != len(wanted):
        complaints.append(f"{where}: {len(found)} lines, not {len(wanted)}")
    try:
        found = sorted(found, key=subject.sorted_by)
        wanted = sorted(wanted, key=subject.sorted_by)
    except (KeyError, TypeError) as error:
        complaints.append(f"{where}: cannot be put in order: {error!r}")
    for said, true in zip(found, wanted, strict=False):
        for fact, value in true.items():
            if fact not in said:
                complaints.append(f"{where}: {_of(true)}: {fact} is not there, {value!r} is wanted")
            elif said[fact] != value:
                complaints.append(f"{where}: {_of(true)}: {fact} {said[fact]!r}, not {value!r}")
    return complaints


def _of(line: Line) -> str:
    return " ".join(f"{value}" for _fact, value in list(line.items())[:3])


def screen_of(look: Look, *shows: str) -> Page:
    """A screen in the hall that shows these tables of the tournament."""
    from tournaments.models import HallScreen  # as above

    made = HallScreen.objects.create(
        event=look.tournament.event,
        tournament=look.tournament,
        name="truth",
        key=f"truth-{'-'.join(shows)}"[:24],
        shows=list(shows),
        rows=40,
    )
    try:
        return Page(look.get(f"/screens/{made.key}/"))
    finally:
        made.delete()
