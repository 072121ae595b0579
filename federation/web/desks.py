"""The lines of the office's desk, by duty: each subject adds its own."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.duties import duties_of
from federation.models import Duty
from federation.queries import (
    calendar_office,
    entries_newcomers,
    people_desk,
    ratings_reports,
)
from tournaments.models import User


@dataclass(frozen=True, slots=True)
class Desk:
    """A link for those with one of the duties. `page`: of the federation, or with its namespace.
    `count`: how much waits there for this user."""

    duties: tuple[Duty, ...]
    page: str
    words: str | Promise
    count: Callable[[User], int] | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    words: str
    address: str
    count: int | None


DESKS = [
    Desk(
        (Duty.OFFICE, Duty.DELEGATE),
        "office_applications",
        _("Applications for events"),
        lambda user: calendar_office.queue(user).count(),
    ),
    Desk(
        (Duty.OFFICE, Duty.RATING),
        "reports",
        _("Reports of events"),
        lambda _user: ratings_reports.queue().count(),
    ),
    Desk((Duty.RATING,), "rating_desk", _("Rating lists")),
    Desk((Duty.RATING,), "rating_rules", _("Rules of the national rating")),
    Desk(
        (Duty.RATING,),
        "fide",
        _("Reports for FIDE"),
        lambda _user: ratings_reports.for_fide().count(),
    ),
    Desk(
        (Duty.REGISTRAR,),
        "newcomers",
        _("Newcomers, not in the register"),
        lambda _user: entries_newcomers.newcomers().count(),
    ),
    Desk((Duty.CLUB,), "club_entries", _("Entries of the club")),
    Desk((Duty.OFFICE,), "office_cups", _("Cups")),
    Desk((Duty.OFFICE, Duty.DELEGATE), "desk_arbiters", _("Arbiters")),
    Desk((Duty.OFFICE,), "office_qualifications", _("Qualification")),
    Desk((Duty.REGISTRAR, Duty.DELEGATE), "members", _("Members")),
    Desk((Duty.REGISTRAR, Duty.DELEGATE), "desk_clubs", _("Clubs")),
    Desk(
        (Duty.REGISTRAR, Duty.DELEGATE, Duty.CLUB),
        "transfers",
        _("Transfers"),
        people_desk.waiting_transfers,
    ),
    Desk((Duty.REGISTRAR,), "desk:register", _("Register of players: lists to load")),
    Desk((Duty.OFFICE,), "officers", _("Duties in the federation")),
]


def waiting_for(user: User) -> list[Waiting]:
    """The lines of somebody with these duties."""
    mine = {one.duty for one in duties_of(user)}
    return [
        Waiting(
            str(one.words),
            reverse(one.page if ":" in one.page else f"federation:{one.page}"),
            one.count(user) if one.count else None,
        )
        for one in DESKS
        if mine.intersection(one.duties)
    ]
