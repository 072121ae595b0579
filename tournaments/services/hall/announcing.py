"""Announcements: written down with the act itself, spread to those who follow, sent until heard.

`hear` listens to the log, so that no act can be forgotten. A worker spreads an announcement into
one notice for each follower; workers claim notices by moving their due time on and send them
outside any transaction. The row is unique for announcement and follower, and a phone shows a
second copy in the place of the first, so nobody hears a thing twice. A push service that is away
is asked once by each worker, and its other messages wait.
"""

import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.core import webpush
from tournaments.kernel.jobs import hand_over
from tournaments.kernel.log import listeners
from tournaments.kernel.mail import Away, NotTaken, send_text
from tournaments.models import (
    Announcement,
    Case,
    Entry,
    Follower,
    Irregular,
    LogEntry,
    Notice,
    Pairing,
    PairingSession,
    Role,
    Round,
    StaffMember,
)
from tournaments.queries.hall.followed import Message, hearers, messages_for
from tournaments.queries.results.empty_chairs import lost_by_forfeit
from tournaments.services.hall.following import forget_gone, notice_mail
from tournaments.services.programs import outbound

SPREAD = "tournaments.tasks.spread_announcement"
SEND = "tournaments.tasks.send_notices"
#: notices that a worker takes at once, and how many it sends side by side
AT_ONCE, SIDE_BY_SIDE = 50, 16
#: workers that are called for one announcement
MOST_CALLED = 4
#: a worker that has not noted an outcome for so long is taken for dead
CLAIM = timedelta(seconds=90)
#: waits before the next try
WAITS = tuple(timedelta(seconds=seconds) for seconds in (10, 30, 60, 120, 300, 600))
#: news that nobody could be told for so long are none
NEWS = timedelta(hours=3)

_LEAVES = frozenset({"entry.withdrawn", "entry.expelled"})
_DECISIONS = frozenset({"case.decided", "case.appeal_decided"})
#: by act the thing that waits
_AT_THE_DESK = {"call.made": "call", "case.opened": "case", "case.appealed": "appeal"}
_RESULTS = frozenset({"result.entered", "result.changed", "result.cleared"})


# --- Hear -----------------------------------------------------------------------------------------


def listen() -> None:
    if hear not in listeners:
        listeners.append(hear)


def hear(line: LogEntry) -> None:
    """Write down what those who follow are to be told of this act, if anybody follows."""
    event = line.event_id or (line.tournament.event_id if line.tournament else None)
    if event is None:
        return
    for made in (_announcement(line), _waiting(line)):
        if made is None:
            continue
        made.event_id = event
        made.tournament = line.tournament
        made.round_number = made.round_number or line.round_number
        announce(made)


def announce(made: Announcement) -> None:
    """Write it down, with what it tells of, if anybody is to hear it."""
    if hearers(made).exists():
        made.save()
        transaction.on_commit(partial(hand_over, SPREAD, made.pk), robust=True)


def _announcement(line: LogEntry) -> Announcement | None:
    """The announcement of an act, with those whom it concerns; None where nothing is told."""
    kinds = Announcement.Kind
    if line.act == "screen.announced":
        text = line.label
        return Announcement(kind=kinds.BANNER, text=text[:200]) if text else None
    if line.tournament is None:
        return None
    if line.act == "round.published":
        return Announcement(kind=kinds.ROUND)
    if line.act == "round.unpublished":
        return Announcement(kind=kinds.TAKEN_BACK)
    if line.act == "round.edited":
        moved = _moved(line)
        return Announcement(kind=kinds.PAIRING, entries=moved) if moved else None
    if line.act in _LEAVES:
        return _left(line)
    if line.act == "checkin.absent":
        return _held(line)
    if line.act in _DECISIONS:
        return _decided(line)
    if line.act in _RESULTS and line.irregular in (Irregular.CORRECTION, Irregular.ADJOURNMENT):
        kind, _colon, pk = line.target.partition(":")
        row = Pairing.objects.filter(pk=pk).first() if kind == "pairing" else None
        if row and row.black_id:
            return Announcement(kind=kinds.CORRECTED, entries=[row.white_id, row.black_id])
    return None


def _held(line: LogEntry) -> Announcement | None:
    """For who has just lost by not coming and is not paired again before they speak up. Who is
    marked as away for another reason knows it."""
    if line.before == Entry.Status.ABSENT:
        return None
    pk = int(line.target.partition(":")[2])
    games = (
        Pairing.objects.games().filter(round__tournament=line.tournament).select_related("round")
    )
    row = games.filter(Q(white=pk) | Q(black=pk)).order_by("-round__number").first()
    if row is None or not lost_by_forfeit(row.result, 0 if row.white_id == pk else 1):
        return None
    return Announcement(kind=Announcement.Kind.HELD, entries=[pk], round_number=row.round.number)


