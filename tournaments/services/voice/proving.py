"""Phones prove whose they are: by a code, or birth date and licence number; withdrawn by the chief
arbiter or on the phone itself."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import changed
from tournaments.kernel.sweeping import forget
from tournaments.models import (
    ArbiterCall,
    Case,
    Entry,
    Event,
    Phone,
    PlayerRequest,
    ResultReport,
    SlipPhoto,
    Tournament,
    User,
    Voice,
    VoiceCode,
    VoiceMail,
    VoiceRules,
)
from tournaments.queries.voice.codes import entry_of_code, entry_of_person, mail_of_key
from tournaments.queries.voice.phones import digest_of, phone_of
from tournaments.queries.voice.rules import voice_rules
from tournaments.services.voice.slips import forget as forget_slips

#: why no page is touched
NOT_PUBLIC = "whose phone it is stands on no public page"
#: one player's phones: their own, both parents', a trainer's
MOST_PHONES = 6
#: a phone that says more often is no parent's
MOST_PLAYERS = 12
#: so long after the last day of the event nobody begins to speak any more
KEPT = timedelta(days=30)
SETTINGS = (
    "takes_results", "wait_minutes", "takes_requests", "request_minutes", "takes_calls",
    "takes_claims", "claim_minutes", "appeal_minutes", "committee", "by_birth",
)  # fmt: skip


def new_key() -> str:
    return secrets.token_urlsafe(32)


def prove_by_code(*, tournament: Tournament, code: str, key: str, device: str) -> Voice:
    entry = entry_of_code(tournament, code)
    if entry is None:
        raise Refused("voice.wrong_code", field="code")
    return _speak(tournament, entry, key, device, Voice.How.CODE)


def prove_by_birth(
    *, tournament: Tournament, born: str, licence: str, key: str, device: str
) -> Voice:
    if not voice_rules(tournament).by_birth:
        raise Refused("voice.not_by_birth")
    entry = entry_of_person(tournament, born, licence)
    if entry is None:
        raise Refused("voice.nobody_like_that", field="licence")
    return _speak(tournament, entry, key, device, Voice.How.BIRTH)


def prove_by_mail(*, tournament: Tournament, link: str, key: str, device: str) -> Voice:
    """The link of a mail opens one phone."""
    with transaction.atomic():
        mail = mail_of_key(tournament, link)
        if mail is None or not VoiceMail.objects.filter(pk=mail.pk, serial=mail.serial).update(
            serial=F("serial") + 1
        ):
            raise Refused("voice.old_link", field="link")
        return _speak(tournament, mail.entry, key, device, Voice.How.MAIL)


def _speak(tournament: Tournament, entry: Entry, key: str, device: str, how: Voice.How) -> Voice:
    with act("voice.proved", tournament, by=None, quiet=NOT_PUBLIC) as done:
        event = done.tournament.event
        if event.forgotten_at or event.ends_on + KEPT < timezone.localdate():
            raise Refused("voice.event_is_over")
        phone, _new = Phone.objects.get_or_create(
            digest=digest_of(key), defaults={"device": device[:20]}
        )
        held = Voice.objects.filter(phone=phone, entry=entry, withdrawn_at=None).first()
        if held is not None:
            return done.nothing(held)
        now = Voice.objects.filter(withdrawn_at=None)
        if now.filter(entry=entry).count() >= MOST_PHONES:
            raise Refused("voice.too_many_phones", name=entry.name)
        if now.filter(phone=phone, entry__tournament=tournament).count() >= MOST_PLAYERS:
            raise Refused("voice.too_many_players")
        made = Voice.objects.create(phone=phone, entry=entry, how=how)
        done.record(entry, after={"how": str(how)})
        return made


def silence(*, tournament: Tournament, voice: Voice, by: User | None) -> None:
    """The phone speaks no more for this player; with its code it may again."""
    with act("voice.withdrawn", tournament, by=by, quiet=NOT_PUBLIC) as done:
        found = Voice.objects.filter(
            entry__tournament=done.tournament, pk=voice.pk, withdrawn_at=None
        ).first()
        if found is None:
            return done.nothing()
        found.withdrawn_at = timezone.now()
        found.save(update_fields=["withdrawn_at"])
        done.record(found.entry)


def silence_here(*, tournament: Tournament, entry: Entry, key: str) -> None:
    """The phone itself gives the player up."""
    phone = phone_of(key)
    held = Voice.objects.filter(phone=phone, entry=entry, withdrawn_at=None).first()
    if phone is not None and held is not None:
        silence(tournament=tournament, voice=held, by=None)


def renew_code(*, tournament: Tournament, entry: Entry, by: User | None) -> None:
    """Another code for a player; the printed one and links from mails open nothing any more, and
    the phones that spoke are silent."""
    with act("voice.code_renewed", tournament, by=by, quiet=NOT_PUBLIC) as done:
        entry = done.tournament.entries.get(pk=entry.pk)
        code, new = VoiceCode.objects.get_or_create(entry=entry)
        if not new:
            code.serial = F("serial") + 1
            code.save()
        entry.voices.filter(withdrawn_at=None).update(withdrawn_at=timezone.now())
        VoiceMail.objects.filter(entry=entry).update(serial=F("serial") + 1)
        done.record(entry)


def set_rules(*, tournament: Tournament, values: dict[str, object], by: User | None) -> VoiceRules:
    """Set what players may say, and within which times."""
    with act("voice.rules_set", tournament, by=by) as done:
        rules = voice_rules(done.tournament)
        before, after = changed(rules, {name: values[name] for name in SETTINGS if name in values})
        if not after:
            return done.nothing(rules)
        rules.save()
        done.record(done.tournament, before=before, after=after)
        return rules


def forget_event(event: Event) -> int:
    """On its date of data protection: whose phones were whose, and all that players wrote."""
    of_event = {"entry__tournament__event": event}
    for kept in (VoiceCode, VoiceMail, PlayerRequest, ResultReport, Case):
        kept._base_manager.filter(**of_event).delete()
    ArbiterCall.objects.filter(tournament__event=event).delete()
    forget_slips(list(SlipPhoto.objects.filter(tournament__event=event).defer("data")))
    return Voice.objects.filter(**of_event).delete()[0]


def sweep() -> None:
    """Forget the phones that speak for nobody, in no event."""
    forget(Phone.objects.filter(voices=None, made_at__lt=timezone.now() - timedelta(days=1)))
