"""Write an invented rating list in one of FIDE's layouts."""

import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.management.demo.rating_list import file_lines


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Write an invented rating list, to try imports and the search without a real one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=".txt, .xml, or .zip with --layout")
        parser.add_argument("--players", type=int, default=20_000)
        parser.add_argument("--seed", type=int, default=20261118)
        parser.add_argument("--month", default="2026-11", help="2026-11")
        parser.add_argument("--layout", choices=["txt", "xml"])

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            month = date.fromisoformat(f"{options['month']}-01")
        except ValueError as error:
            raise CommandError("Write the month as 2026-11.") from error
        layout = options["layout"] or ("xml" if path.suffix == ".xml" else "txt")
        lines = file_lines(options["players"], seed=options["seed"], month=month, layout=layout)
        if path.suffix == ".zip":
            with (
                zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
                archive.open(f"players_list_foa.{layout}", "w", force_zip64=True) as member,
            ):
                for block in _blocks(lines):
                    member.write(block.encode())
        else:
            with path.open("w", encoding="utf-8", newline="\n") as file:
                for block in _blocks(lines):
                    file.write(block)
        self.stdout.write(f"{path}: {options['players']} players, {options['month']}, {layout}")


def _blocks(lines: Iterator[str]) -> Iterator[str]:
    block: list[str] = []
    for line in lines:
        block.append(line)
        if len(block) == 5000:
            yield "".join(block)
            block.clear()
    yield "".join(block)
