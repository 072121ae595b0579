"""The record of all runs: one file for all subjects."""

import fcntl
import json
import subprocess
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(slots=True)
class Finding:
    """Something that came out and was no answer; the bytes are kept under the input's number."""

    reader: str
    number: int
    what: str  # the error and where
    times: int = 1


@dataclass(slots=True)
class Tally:
    given: int = 0
    read: int = 0  # the others were refused
    slowest: int = 0  # milliseconds
    slowest_input: int = -1


@dataclass(slots=True)
class Stretch:
    """Inputs that were tried on the same state of the source."""

    ours: str
    seed: int
    first: int
    next: int
    readers: dict[str, Tally] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    memory: int = 0  # most megabytes of the process

    @property
    def inputs(self) -> int:
        return self.next - self.first


def restored(record: Path, subject: str) -> list[Stretch]:
    found = []
    for one in _all(record).get(subject, []):
        stretch = Stretch(**one)
        stretch.readers = {name: Tally(**each) for name, each in one["readers"].items()}
        stretch.findings = [Finding(**each) for each in one["findings"]]
        found.append(stretch)
    return found


def going_on(stretches: list[Stretch], seed: int) -> Stretch:
    """The last stretch, or a new one after it if the source or the seed is another now."""
    ours = our_version()
    last = stretches[-1] if stretches else None
    if last and (last.ours, last.seed) == (ours, seed):
        return last
    first = max([0, *(one.next for one in stretches if one.seed == seed)])
    stretches.append(Stretch(ours, seed, first, first))
    return stretches[-1]


def our_version() -> str:
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or "unknown"


def save(stretches: list[Stretch], record: Path, subject: str) -> None:
    """Two runs with different subjects may share a record."""
    with record.with_name(f".{record.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        data = _all(record) | {subject: [asdict(one) for one in stretches if one.inputs]}
        temporary = record.with_name(f"{record.name}.new")
        temporary.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
        temporary.replace(record)


def told(stretches: list[Stretch]) -> str:
    """The whole record in a table."""
    inputs = sum(one.inputs for one in stretches)
    findings = [each for one in stretches for each in one.findings]
    lines = [f"{inputs:,} inputs, {len(findings)} findings", ""]
    lines += ["| Reader | given | read | refused | slowest |", "|---|---|---|---|---|"]
    for name in sorted({name for one in stretches for name in one.readers}):
        tallies = [one.readers[name] for one in stretches if name in one.readers]
        given, read = sum(one.given for one in tallies), sum(one.read for one in tallies)
        slowest = max(one.slowest for one in tallies)
        lines.append(
            f"| {name} | {given:,} | {read:,} | {given - read:,} | {slowest / 1000:.2f} s |"
        )
    lines += ["", *(f"- {one.reader}: {one.what} (input {one.number})" for one in findings)]
    return "\n".join(lines).rstrip()


def _all(record: Path) -> dict[str, list[dict[str, Any]]]:
    return json.loads(record.read_text("utf-8")) if record.exists() else {}
