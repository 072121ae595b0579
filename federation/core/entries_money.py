"""References of transfers, and the signatures of a payment provider's messages."""

import hashlib
import hmac

#: letters and digits that nobody takes for one another, on paper or on the phone
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
#: a message is heard within so many seconds of its time
FRESH = 300


def reference_of(number: int) -> str:
    """The reference of a charge: its number, and a sign that finds each single typing error."""
    digits, rest = "", number
    while rest or len(digits) < 5:
        rest, place = divmod(rest, len(ALPHABET))
        digits = ALPHABET[place] + digits
    return f"H{digits}{_check(digits)}"


def read_reference(text: str) -> str:
    """The reference within what somebody typed; "" if it cannot be one."""
    found = "".join(character for character in text.upper() if character in ALPHABET)
    if len(found) < 7 or found[0] != "H" or _check(found[1:-1]) != found[-1]:
        return ""
    return found


def _check(digits: str) -> str:
    """Weights are odd, and the alphabet has 32 signs: a single wrong one always shows."""
    total = sum(ALPHABET.index(one) * (2 * place + 1) for place, one in enumerate(digits, start=1))
    return ALPHABET[total % len(ALPHABET)]


def signed(secret: str, body: bytes, at: int) -> str:
    """The header that goes with a message: its time and its signature."""
    return f"t={at},v1={_digest(secret, body, at)}"


def is_signed(secret: str, body: bytes, header: str, now: int) -> bool:
    """True for a message of the provider itself, sent just now."""
    parts = dict(part.partition("=")[::2] for part in header.split(",") if "=" in part)
    at = parts.get("t", "")
    if not secret or not at.isascii() or not at.isdecimal() or len(at) > 12:
        return False
    if abs(now - int(at)) > FRESH:
        return False
    return hmac.compare_digest(
        _digest(secret, body, int(at)).encode(), parts.get("v1", "").encode("utf-8", "replace")
    )


def _digest(secret: str, body: bytes, at: int) -> str:
    return hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
