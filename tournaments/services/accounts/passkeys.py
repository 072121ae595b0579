"""Passkeys (WebAuthn): a key pair for each account that never leaves its device.

A passkey opens the door alone, where its device has made sure of its owner (by finger, face or
PIN), or as a second factor behind the password. Every question to a device is asked once.
"""

import json
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tournaments.kernel.errors import Refused
from tournaments.models import Passkey, User

#: of one account
MOST = 10
#: an answer is no longer than this
LONGEST = 20_000
_WRONG = (WebAuthnException, ValueError, KeyError, TypeError)


@dataclass(frozen=True, slots=True)
class Place:
    """The site as its visitor's browser names it; a passkey holds for this name only."""

    name: str  # without the port
    origin: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a device, and the words to be remembered until it answers."""

    options: str
    challenge: str


def question_to_make(*, user: User, place: Place) -> Question:
    if user.passkeys.count() >= MOST:
        raise Refused("account.many_passkeys", most=MOST)
    handle = salted_hmac("hakem.passkey", str(user.pk), algorithm="sha256").digest()
    options = generate_registration_options(
        rp_id=place.name,
        rp_name="Hakem",
        user_id=handle,  # says nothing about its owner
        user_name=user.username,
        user_display_name=user.display_name,
        exclude_credentials=_known(user),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
    )
    return Question(options_to_json(options), bytes_to_base64url(options.challenge))


def make(*, user: User, answer: str, challenge: str, place: Place, name: str) -> Passkey:
    try:
        found = verify_registration_response(
            credential=_read(answer),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=place.name,
            expected_origin=place.origin,
        )
    except _WRONG as error:
        raise Refused("account.passkey_not_made") from error
    try:
        with transaction.atomic():
            return Passkey.objects.create(
                user=user,
                key_id=bytes_to_base64url(found.credential_id),
                public_key=found.credential_public_key,
                counter=found.sign_count,
                name=name.strip()[:60] or "–",
            )
    except IntegrityError as error:
        raise Refused("account.passkey_not_made") from error


def question_to_open(*, place: Place, user: User | None = None) -> Question:
    """To any device that has a passkey of this site, or to those of one user, as second factor."""
    alone = user is None
    needed = UserVerificationRequirement
    options = generate_authentication_options(
        rp_id=place.name,
        allow_credentials=_known(user) if user else [],
        user_verification=needed.REQUIRED if alone else needed.DISCOURAGED,
    )
    return Question(options_to_json(options), bytes_to_base64url(options.challenge))


def opens(*, answer: str, challenge: str, place: Place, user: User | None = None) -> User | None:
    """Find for whom it opens the door, if it does; without `user` only where the device has made
    sure of its owner."""
    try:
        read = _read(answer)
        key_id = str(read["id"])[:1400]
        with transaction.atomic():
            keys = Passkey.objects.select_for_update(of=("self",)).select_related("user")
            key = keys.filter(key_id=key_id, user__is_active=True).first()
            if key is None or (user is not None and key.user_id != user.pk):
                return None
            found = verify_authentication_response(
                credential=read,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=place.name,
                expected_origin=place.origin,
                credential_public_key=bytes(key.public_key),
                # A counter that does not go on is that of a copy.
                credential_current_sign_count=key.counter,
                require_user_verification=user is None,
            )
            key.counter, key.used_at = found.new_sign_count, timezone.now()
            key.save(update_fields=["counter", "used_at"])
            return key.user
    except _WRONG:
        return None


def forget(*, user: User, pk: int) -> bool:
    return Passkey.objects.filter(user=user, pk=pk).delete()[0] > 0


def _known(user: User) -> list[PublicKeyCredentialDescriptor]:
    ids = user.passkeys.values_list("key_id", flat=True)
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in ids]


def _read(answer: str) -> dict[str, object]:
    """Read what the browser sent; its length is looked at before anything is worked out of it."""
    if len(answer) > LONGEST:
        raise ValueError("The answer is too long.")
    read = json.loads(answer)
    if not isinstance(read, dict):
        raise ValueError("The answer is no object.")
    return read