def _decided(line: LogEntry) -> Announcement | None:
    """For the phones that speak for the two players, and for no other."""
    case = Case.objects.filter(pk=line.target.partition(":")[2] or 0).first()
    if case is None:
        return None
    both = [pk for pk in (case.entry_id, case.opponent_id) if pk]
    text = f"{case.number} {case.appeal_verdict or case.verdict}"
    return Announcement(kind=Announcement.Kind.CASE, entries=both, text=text)


def _waiting(line: LogEntry) -> Announcement | None:
    """The announcement of what waits at the desk, for those of the staff who may settle it."""
    tournament = line.tournament
    correction = line.irregular == Irregular.CORRECTION
    what = "correction" if correction else _AT_THE_DESK.get(line.act, "")
    if tournament is None or not what:
        return None
    roles = [Role.CHIEF] if what in ("case", "appeal") else [Role.CHIEF, Role.ARBITER]
    staff = StaffMember.objects.filter(event=tournament.event_id, role__in=roles)
    users = set(staff.values_list("user_id", flat=True)) - {line.by_id}
    place = line.label.rpartition(": ")[2].partition(" ")[0]
    board = place.partition("/")[2]
    if what == "call" and board.isdecimal():
        walked = tournament.sectors.filter(
            first_board__lte=int(board), last_board__gte=int(board)
        ).values_list("user_id", flat=True)
        users = users & set(walked) or users
    if not users:
        return None
    kind = Announcement.Kind.DESK
    return Announcement(kind=kind, users=sorted(users), text=f"{what} {board}".strip())


def _moved(line: LogEntry) -> list[int]:
    """The entries whose opponent, colour or board of a published round is another one now."""
    assert line.tournament is not None
    round_ = line.tournament.round(line.round_number or 0)
    session = PairingSession.objects.filter(pk=(line.before or {}).get("session") or 0).first()
    if round_ is None or not round_.is_public or session is None:
        return []
    before = _seats(
        (row.get("board"), row.get("white_id"), row.get("black_id"))
        for row in session.before.get("rows", ())
    )
    after = _seats(round_.pairings.values_list("board", "white_id", "black_id"))
    return sorted(one for one in before.keys() | after.keys() if before.get(one) != after.get(one))


def _seats(
    rows: Iterable[tuple[int | None, int | None, int | None]],
) -> dict[int, tuple[int | None, int | None, int | None]]:
    found = {}
    for row in rows:
        for entry in row[1:]:
            if entry:
                found[entry] = row
    return found


def _left(line: LogEntry) -> Announcement | None:
    """Tell whoever was to play against a player that leaves, in a round that is out."""
    kind, _colon, pk = line.target.partition(":")
    if kind != "entry" or not pk.isdigit():
        return None
    rows = Pairing.objects.games().filter(
        round__tournament=line.tournament, round__status=Round.Status.PUBLISHED, result=""
    )
    for row in rows.select_related("round", "white", "black").order_by("-round__number"):
        if int(pk) in (row.white_id, row.black_id) and row.black:
            other = row.black if row.white_id == int(pk) else row.white
            return Announcement(
                kind=Announcement.Kind.WITHDRAWN,
                entries=[other.pk],
                round_number=row.round.number,
            )
    return None


# --- Spread ---------------------------------------------------------------------------------------


