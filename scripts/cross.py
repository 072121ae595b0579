"""Judges generated tournaments with other programs, and the other programs' tournaments with ours.

    python -m scripts.cross --until 50000 --record docs/cross-test.json --out var/cross \\
        --name "Other 1.0" --checker "other-checker {file}" --differs "does not match" \\
        --generator "other-generator --config {config} --seed {seed} --out {file}" \\
        --calculator "other-calculator" --calculator-name "Other tie-breaks 2.0"

`{file}`, `{seed}` and `{config}` are filled in. In `--settings`, for our generator, and in
`--their-settings`, a file of a setting per line for theirs, `{12-40}` is a number that the seed
draws. Without `--checker` our own judges its own, which tests the script. A tournament differs if
the checker ends with another code than 0, if its answer matches `--differs`, or if a tie-break or
place of the calculator is another one (`scripts.cross_places`).

The record is a list of stretches: who was compared in which versions with which settings, the
seeds, how much, every difference. A run goes on where the last one ended, in a new stretch if
anything of that is another now; `--until` counts all of them. A text for readers stands beside the
record. Files that differ are kept in the folder; everything else is made again from its seed.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from pairing.errors import PairingError
from pairing.formats import Family
from pairing.tools import cli, cli_generate, console
from pairing.tools.checker import check
from pairing.tools.generator import generate
from pairing.trf import PROFILES, TrfDocument, read, write
from scripts.cross_places import DEPARTURES, Calculator, Departure, Verdict, judge, judge_places
from tiebreaks.registry import edition_at

TIMEOUT = 600
#: one tournament in so many begins before C.07 changed, and is judged by the older text
OLDER = 5
OLD_DATE = b"2025/06/01"
_DATE = re.compile(rb"^042 .*$", re.MULTILINE)
_DRAWN = re.compile(r"\{([0-9]+)-([0-9]+)\}")
#: seconds between two savings of the record
SAVED_EVERY = 30


@dataclass(slots=True)
class Difference:
    name: str  # seed or file
    said: str


@dataclass(slots=True)
class Tally:
    """One direction: whose tournaments, judged by whom."""

    tournaments: int = 0
    players: int = 0
    rounds: int = 0
    values: int = 0  # tie-break values
    places: int = 0
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class Stretch:
    """Seeds that were compared under the same conditions."""

    settings: dict[str, str]
    first_seed: int
    next_seed: int
    ours: Tally = field(default_factory=Tally)
    theirs: Tally = field(default_factory=Tally)
    departures: list[Departure] = field(default_factory=list)


def main(words: list[str] | None = None) -> int:
    given = _parser().parse_args(words)
    out = Path(given.out)
    (out / "differ").mkdir(parents=True, exist_ok=True)
    record = Path(given.record) if given.record else out / "record.json"
    stretches = restored(record)
    stretch = _going_on(stretches, given)
    campaign = _Campaign(given, out, stretch)
    saved = time.monotonic()
    try:
        if given.again:
            campaign.judge_again(stretches)
        if given.theirs:
            for path in sorted(Path(given.theirs).glob("*")):
                campaign.judge_theirs(path, path.name, 0)
        begun = stretch.next_seed
        while _wanted(given, stretches, stretch.next_seed - begun):
            campaign.judge_seed(stretch.next_seed)
            stretch.next_seed += 1
            if time.monotonic() - saved > SAVED_EVERY:
                save(stretches, record)
                saved = time.monotonic()
    finally:
        save(stretches, record)
        campaign.close()
    print(summary(stretches))
    return 1 if any(one.ours.differences or one.theirs.differences for one in stretches) else 0


def _wanted(given: argparse.Namespace, stretches: list[Stretch], done: int) -> bool:
    if given.until:
        ours = sum(one.ours.tournaments for one in stretches)
        theirs = sum(one.theirs.tournaments for one in stretches)
        return bool((min(ours, theirs) if given.generator else ours) < given.until)
    return bool(done < given.count)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=0, metavar="N", help="tournaments to make")
    parser.add_argument("--until", type=int, default=0, metavar="N", help="in the whole record")
    parser.add_argument(
        "--again", action="store_true", help="judge the differences of the record again first"
    )
    parser.add_argument("--first-seed", type=int, default=1, metavar="N")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for files")
    parser.add_argument("--record", default="", metavar="FILE", help="default: in the folder")
    parser.add_argument("--checker", default="", metavar="COMMAND", help="with {file}")
    parser.add_argument("--differs", default="", metavar="REGEX", help="in the checker's answer")
    parser.add_argument(
        "--generator", default="", metavar="COMMAND", help="with {seed}, {file}, {config}"
    )
    parser.add_argument("--calculator", default="", metavar="COMMAND", help="stays running")
    parser.add_argument("--theirs", default="", metavar="FOLDER", help="tournaments to judge")
    parser.add_argument("--name", default="", help="the other program, with its version")
    parser.add_argument("--calculator-name", default="", help="with its version")
    parser.add_argument("--profile", choices=PROFILES, default="trf26")
    parser.add_argument(
        "--settings", default="", metavar="OPTIONS", help='our generator: "--players {12-40} ..."'
    )
    parser.add_argument(
        "--their-settings", default="", metavar="LINES", help='"PlayersNumber={12-40} ..."'
    )
    return parser


# The record


def restored(record: Path) -> list[Stretch]:
    if not record.exists():
        return []
    data = json.loads(record.read_text(encoding="utf-8"))
    return [
        Stretch(
            one["settings"],
            one["first_seed"],
            one["next_seed"],
            _tally(one["ours"]),
            _tally(one["theirs"]),
            [Departure(**each) for each in one["departures"]],
        )
        for one in data
    ]


def _tally(data: dict[str, object]) -> Tally:
    found = Tally(**data)  # type: ignore[arg-type]
    found.differences = [Difference(**each) for each in data["differences"]]  # type: ignore[attr-defined]
    return found


def _going_on(stretches: list[Stretch], given: argparse.Namespace) -> Stretch:
    """The last stretch if it has these settings, or a new one after the seeds that are used."""
    settings = {
        "other": given.name,
        "calculator": given.calculator_name,
        "ours": _our_version(),
        "profile": given.profile,
        "settings": given.settings,
        "their settings": given.their_settings,
        "differs": given.differs,
    }
    settings = {name: value for name, value in settings.items() if value}
    if stretches and stretches[-1].settings == settings:
        return stretches[-1]
    first = max([given.first_seed, *(one.next_seed for one in stretches)])
    stretches.append(Stretch(settings, first, first))
    return stretches[-1]


def _our_version() -> str:
    """The commit, so that every tournament can be made again."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or "unknown"


