"""The parts of which this site is made: packages of the lock file, and their licences.

A site and a package (`make package`) hold the same ones; what only another system needs is absent.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata

from django.conf import settings

_LOCKED = re.compile(r"^([\w.-]+)==", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Used:
    name: str
    version: str
    licence: str


@cache
def packages() -> tuple[Used, ...]:
    found = []
    for name in _LOCKED.findall((settings.BASE_DIR / "requirements.lock").read_text()):
        try:
            about = metadata(name)
        except PackageNotFoundError:
            continue
        found.append(Used(about["Name"], about["Version"], licence_of(about)))
    return tuple(found)


def licence_of(about: PackageMetadata) -> str:
    """The licence in one line: packages have written it in three ways over the years."""
    for name in ("License-Expression", "License"):
        stated = "".join((about.get_all(name) or [])[:1])
        if stated and "\n" not in stated:
            return stated
    classes = about.get_all("Classifier") or []
    return ", ".join(
        line.rpartition(" :: ")[2] for line in classes if line.startswith("License :: ")
    )


@cache
def own_licence() -> str:
    """The text under which Hakem itself may be used."""
    return (settings.BASE_DIR / "LICENSE").read_text(encoding="utf-8")


@cache
def licence_of_fonts() -> str:
    return (settings.BASE_DIR / "static" / "fonts" / "OFL.txt").read_text(encoding="utf-8")
