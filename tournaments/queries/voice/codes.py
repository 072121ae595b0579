"""The codes of players, and the links that carry them. No code is stored: each follows from the
secret of the site, and another number makes another one."""

import hmac
from collections.abc import Iterable

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import salted_hmac

from tournaments.core.text import typed_day
from tournaments.core.voice import code_from, typed_code
from tournaments.models import Entry, Tournament, VoiceCode, VoiceMail

MAIL_SALT = "hakem.voice.mail"
#: a link from a mail holds so many seconds
MAIL_HOLDS = 3 * 24 * 3600


def codes_of(entries: Iterable[Entry]) -> dict[int, str]:
    """The codes by entry."""
    keys = [entry.pk for entry in entries]
    serials = dict(VoiceCode.objects.filter(entry__in=keys).values_list("entry", "serial"))
    return {pk: _code(pk, serials.get(pk, 0)) for pk in keys}


def _code(pk: int, serial: int) -> str:
    return code_from(salted_hmac("hakem.voice", f"{pk}:{serial}", algorithm="sha256").digest())


def entry_of_code(tournament: Tournament, typed: str) -> Entry | None:
    """The player of the tournament whose code it is."""
    wanted = typed_code(typed)
    if not wanted:
        return None
    entries = list(tournament.entries.exclude(status=Entry.Status.EXPELLED))
    codes = codes_of(entries)
    found = [one for one in entries if hmac.compare_digest(codes[one.pk], wanted)]
    return found[0] if len(found) == 1 else None


def entry_of_person(tournament: Tournament, born: str, licence: str) -> Entry | None:
    """The one player with this whole birth date and this licence number: FIDE ID or national."""
    born, licence = typed_day(born), licence.strip()
    if not born or not licence:
        return None
    here = tournament.entries.exclude(status=Entry.Status.EXPELLED).filter(birth_date=born)
    found = [one for one in here if licence in (one.fide_id, one.national_id)]
    return found[0] if len(found) == 1 else None


def mail_key(mail: VoiceMail) -> str:
    """The signed part of a link from a mail; with the next mail, or once used, it is worthless."""
    return signing.dumps([mail.pk, mail.serial], salt=MAIL_SALT)


def mail_of_key(tournament: Tournament, key: str) -> VoiceMail | None:
    """The mail whose link it is, while the link holds."""
    try:
        pk, serial = signing.loads(key, salt=MAIL_SALT, max_age=MAIL_HOLDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    found = VoiceMail.objects.select_related("entry").filter(
        pk=pk, serial=serial, entry__tournament=tournament
    )
    return found.exclude(entry__status=Entry.Status.EXPELLED).first()


def voice_link(tournament: Tournament, code: str) -> str:
    """The address behind the QR code of a badge or a letter, in the reader's language."""
    place = [tournament.event.slug, tournament.slug, code]
    return f"{settings.SITE_URL}{reverse('public:prove', args=place)}"
