"""Codes that players type: eight characters that nobody mistakes for others."""

from collections.abc import Iterator

#: without 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V: read from paper, in any light
ALPHABET = "34679ACDEFGHJKMNPQRTWXY"
LENGTH = 8


def code_from(digest: bytes) -> str:
    """Eight characters from a digest of at least 16 bytes."""
    return "".join(_characters(int.from_bytes(digest[:16])))


def _characters(number: int) -> Iterator[str]:
    for _place in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        yield ALPHABET[place]


def grouped(code: str) -> str:
    """As it is printed: ABCD-EFGH."""
    return f"{code[:4]}-{code[4:]}"


def typed_code(text: str) -> str:
    """A typed code in its plain form; "" where it can be none."""
    found = "".join(letter for letter in text[:40].upper() if letter.isalnum())
    return found if len(found) == LENGTH and set(found) <= set(ALPHABET) else ""