def save(stretches: list[Stretch], record: Path) -> None:
    stretches = [one for one in stretches if one.ours.tournaments or one.theirs.tournaments]
    data = json.dumps([asdict(one) for one in stretches], ensure_ascii=False, indent=1) + "\n"
    temporary = record.with_name(f"{record.name}.new")
    temporary.write_text(data, encoding="utf-8")
    temporary.replace(record)
    record.with_suffix(".md").write_text(told(stretches), encoding="utf-8")


def summary(stretches: list[Stretch]) -> str:
    lines = []
    for who, tallies in (
        ("ours judged by them", [one.ours for one in stretches]),
        ("theirs judged by us", [one.theirs for one in stretches]),
    ):
        total = [
            sum(getattr(one, name) for one in tallies)
            for name in ("tournaments", "rounds", "values")
        ]
        differences = sum(len(one.differences) for one in tallies)
        lines.append(
            f"{who}: {total[0]:,} tournaments, {total[1]:,} rounds, {total[2]:,} tie-break values,"
            f" {differences} differences"
        )
    return "\n".join(lines)


def told(stretches: list[Stretch]) -> str:
    """The record for readers."""
    lines = ["# Cross-test", ""]
    lines += [
        "Written by `python -m scripts.cross`; [fide.md](fide.md#comparing-with-another-program)"
        " says how, the JSON file beside this one holds the same as data.",
        "",
        *(f"- {line}" for line in summary(stretches).splitlines()),
        "",
    ]
    for one in stretches:
        lines += [f"## Seeds {one.first_seed} to {one.next_seed - 1}", ""]
        lines += [f"- {name}: `{value}`" for name, value in one.settings.items()]
        lines += [
            "",
            "| | tournaments | players | rounds | tie-break values | places | differences |",
        ]
        lines += ["|---|---|---|---|---|---|---|"]
        for who, tally in (("ours judged by them", one.ours), ("theirs judged by us", one.theirs)):
            figures = (tally.tournaments, tally.players, tally.rounds, tally.values, tally.places)
            cells = " | ".join(f"{figure:,}" for figure in figures)
            lines.append(f"| {who} | {cells} | {len(tally.differences)} |")
        lines.append("")
        if one.departures:
            lines += ["Where the calculator leaves the text of C.07:", ""]
            lines += [
                "| Code | Article | values | tournaments | such as |",
                "|---|---|---|---|---|",
            ]
            lines += [
                f"| {each.code} | {each.rule} | {each.values:,} | {each.tournaments:,} |"
                f" {', '.join(each.seen_in)} |"
                for each in one.departures
            ]
            lines.append("")
        for who, tally in (("ours", one.ours), ("theirs", one.theirs)):
            for each in tally.differences:
                lines += [f"### {who} {each.name}", "", "```", each.said, "```", ""]
    return "\n".join(lines)