def spread(announcement_id: int) -> None:
    """One notice for each follower that it is for; then the workers are called."""
    with transaction.atomic():
        made = (
            Announcement.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(pk=announcement_id, spread_at=None)
            .first()
        )
        if made is None:
            return
        rows = [
            Notice(announcement=made, follower_id=follower)
            for follower in hearers(made).values_list("pk", flat=True)
        ]
        Notice.objects.bulk_create(rows, batch_size=2000, ignore_conflicts=True)
        made.spread_at = timezone.now()
        made.save(update_fields=["spread_at"])
    for _ in range(min(MOST_CALLED, -(-len(rows) // AT_ONCE))):
        hand_over(SEND, made.pk)


# --- Send -----------------------------------------------------------------------------------------


def enqueue_due() -> None:
    """Call workers for what should have been spread or sent by now."""
    now = timezone.now()
    waiting = Announcement.objects.filter(spread_at=None, created_at__lt=now - timedelta(seconds=5))
    for pk in waiting.order_by("created_at").values_list("pk", flat=True)[:100]:
        hand_over(SPREAD, pk)
    due = Notice.objects.filter(status=Notice.Status.WAITING, due_at__lte=now).order_by("due_at")
    if (first := due.first()) is not None:
        hand_over(SEND, first.announcement_id)


def send_due() -> int:
    """Send what is due until nothing is, of whatever announcement; how many were tried."""
    away: set[str] = set()
    tried = 0
    while taken := _claim():
        tried += sum(map(len, taken.values()))
        for announcement, notices in taken.items():
            _send(announcement, notices, away)
    return tried


def _claim() -> dict[Announcement, list[Notice]]:
    """Notices that are due, taken by this worker alone; in the order of what they tell."""
    now = timezone.now()
    with transaction.atomic():
        due = (
            Notice.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(status=Notice.Status.WAITING, due_at__lte=now)
            .select_related("announcement__tournament__event", "announcement__event", "follower")
            .order_by("due_at", "pk")[:AT_ONCE]
        )
        taken: dict[Announcement, list[Notice]] = {}
        for notice in due:
            notice.attempts += 1
            notice.due_at = now + CLAIM
            taken.setdefault(notice.announcement, []).append(notice)
        Notice.objects.bulk_update(
            [one for notices in taken.values() for one in notices], ["attempts", "due_at"]
        )
    return taken


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of one message."""

    sent: bool = False
    #: the browser is there no more
    gone: bool = False
    #: the same message will never be taken
    refused: bool = False


def _send(announcement: Announcement, notices: list[Notice], away: set[str]) -> None:
    followers = [notice.follower for notice in notices]
    messages = messages_for(announcement, followers)
    by_push = [one for one in notices if one.follower.endpoint and one.follower_id in messages]
    outcomes: dict[int, Outcome] = {
        one.pk: Outcome(refused=True) for one in notices if one.follower_id not in messages
    }
    with ThreadPoolExecutor(min(SIDE_BY_SIDE, len(by_push) or 1)) as pool:
        done = pool.map(lambda one: push(one.follower, messages[one.follower_id], away), by_push)
        outcomes |= {one.pk: outcome for one, outcome in zip(by_push, done, strict=True)}
    for one in notices:
        if one.pk not in outcomes:
            outcomes[one.pk] = _mail(one.follower, messages[one.follower_id])
    _note(announcement, notices, outcomes)


def push(follower: Follower, message: Message, away: set[str]) -> Outcome:
    """One message to one browser. `away`: the push services that did not answer just now."""
    host = urlsplit(follower.endpoint).netloc
    if host in away:
        return Outcome()
    text = json.dumps(message.as_data(), ensure_ascii=False).encode()
    try:
        body = webpush.seal(text, webpush.Keys.read(follower.public, follower.secret))
    except ValueError:
        return Outcome(refused=True)
    status, problem = outbound.post(
        follower.endpoint,
        body,
        {
            "Authorization": webpush.voucher(follower.endpoint, signing_key(), _contact()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(NEWS.total_seconds())),
            "Urgency": "high",
            "Topic": message.tag,
        },
    )
    if problem:
        away.add(host)
        return Outcome()
    if 200 <= status < 300:
        return Outcome(sent=True)
    if status in (401, 403, 404, 410):  # gone, or signed up with another key of this site
        return Outcome(gone=True)
    if status == 429 or status >= 500:
        return Outcome()
    return Outcome(refused=True)


def _mail(follower: Follower, message: Message) -> Outcome:
    if not follower.email or follower.confirmed_at is None:
        return Outcome(refused=True)
    try:
        send_text(notice_mail(follower, message), follower.email)
    except Away:
        return Outcome()
    except NotTaken:
        return Outcome(refused=True)
    return Outcome(sent=True)


def _note(announcement: Announcement, notices: list[Notice], outcomes: dict[int, Outcome]) -> None:
    now = timezone.now()
    forget_gone([one.follower_id for one in notices if outcomes[one.pk].gone])
    left = [one for one in notices if not outcomes[one.pk].gone]
    for one in left:
        outcome = outcomes[one.pk]
        if outcome.sent:
            one.status, one.sent_at = Notice.Status.SENT, now
        elif outcome.refused or now - announcement.created_at > NEWS:
            one.status = Notice.Status.FAILED
        else:
            one.due_at = now + WAITS[min(one.attempts, len(WAITS)) - 1]
    Notice.objects.bulk_update(left, ["status", "sent_at", "due_at"])


@cache
def signing_key() -> EllipticCurvePrivateKey:
    return webpush.key_from(settings.PUSH_SECRET.encode())


def public_key() -> str:
    """The key that a browser asks for when it subscribes."""
    return webpush.encoded(webpush.public_bytes(signing_key()))


def _contact() -> str:
    """Where the people of a push service reach those of this site."""
    return f"mailto:{settings.DEFAULT_FROM_EMAIL}"
