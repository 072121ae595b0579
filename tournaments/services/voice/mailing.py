"""Links by mail with which players prove whose phone it is: asked for by the chief arbiter, or by
whoever reads an address that the desk knows; sent by a worker, tried again while the mail server
is away. A link holds for three days, opens one phone, and the next one makes it worthless."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import hand_over
from tournaments.kernel.mail import HANDED_OVER, Away, NotTaken, next_try, send_text
from tournaments.models import Entry, Tournament, User, VoiceMail
from tournaments.queries.voice.codes import mail_key

TASK = "tournaments.tasks.send_voice_link"
NOT_SHOWN = "mail addresses of players are on no public page"
#: lines of one press
MOST_LINES = 1000
LONGEST = 254


def send_links(*, tournament: Tournament, text: str, language: str, by: User | None) -> int:
    """A link to each player named, one a line: number in the list of players, mail address. One
    wrong line sends nothing to anybody."""
    with act("voice.links_mailed", tournament, by=by, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        people = tournament.entries.exclude(status=Entry.Status.EXPELLED)
        by_number = {entry.tpn: entry for entry in people if entry.tpn}
        wanted = _read(text, by_number)
        if not wanted:
            raise Refused("voice.no_addresses")
        for entry, email in wanted.items():
            _promise(entry, email, language)
        done.record(tournament, after={"entries": len(wanted)})
        return len(wanted)


def _read(text: str, by_number: dict[int, Entry]) -> dict[Entry, str]:
    lines = [(place, line.strip()) for place, line in enumerate(text.splitlines(), start=1)]
    lines = [(place, line) for place, line in lines if line]
    if len(lines) > MOST_LINES:
        raise Refused("voice.too_many_addresses", most=MOST_LINES)
    found: dict[Entry, str] = {}
    for place, line in lines:
        parts = line.replace(";", " ").replace(",", " ").replace("\t", " ").split()
        number, email = parts[0].rstrip("."), parts[-1]
        entry = by_number.get(int(number)) if number.isdecimal() and len(number) < 6 else None
        if entry is None or len(parts) < 2:
            raise Refused("voice.no_such_number", line=place)
        try:
            validate_email(email[:LONGEST])
        except ValidationError as error:
            raise Refused("voice.no_address", line=place) from error
        found[entry] = email[:LONGEST].lower()
    return found


@transaction.atomic
def ask_link(*, tournament: Tournament, email: str, language: str) -> None:
    """Whoever reads this address gets a link for each of its players here. Whether there is one
    is not told."""
    known = VoiceMail.objects.filter(entry__tournament=tournament, email=email.strip().lower())
    for mail in known.exclude(entry__status=Entry.Status.EXPELLED).select_related("entry"):
        if mail.due_at is None:  # one waits at a time
            _promise(mail.entry, mail.email, language)


def _promise(entry: Entry, email: str, language: str) -> None:
    now = timezone.now()
    mail, _made = VoiceMail.objects.update_or_create(
        entry=entry,
        defaults={
            "email": email,
            "language": language[:2],
            "asked_at": now,
            "due_at": now + HANDED_OVER,
            "tries": 0,
            "sent_at": None,
        },
    )
    VoiceMail.objects.filter(pk=mail.pk).update(serial=F("serial") + 1)
    transaction.on_commit(lambda: hand_over(TASK, mail.pk), robust=True)


def send(pk: int) -> None:
    """In a worker: the message, unless it was sent meanwhile."""
    with transaction.atomic():
        found = VoiceMail.objects.select_for_update(skip_locked=True, of=("self",))
        mail = (
            found.select_related("entry__tournament__event")
            .filter(pk=pk, due_at__isnull=False)
            .first()
        )
        if mail is None:
            return
        mail.tries += 1
        mail.due_at = None
        try:
            send_text(_text(mail), mail.email)
        except Away:
            mail.due_at = next_try(mail.tries, mail.asked_at)
        except NotTaken:
            pass
        else:
            mail.sent_at = timezone.now()
        mail.save(update_fields=["tries", "due_at", "sent_at"])


def enqueue_due() -> None:
    """Hand to a worker what is to be tried again, or what a lost queue had."""
    now = timezone.now()
    for mail in VoiceMail.objects.filter(due_at__lte=now).order_by("due_at")[:100]:
        mine = VoiceMail.objects.filter(pk=mail.pk, due_at=mail.due_at)
        if mine.update(due_at=now + HANDED_OVER):
            hand_over(TASK, mail.pk)


def _text(mail: VoiceMail) -> str:
    tournament = mail.entry.tournament
    place = [tournament.event.slug, tournament.slug, mail_key(mail)]
    with override(mail.language):
        address = settings.SITE_URL + reverse("public:prove_by_mail", args=place)
        context = {"entry": mail.entry, "tournament": tournament, "address": address}
        return render_to_string("mail/voice.txt", context)
