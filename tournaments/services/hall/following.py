"""Following: what a phone or a mail address wants to hear of, one tap to begin and one to stop.

Nobody signs in. Who knows the address of a browser at its push service speaks for this browser;
the address is known to nobody else. A mail address is asked first whether its reader wants this.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.core.webpush import Keys
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import hand_over
from tournaments.kernel.mail import Away, NotTaken, next_try, send_text
from tournaments.kernel.sweeping import forget
from tournaments.models import (
    Announcement,
    Entry,
    Event,
    Follow,
    Follower,
    Phone,
    Tournament,
    User,
    Watch,
)
from tournaments.queries.hall.followed import Message
from tournaments.services.programs import outbound

#: of one follower in one tournament: a family, friends, a club
MOST_FOLLOWED = 40
#: tournaments that one follower follows something in
MOST_TOURNAMENTS = 60
LONGEST_ENDPOINT = 1000
#: after the last day of an event nobody follows it any more
FOLLOWED_AFTER = timedelta(days=14)
#: announcements and what was sent of them are remembered so long
KEPT = timedelta(days=30)
#: a mail address that was never confirmed is forgotten after
UNCONFIRMED = timedelta(days=7)

ASK = "tournaments.tasks.ask_follower"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The thing followed: a player, a club of the tournament, or with neither what is for all."""

    entry: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class Followed:
    everything: bool
    entries: tuple[int, ...]
    clubs: tuple[str, ...]

    def as_data(self) -> dict[str, object]:
        return {
            "everything": self.everything,
            "players": list(self.entries),
            "clubs": list(self.clubs),
        }


@dataclass(frozen=True, slots=True)
class BrowserAddress:
    """A browser as `PushSubscription.toJSON` tells of it."""

    endpoint: str
    public: str
    secret: str


def digest_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


@transaction.atomic
def follow(
    *,
    tournament: Tournament,
    browser: BrowserAddress,
    wanted: Wanted,
    language: str,
    phone: Phone | None = None,
) -> Followed:
    """This browser hears of it from now on; it may have said so before. `phone`: the device, where
    it speaks for players."""
    follower = _follower(browser, language)
    _note_device(follower, language, phone)
    _add(follower, tournament, wanted)
    return followed_by(follower, tournament)


@transaction.atomic
def follow_by_mail(*, tournament: Tournament, email: str, wanted: Wanted, language: str) -> None:
    """The first time, a mail asks whether its reader wants this. What the answer says is the same
    for every address."""
    follower, _made = Follower.objects.get_or_create(
        email=email.lower(), defaults={"language": language}
    )
    _add(follower, tournament, wanted)
    if follower.confirmed_at is None and follower.ask_at is None and follower.asked == 0:
        follower.ask_at = timezone.now()
        follower.save(update_fields=["ask_at"])
        transaction.on_commit(lambda: hand_over(ASK, follower.pk), robust=True)


@transaction.atomic
def unfollow(*, tournament: Tournament, endpoint: str, wanted: Wanted) -> Followed:
    """This browser hears of it no more; one that follows nothing is forgotten."""
    follower = Follower.objects.filter(digest=digest_of(endpoint)).first()
    if follower is None:
        return Followed(False, (), ())
    follower.follows.filter(_is(tournament, wanted)).delete()
    left = followed_by(follower, tournament)
    _forget_idle(follower)
    return left


def followed(
    *, tournament: Tournament, endpoint: str, language: str, phone: Phone | None = None
) -> Followed:
    """List what this browser follows. It is told in the language in which it was last read."""
    follower = Follower.objects.filter(digest=digest_of(endpoint)).first()
    if follower is None:
        return Followed(False, (), ())
    _note_device(follower, language, phone)
    return followed_by(follower, tournament)


@transaction.atomic
def watch(*, event: Event, about: str, browser: BrowserAddress, language: str) -> bool:
    """This browser hears of something above tournaments, as a place of a waiting list."""
    follower = _follower(browser, language)
    Watch.objects.get_or_create(follower=follower, about=about, defaults={"event": event})
    return True


@transaction.atomic
def stop_watching(*, about: str, endpoint: str) -> bool:
    follower = Follower.objects.filter(digest=digest_of(endpoint)).first()
    if follower is not None:
        follower.watches.filter(about=about).delete()
        _forget_idle(follower)
    return False


def watches(*, about: str, endpoint: str) -> bool:
    return Watch.objects.filter(follower__digest=digest_of(endpoint), about=about).exists()


def _note_device(follower: Follower, language: str, phone: Phone | None) -> None:
    before = (follower.language, follower.phone_id)
    follower.language = language
    follower.phone = phone or follower.phone
    if (follower.language, follower.phone_id) != before:
        follower.save(update_fields=["language", "phone"])


def _forget_idle(follower: Follower) -> None:
    if follower.user_id or follower.follows.exists() or follower.watches.exists():
        return
    follower.delete()


# --- The staff ------------------------------------------------------------------------------------


@transaction.atomic
def follow_the_desk(
    *, user: User, browser: BrowserAddress, language: str, session: str | None
) -> bool:
    """This browser hears of what waits at the desks of a member of the staff, until they sign out
    there. `session`: the key of the session in which they ask for it."""
    follower = _follower(browser, language)
    follower.user = user
    follower.session = user.open_sessions.filter(key=session).first()
    follower.save(update_fields=["user", "session"])
    return follower.session is not None


