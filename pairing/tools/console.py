"""The parts that the commands share: the parser, reading and writing files, choosing a system."""

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from pairing.errors import PairingError
from pairing.systems import System, system
from pairing.tools.checker import refuse_unknown_options
from pairing.trf import TrfDocument, choice_of, read
from pairing.trf.matches import as_matches
from pairing.trf.types import Options


class Wrong(Exception):
    """Wrong input; the sentence says what."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without repeating the usage."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)


def add_system_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--system", default="", metavar="KEY", help="default: what the file says, fide2026.dutch"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the system; may be repeated",
    )


def chosen_options(given: argparse.Namespace) -> Options:
    found: dict[str, str | int | bool] = {}
    for text in given.option:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise Wrong(f"--option {text}: write NAME=VALUE.")
        if value in ("yes", "no"):
            found[name] = value == "yes"
        elif value.isascii() and value.isdigit() and len(value) < 9:
            found[name] = int(value)
        else:
            found[name] = value
    return tuple(found.items())


def chosen_system(given: argparse.Namespace, document: TrfDocument) -> tuple[System, Options]:
    """The system asked for, or that of the file, with the options of both."""
    choice = choice_of(document)
    key = given.system or choice.system
    options = chosen_options(given)
    if key == choice.system:
        options = tuple((dict(choice.options) | dict(options)).items())
    if choice.note and not given.system:
        print(choice.note, file=sys.stderr)
    chosen = system(key)
    refuse_unknown_options(chosen, options)
    return chosen, options


def read_data(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        raise Wrong(f"{path} cannot be read: {reason}.") from error


def read_file(path: str, key: str = "") -> TrfDocument:
    """`key`: the system asked for, if the file does not name it."""
    try:
        document = read(read_data(path))
        return as_matches(document, system(key).format.games_a_round) if key else document
    except PairingError as error:
        raise Wrong(f"{path}: {error}.") from error


def put(data: bytes, path: str | None) -> None:
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    try:
        Path(path).write_bytes(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        raise Wrong(f"{path} cannot be written: {reason}.") from error
