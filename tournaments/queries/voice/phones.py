"""Phones and the players for whom they speak."""

import hashlib
from dataclasses import dataclass

from tournaments.models import Entry, Phone, Tournament, Voice
from tournaments.queries.entries.names import in_alphabet


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def phone_of(key: str) -> Phone | None:
    """The device with this key; the key is only in its cookie."""
    return Phone.objects.filter(digest=digest_of(key)).first() if key else None


def speaks_for(phone: Phone | None, entry: Entry) -> bool:
    if phone is None or entry.status == Entry.Status.EXPELLED:
        return False
    return Voice.objects.filter(phone=phone, entry=entry, withdrawn_at=None).exists()


def spoken_for(phone: Phone | None, tournament: Tournament) -> list[Entry]:
    """The players of the tournament for whom a phone speaks: of a parent several children."""
    if phone is None:
        return []
    held = Voice.objects.filter(phone=phone, withdrawn_at=None).values("entry")
    here = tournament.entries.filter(pk__in=held).exclude(status=Entry.Status.EXPELLED)
    return in_alphabet(here)


@dataclass(frozen=True, slots=True)
class PhonesOfPlayer:
    entry: Entry
    voices: tuple[Voice, ...]


def phones_of(tournament: Tournament) -> list[PhonesOfPlayer]:
    """The phones by player; nobody is listed for whom no phone speaks."""
    voices = (
        Voice.objects.filter(entry__tournament=tournament, withdrawn_at=None)
        .select_related("phone", "entry")
        .order_by("since", "pk")
    )
    found: dict[Entry, list[Voice]] = {}
    for voice in voices:
        found.setdefault(voice.entry, []).append(voice)
    return [PhonesOfPlayer(entry, tuple(found[entry])) for entry in in_alphabet(found)]