@transaction.atomic
def leave_the_desk(*, endpoint: str) -> bool:
    follower = Follower.objects.filter(digest=digest_of(endpoint)).first()
    if follower is not None:
        follower.user = follower.session = None
        follower.save(update_fields=["user", "session"])
        _forget_idle(follower)
    return False


def follows_the_desk(*, user: User, endpoint: str, session: str | None) -> bool:
    """Whoever has signed in again on their own browser need not ask for it again."""
    found = Follower.objects.filter(digest=digest_of(endpoint), user=user)
    here = user.open_sessions.filter(key=session).first()
    return here is not None and found.update(session=here) > 0


def followed_by(follower: Follower, tournament: Tournament) -> Followed:
    rows = follower.follows.filter(tournament=tournament).values_list("entry_id", "club")
    known = list(rows)
    return Followed(
        any(not entry and not club for entry, club in known),
        tuple(entry for entry, _club in known if entry),
        tuple(club for _entry, club in known if club),
    )


def confirm(follower: Follower) -> None:
    """Somebody who reads this address says yes."""
    if follower.confirmed_at is None:
        follower.confirmed_at = timezone.now()
        follower.save(update_fields=["confirmed_at"])


def stop(follower: Follower) -> None:
    """Nothing more to this address, and nothing of it is kept."""
    follower.delete()


def forget_gone(followers: Collection[int]) -> None:
    """Browsers whose push service says that they are there no more."""
    Follower.objects.filter(pk__in=followers).delete()


# --- The mail that asks ---------------------------------------------------------------------------


def ask(follower_id: int) -> None:
    """In a worker: ask the reader of a mail address whether they want this."""
    with transaction.atomic():
        found = Follower.objects.select_for_update(skip_locked=True, of=("self",))
        follower = found.filter(pk=follower_id, ask_at__isnull=False, confirmed_at=None).first()
        if follower is None or not follower.email:
            return
        follower.asked += 1
        follower.ask_at = None
        try:
            send_text(_mail("follow", follower), follower.email)
        except Away:
            follower.ask_at = next_try(follower.asked, follower.created_at)
        except NotTaken:
            pass
        follower.save(update_fields=["asked", "ask_at"])


def enqueue_due() -> None:
    due = Follower.objects.filter(ask_at__lte=timezone.now()).order_by("ask_at")
    for pk in due.values_list("pk", flat=True)[:100]:
        hand_over(ASK, pk)


def notice_mail(follower: Follower, message: Message) -> str:
    return _mail("notice", follower, message=message)


def _mail(template: str, follower: Follower, **values: object) -> str:
    """A mail in the language of its reader, with the address at which they stop."""
    with override(follower.language):
        address = settings.SITE_URL + reverse("public:follower", args=[follower.key])
        context = {"address": address, "site": settings.SITE_URL, **values}
        return render_to_string(f"mail/{template}.txt", context)


# --- Forget ---------------------------------------------------------------------------------------


def forget_old() -> None:
    """Nobody follows an event that is over; who follows nothing is not known any more."""
    now = timezone.now()
    over = (now - FOLLOWED_AFTER).date()
    forget(Follow.objects.filter(tournament__event__ends_on__lt=over))
    forget(Watch.objects.filter(event__ends_on__lt=over))
    idle = Follower.objects.filter(follows=None, watches=None, session=None)
    forget(idle.filter(Q(user=None) | Q(created_at__lt=now - KEPT)))
    never = Q(endpoint="", confirmed_at=None, created_at__lt=now - UNCONFIRMED)
    forget(Follower.objects.filter(never))
    forget(Announcement.objects.filter(created_at__lt=now - KEPT))


# --- Helpers --------------------------------------------------------------------------------------


def _follower(browser: BrowserAddress, language: str) -> Follower:
    if len(browser.endpoint) > LONGEST_ENDPOINT:
        raise Refused("follow.no_browser")
    try:
        outbound.guard_form(browser.endpoint)
        Keys.read(browser.public, browser.secret)
    except (Refused, ValueError) as error:
        raise Refused("follow.no_browser") from error
    keys = {"public": browser.public.rstrip("="), "secret": browser.secret.rstrip("=")}
    follower, _made = Follower.objects.update_or_create(
        digest=digest_of(browser.endpoint),
        defaults={"endpoint": browser.endpoint, "language": language, **keys},
    )
    return follower


def _add(follower: Follower, tournament: Tournament, wanted: Wanted) -> None:
    people = tournament.entries.exclude(status=Entry.Status.EXPELLED)
    if wanted.entry and not people.filter(pk=wanted.entry).exists():
        raise Refused("follow.unknown")
    if wanted.club and not people.filter(club=wanted.club).exists():
        raise Refused("follow.unknown")
    mine = follower.follows
    if mine.filter(_is(tournament, wanted)).exists():
        return
    here = mine.filter(tournament=tournament)
    elsewhere = mine.exclude(tournament=tournament).values("tournament").distinct()
    if here.count() >= MOST_FOLLOWED or elsewhere.count() >= MOST_TOURNAMENTS:
        raise Refused("follow.too_many", most=MOST_FOLLOWED)
    Follow.objects.bulk_create(
        [
            Follow(
                follower=follower,
                tournament=tournament,
                entry_id=wanted.entry,
                club="" if wanted.entry else wanted.club,
            )
        ],
        ignore_conflicts=True,
    )


def _is(tournament: Tournament, wanted: Wanted) -> Q:
    if wanted.entry:
        return Q(tournament=tournament, entry=wanted.entry)
    return Q(tournament=tournament, entry=None, club=wanted.club)
