"""The request for a paper, which is the same for every builder."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.core.text import sort_key
from tournaments.documents.translator import Text, Translator
from tournaments.models import Entry, Round, Team, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.sheets import RoundSheet, round_sheet
from tournaments.queries.setup.emblems import PaperEmblem, emblems_for_paper
from tournaments.wording.days import days_of
from tournaments.wording.results import result_parts

ROUND = _("Round %(number)s")
NO_RATING = "–"
#: the size of letters that are read from two metres
WALL = "wall"


@dataclass(frozen=True)
class PaperRequest:
    tournament: Tournament
    round: Round | None
    translator: Translator
    options: Mapping[str, str] = field(default_factory=dict)
    #: it may hang on a wall: the names of minors as the event shows them
    public: bool = False

    @cached_property
    def sheet(self) -> RoundSheet:
        assert self.round is not None, "only papers of a round ask for its boards"
        return round_sheet(self.round, public=self.public)

    @cached_property
    def entries(self) -> list[Entry]:
        """Everybody on the list, by number; those without one yet by rating."""
        found = list(self.tournament.entries.exclude(status=Entry.Status.EXPELLED))
        self.shorten_names(found)
        return sorted(
            found, key=lambda entry: (entry.tpn or 10_000, -entry.rating, self._alphabet(entry))
        )

    def shorten_names(self, entries: Iterable[Entry | None]) -> None:
        """Names as everybody may read them, if everybody may read this paper."""
        if self.public:
            shorten_names(self.tournament.event, entries)

    def by_name(self, entries: list[Entry]) -> list[Entry]:
        return sorted(entries, key=self._alphabet)

    def _alphabet(self, entry: Entry) -> tuple[Any, ...]:
        return (sort_key(entry.name, self.translator.main), entry.pk)

    def ordered(self, entries: list[Entry]) -> list[Entry]:
        return self.by_name(entries) if self.options.get("order") == "name" else entries

    def listed(self, entry: Entry) -> str:
        """Title and name, and that somebody has left."""
        left = f" ({self.translator(Entry.Status(entry.status).label)})" if entry.gone else ""
        return player(entry) + left

    def result(self, code: str) -> str:
        """A result as it is printed, in the languages of the paper."""
        text, remark = result_parts(code)
        return f"{text} {self.translator(remark)}" if remark else text

    def remarks(self, codes: Iterable[str]) -> bool:
        """A word stands behind one of the results, and on the wall it has no room."""
        return self.for_wall and any(result_parts(code)[1] for code in codes)

    @property
    def large(self) -> bool:
        """Fewer columns, so that the names have room for large letters."""
        return self.options.get("size") in ("large", WALL)

    @property
    def for_wall(self) -> bool:
        return self.options.get("size") == WALL

    @property
    def print(self) -> str:
        """The size of the letters as `document.css` names it."""
        a3 = " a3" if self.options.get("paper") == "A3" else ""
        return f"large wall{a3}" if self.for_wall else "large" if self.large else ""

    @cached_property
    def emblems(self) -> dict[str, list[PaperEmblem]]:
        """The event's logo and sponsors."""
        return emblems_for_paper(self.tournament.event)

    def title(self, label: Text, number: int | None = None) -> SafeString:
        """ "Standings · Round 5", in every language of the paper."""
        if number is None:
            return self.translator.html(label)
        if isinstance(label, str):  # a name, the same in every language
            return format_html("{} · {}", label, self.translator.html(ROUND, number=number))
        return self.translator.html(_Joined(label, number))

    def when(self, round_: Round | None = None) -> str:
        """City, venue, and when the round begins."""
        event = self.tournament.event
        parts = [event.city, event.venue]
        round_ = round_ or self.round
        if round_ is not None and round_.starts_at:
            parts.append(self.time(round_.starts_at))
        if round_ is not None and round_.start_pieces:
            parts.append(f"Chess960 {round_.start_position}: {round_.start_pieces}")
        return " · ".join(part for part in parts if part)

    def time(self, moment: datetime) -> str:
        """By the clock of the venue, wherever the paper is made."""
        local = timezone.localtime(moment, self.tournament.event.zone)
        with override(self.translator.main):
            return formats.date_format(local, "SHORT_DATETIME_FORMAT")

    def days(self, language: str) -> str:
        """From the first day to the last."""
        with override(language):
            return days_of(self.tournament.event)

    def address(self, name: str, *values: object) -> str:
        """The whole address of one of our pages, for a QR code."""
        tournament = self.tournament
        with override(self.translator.main):
            path = reverse(name, args=[tournament.event.slug, tournament.slug, *values])
        return f"{settings.SITE_URL}{path}"


class _Joined(Promise):
    """A label with its round, put into words when the language is known."""

    def __init__(self, label: Promise, number: int) -> None:
        self.label, self.number = label, number

    def __str__(self) -> str:
        return f"{self.label} · {ROUND % {'number': self.number}}"


def player(entry: Entry | Team) -> str:
    return f"{entry.title} {entry.name}" if entry.title else entry.name


def rating(entry: Entry) -> str:
    return str(entry.rating) if entry.rating else NO_RATING


def tpn(entry: Entry) -> str:
    return str(entry.tpn or "")
