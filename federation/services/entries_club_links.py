"""A club's own link to an event: mailed by the organiser, or to the club that asks for it."""

from django.core.cache import cache
from django.utils import timezone

from federation.models import CalendarEvent, Club, ClubLink
from federation.queries.entries_links import digest_of, link_of_club, token_of_club
from federation.services import messages
from federation.services.entries import QUIET
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import User

#: seconds within which a club that asks again has its mail on the way
LATELY = 600


def send_club_link(
    *, calendar: CalendarEvent, club: Club, email: str, language: str, by: User | None
) -> ClubLink:
    """To an address: the same link as before while it opens. Where the organiser sends it, mails
    about the club's players go from now on."""
    with act("club_link.sent", calendar, by=by, quiet=QUIET) as done:
        now = timezone.now()
        _guard(done.row, club)
        if not email:
            raise Refused("club_link.no_address", field="email", club=club.name)
        known = ClubLink.objects.select_for_update().filter(calendar=done.row, club=club).first()
        link = known or ClubLink(calendar=done.row, club=club)
        if by is not None or not link.token:
            link.email, link.sent_at = email, now
        if not link.token:
            link.made_at = now
        link.save()
        if not link.token:
            link.token = digest_of(token_of_club(link))
            link.save(update_fields=["token"])
        with timezone.override(done.row.event.zone if done.row.event else None):
            messages.post(
                email,
                "club_link",
                language=language,
                about=f"club_link:{link.pk}",
                calendar=done.row,
                club=club,
                link=link_of_club(link),
            )
        done.record(done.row, label=club.name)
        return link


def ask_for_club_link(*, calendar: CalendarEvent, club: Club, language: str) -> None:
    """By anybody, to the address that the federation has of the club, and to no other one."""
    _guard(calendar, club)
    if not club.email:
        raise Refused("club_link.ask_organiser", club=club.name)
    if ClubLink.objects.filter(calendar=calendar, club=club, token="").exists():
        raise Refused("club_link.was_withdrawn", club=club.name)
    if cache.get(asked := f"club_link:{calendar.pk}:{club.pk}"):
        return
    send_club_link(calendar=calendar, club=club, email=club.email, language=language, by=None)
    cache.set(asked, True, LATELY)


def withdraw_club_link(*, link: ClubLink, by: User, confirmed: str = "") -> ClubLink:
    """It opens nothing any more; the next one that is sent is another one."""
    with act("club_link.withdrawn", link.calendar, by=by, confirmed=confirmed, quiet=QUIET) as done:
        link = ClubLink.objects.select_for_update().select_related("club").get(pk=link.pk)
        if not link.token:
            return done.nothing(link)
        done.require(
            "club_link.withdrawn",
            level=3,
            reasons=[Reason("club_link.withdraw_effect", {"club": link.club.name})],
            subject=str(link.pk),
        )
        link.token = ""
        link.save(update_fields=["token"])
        done.record(done.row, label=link.club.name)
        return link


def _guard(calendar: CalendarEvent, club: Club) -> None:
    if calendar.state != CalendarEvent.State.APPROVED or calendar.event is None:
        raise Refused("entering.not_here")
    if calendar.ends_on < timezone.localdate():
        raise Refused("club_link.event_over")
    if club.closed_on is not None:
        raise Refused("club_link.closed", club=club.name)