# One seed


def drawn(text: str, seed: int) -> str:
    """`{12-40}` is a number that the seed draws."""
    draw = Random(f"settings {seed}")
    return _DRAWN.sub(lambda found: str(draw.randint(int(found[1]), int(found[2]))), text)


class _Campaign:
    def __init__(self, given: argparse.Namespace, out: Path, stretch: Stretch) -> None:
        self.given = given
        self.out = out
        self.stretch = stretch
        self._departed = ("", "")
        self.calculator = Calculator(given.calculator) if given.calculator else None

    def close(self) -> None:
        if self.calculator:
            self.calculator.close()

    def judge_seed(self, seed: int) -> None:
        self._judge_ours(seed)
        if self.given.generator:
            path = self._generated(seed)
            if path.exists():
                self.judge_theirs(path, str(seed), seed)
                path.unlink()
            else:
                # Some of its settings leave no tournament.
                self.stretch.theirs.differences.append(Difference(str(seed), "nothing was made"))

    # Ours, judged by them

    def _judge_ours(self, seed: int) -> None:
        parser = argparse.ArgumentParser()
        parser.add_argument("--system", default="")
        parser.add_argument("--option", action="append", default=[])
        cli_generate.add_arguments(parser)
        words = [*shlex.split(drawn(self.given.settings, seed)), "--seed", str(seed)]
        try:
            settings = cli_generate.settings_of(parser.parse_args(words))
            document = generate(settings)
        except (PairingError, console.Wrong) as error:
            raise SystemExit(f"Seed {seed}: {error}") from error
        path = self.out / f"seed-{seed}.trf"
        path.write_bytes(write(document, self.given.profile))
        said = self._said_of_ours(path, document, seed, self.stretch)
        _count(self.stretch.ours, document)
        if said:
            self.stretch.ours.differences.append(Difference(str(seed), said))
            path.rename(self.out / "differ" / path.name)
        else:
            path.unlink()

    def _said_of_ours(self, path: Path, document: TrfDocument, seed: int, stretch: Stretch) -> str:
        if self.calculator:
            self.calculator.ask(path, (), document.begun_rounds, _family(document))
        said = [self._their_verdict(path) if self.given.checker else _our_verdict(path)[0]]
        if self.calculator:
            verdict = judge_places(self.calculator, document, _family(document))
            said += self._taken(verdict, stretch, f"ours {seed}")
            said += self._compared(path, document, seed, stretch, "ours")
        return "\n".join(text for text in said if text)[:2000]

    def _their_verdict(self, path: Path) -> str:
        """The objections of the other checker; "" if it agrees."""
        words = [word.replace("{file}", str(path)) for word in shlex.split(self.given.checker)]
        try:
            done = subprocess.run(
                words,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"no answer within {TIMEOUT} seconds"
        said = f"{done.stdout}\n{done.stderr}".strip()
        differs = self.given.differs and re.search(self.given.differs, said)
        if done.returncode == 0 and not differs:
            return ""
        return said[:2000] or f"exit code {done.returncode}"

    # Theirs, judged by us

    def _generated(self, seed: int) -> Path:
        path, config = self.out / f"theirs-{seed}.trf", self.out / "config"
        config.write_text("\n".join(drawn(self.given.their_settings, seed).split()) + "\n")
        words = [
            word.replace("{file}", str(path))
            .replace("{seed}", str(seed))
            .replace("{config}", str(config))
            for word in shlex.split(self.given.generator)
        ]
        subprocess.run(words, capture_output=True, timeout=TIMEOUT, check=False)
        return path

    def judge_theirs(self, path: Path, name: str, seed: int) -> None:
        if not path.is_file():
            return
        tally = self.stretch.theirs
        said, document = self._said_of_theirs(path, seed, self.stretch)
        if document:
            _count(tally, document)
        else:
            tally.tournaments += 1
        if said:
            tally.differences.append(Difference(name, said))
            (self.out / "differ" / path.name).write_bytes(path.read_bytes())

    def _said_of_theirs(
        self, path: Path, seed: int, stretch: Stretch
    ) -> tuple[str, TrfDocument | None]:
        verdict, document = _our_verdict(path)
        said = [verdict]
        if self.calculator and document:
            said += self._compared(path, document, seed, stretch, "theirs")
        return "\n".join(text for text in said if text)[:2000], document

    # Both

    def judge_again(self, stretches: list[Stretch]) -> None:
        """The differences of earlier runs, whose files are kept, by the programs of today."""
        for stretch in stretches:
            for whose, tally in (("ours", stretch.ours), ("theirs", stretch.theirs)):
                left = []
                for each in tally.differences:
                    name = "seed" if whose == "ours" else "theirs"
                    path = self.out / "differ" / f"{name}-{each.name}.trf"
                    if not path.exists():
                        left.append(each)
                        continue
                    values, places = tally.values, tally.places
                    if whose == "ours":
                        document = read(path.read_bytes())
                        said = self._said_of_ours(path, document, int(each.name), stretch)
                    else:
                        said, _ = self._said_of_theirs(path, int(each.name), stretch)
                    tally.values, tally.places = values, places  # they were counted before
                    if said:
                        left.append(Difference(each.name, said))
                    else:
                        path.unlink()
                tally.differences = left

    def _compared(
        self, path: Path, document: TrfDocument, seed: int, stretch: Stretch, whose: str
    ) -> Iterator[str]:
        """Tie-breaks of either: every value and place."""
        if self.calculator is None:
            return
        start = document.start_date
        if seed % OLDER == 0:
            # The same games, some months before: the older text of C.07 judges them.
            start = OLD_DATE.decode()
            dated, data = b"042 " + OLD_DATE, path.read_bytes()
            data = _DATE.sub(dated, data) if _DATE.search(data) else dated + b"\n" + data
            path = path.with_suffix(".older")
            path.write_bytes(data)
        verdict = judge(
            self.calculator,
            path,
            document,
            family=_family(document),
            edition=edition_at(start),
            seed=seed,
        )
        if path.suffix == ".older":
            path.unlink()
        tally = stretch.ours if whose == "ours" else stretch.theirs
        tally.values += verdict.values
        tally.places += verdict.places
        yield from self._taken(verdict, stretch, f"{whose} {seed}")

    def _taken(self, verdict: Verdict, stretch: Stretch, name: str) -> tuple[str, ...]:
        """Counts the departures, each once in a tournament; what is left are differences."""
        for code, values in verdict.departures:
            found = next((one for one in stretch.departures if one.code == code), None)
            if found is None:
                found = Departure(code, DEPARTURES[code])
                stretch.departures.append(found)
            found.values += values
            if (code, name) != self._departed:
                found.tournaments += 1
                found.seen_in = [*found.seen_in, name][:3]
            self._departed = (code, name)
        return verdict.wrong[:20]


def _count(tally: Tally, document: TrfDocument) -> None:
    tally.tournaments += 1
    tally.players += len(document.players)
    tally.rounds += document.begun_rounds


def _family(document: TrfDocument) -> Family:
    return Family.ROUND_ROBIN if "robin" in document.type_text.lower() else Family.SWISS


def _our_verdict(path: Path) -> tuple[str, TrfDocument | None]:
    try:
        document = read(path.read_bytes())
        report = check(document)
    except PairingError as error:
        return str(error), None
    if report.clean:
        return "", document
    return "\n".join(cli.report_lines(report, notes=False))[:2000], document


if __name__ == "__main__":
    sys.exit(main())
