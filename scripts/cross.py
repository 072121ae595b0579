"""Judges generated tournaments with another program's checker, and the other program's with ours.

    python -m scripts.cross --count 50000 --out var/cross \\
        --checker "other-checker {file}" --differs "does not match" --name "Other 1.0" \\
        --generator "other-generator --seed {seed} --out {file}"

    python -m scripts.cross --out var/cross --theirs FOLDER

`{file}` and `{seed}` are filled in; without `--checker` our own judges its own, which tests the
script. A tournament differs if the checker ends with another code than 0, or if its answer
matches `--differs`. The files that differ are kept, with what was said about them; everything
else is made again from its seed. `report.json` and `report.md` say what was compared: seeds,
settings, versions, rounds, differences. With the same `--out` a run goes on where the last one
ended.
"""

import argparse
import json
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pairing.errors import PairingError
from pairing.tools import cli, cli_generate, console
from pairing.tools.checker import check
from pairing.tools.generator import generate
from pairing.trf import PROFILES, read, write

TIMEOUT = 600


@dataclass(slots=True)
class Difference:
    direction: str
    name: str  # seed or file
    said: str


@dataclass(slots=True)
class Tally:
    """One direction: whose tournaments, judged by whom."""

    tournaments: int = 0
    rounds: int = 0
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class Campaign:
    """Everything that is remembered between two runs."""

    settings: dict[str, object]
    next_seed: int
    ours: Tally = field(default_factory=Tally)
    theirs: Tally = field(default_factory=Tally)


def main(words: list[str] | None = None) -> int:
    given = _parser().parse_args(words)
    out = Path(given.out)
    (out / "differ").mkdir(parents=True, exist_ok=True)
    campaign = _resumed(out, given)
    if given.theirs:
        _judge_theirs(campaign, sorted(Path(given.theirs).glob("*")), out)
    for seed in range(campaign.next_seed, campaign.next_seed + given.count):
        _judge_ours(campaign, seed, given, out)
        if given.generator:
            _judge_theirs(campaign, _generated(seed, given, out), out)
        campaign.next_seed = seed + 1
        if seed % 100 == 99:
            _save(campaign, out)
    _save(campaign, out)
    differences = len(campaign.ours.differences) + len(campaign.theirs.differences)
    print(_summary(campaign))
    return 1 if differences else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=0, metavar="N", help="tournaments to make")
    parser.add_argument("--first-seed", type=int, default=1, metavar="N")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for report and files")
    parser.add_argument("--checker", default="", metavar="COMMAND", help="with {file}")
    parser.add_argument("--differs", default="", metavar="REGEX", help="in the checker's answer")
    parser.add_argument("--generator", default="", metavar="COMMAND", help="with {seed}, {file}")
    parser.add_argument("--theirs", default="", metavar="FOLDER", help="tournaments to judge")
    parser.add_argument("--name", default="", help="the other program, with its version")
    parser.add_argument("--profile", choices=PROFILES, default="trf26")
    parser.add_argument(
        "--settings", default="", metavar="OPTIONS", help='for our generator: "--players 30 ..."'
    )
    return parser


def _resumed(out: Path, given: argparse.Namespace) -> Campaign:
    settings = {
        "checker": given.checker or "our own",
        "differs": given.differs,
        "generator": given.generator,
        "other": given.name,
        "profile": given.profile,
        "settings": given.settings,
        "python": platform.python_version(),
        "system": platform.system(),
        "ours": _our_version(),
    }
    path = out / "report.json"
    if not path.exists():
        return Campaign(settings, given.first_seed)
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["settings"] != settings:
        raise SystemExit(f"{path} is of another comparison; name another folder.")
    tallies = {
        name: Tally(
            data[name]["tournaments"],
            data[name]["rounds"],
            [Difference(**each) for each in data[name]["differences"]],
        )
        for name in ("ours", "theirs")
    }
    return Campaign(settings, data["next_seed"], **tallies)


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


# Ours, judged by them


def _judge_ours(campaign: Campaign, seed: int, given: argparse.Namespace, out: Path) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--system", default="")
    parser.add_argument("--option", action="append", default=[])
    cli_generate.add_arguments(parser)
    words = [*shlex.split(given.settings), "--seed", str(seed)]
    try:
        document = generate(cli_generate.settings_of(parser.parse_args(words)))
    except (PairingError, console.Wrong) as error:
        raise SystemExit(f"Seed {seed}: {error}") from error
    data = write(document, given.profile)
    path = out / f"seed-{seed}.trf"
    path.write_bytes(data)
    said = _their_verdict(path, given) if given.checker else _our_verdict(path)[0]
    campaign.ours.tournaments += 1
    campaign.ours.rounds += document.begun_rounds
    if said:
        campaign.ours.differences.append(Difference("ours", str(seed), said))
        path.rename(out / "differ" / path.name)
    else:
        path.unlink()


def _their_verdict(path: Path, given: argparse.Namespace) -> str:
    """The objections of the other checker; "" if it agrees."""
    words = [word.replace("{file}", str(path)) for word in shlex.split(given.checker)]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {TIMEOUT} seconds"
    said = f"{done.stdout}\n{done.stderr}".strip()
    differs = given.differs and re.search(given.differs, said)
    if done.returncode == 0 and not differs:
        return ""
    return said[:2000] or f"exit code {done.returncode}"


# Theirs, judged by us


def _generated(seed: int, given: argparse.Namespace, out: Path) -> Iterator[Path]:
    path = out / f"theirs-{seed}.trf"
    words = [
        word.replace("{file}", str(path)).replace("{seed}", str(seed))
        for word in shlex.split(given.generator)
    ]
    subprocess.run(words, capture_output=True, timeout=TIMEOUT, check=False)
    if path.exists():
        yield path
        path.unlink(missing_ok=True)


def _judge_theirs(campaign: Campaign, paths: Iterator[Path] | list[Path], out: Path) -> None:
    for path in paths:
        if not path.is_file():
            continue
        said, rounds = _our_verdict(path)
        campaign.theirs.tournaments += 1
        campaign.theirs.rounds += rounds
        if said:
            campaign.theirs.differences.append(Difference("theirs", path.name, said))
            (out / "differ" / path.name).write_bytes(path.read_bytes())


def _our_verdict(path: Path) -> tuple[str, int]:
    try:
        report = check(read(path.read_bytes()))
    except PairingError as error:
        return str(error), 0
    return "\n".join(cli.report_lines(report, notes=False))[:2000] if not report.clean else "", len(
        report.rounds
    )


# The report


def _save(campaign: Campaign, out: Path) -> None:
    data = json.dumps(asdict(campaign), ensure_ascii=False, indent=1)
    temporary = out / "report.json.new"
    temporary.write_text(data, encoding="utf-8")
    temporary.replace(out / "report.json")
    lines = ["# Cross-test", "", *(f"- {k}: {v}" for k, v in campaign.settings.items() if v), ""]
    lines += [_summary(campaign), ""]
    for each in (*campaign.ours.differences, *campaign.theirs.differences):
        lines += [f"## {each.direction} {each.name}", "", "```", each.said, "```", ""]
    (out / "report.md").write_text("\n".join(lines), encoding="utf-8")


def _summary(campaign: Campaign) -> str:
    return "\n".join(
        f"{who}: {tally.tournaments} tournaments, {tally.rounds} rounds,"
        f" {len(tally.differences)} differences"
        for who, tally in (
            ("ours judged by them", campaign.ours),
            ("theirs judged by us", campaign.theirs),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
