"""Gives damaged files to every reader and nonsense to every address, and keeps what came out that
was no answer of theirs.

    python -m scripts.fuzz --inputs 1000000 --seed 1 --record docs/fuzz.json --out var/fuzz
    python -m scripts.fuzz --subject queries --inputs 100000 --record docs/fuzz.json --out var/fuzz

Each input is drawn from the seed and its number, so a run goes on where the last one ended, and
`--inputs` counts all of them. A reader has `--seconds` of the processor and `--memory` for an
input; what takes more is a finding like any other, and a process that hangs ends with a traceback.
The bytes of a finding are kept in the folder; `--again` gives them to their readers again and
takes what is mended out of the record. Ends with 1 if there is a finding.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import faulthandler
import os
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING

from scripts.fuzz.record import Finding, Stretch, Tally, going_on, restored, save, told

if TYPE_CHECKING:
    from scripts.fuzz.readers import Reader, Subject

#: seconds between two savings of the record
SAVED_EVERY = 30
SUBJECTS = ("files", "queries", "desk")


class TooSlow(BaseException):
    """No reader catches it by mistake."""


def main(words: list[str] | None = None) -> int:
    given = _parser().parse_args(words)
    out, record = Path(given.out), Path(given.record)
    out.mkdir(parents=True, exist_ok=True)
    stretches = restored(record, given.subject)
    with _site():
        from scripts.fuzz import readers

        subject = readers.SUBJECTS[given.subject]()
        run = Run(subject, going_on(stretches, given.seed), out, given.seconds)
        _bound(given.memory)
        saved = time.monotonic()
        try:
            if given.again:
                run.again(stretches)
            while sum(one.inputs for one in stretches) < given.inputs:
                run.watch()
                run.next()
                if time.monotonic() - saved > SAVED_EVERY:
                    save(stretches, record, given.subject)
                    saved = time.monotonic()
        finally:
            faulthandler.cancel_dump_traceback_later()
            save(stretches, record, given.subject)
    print(told(stretches))
    return 1 if any(one.findings for one in stretches) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--inputs", type=int, required=True, metavar="N", help="in the record")
    parser.add_argument("--subject", choices=SUBJECTS, default=SUBJECTS[0])
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--record", default="docs/fuzz.json", metavar="FILE")
    parser.add_argument("--out", default="var/fuzz", metavar="FOLDER", help="for findings")
    parser.add_argument("--seconds", type=float, default=20, help="of the processor, for an input")
    parser.add_argument("--memory", type=int, default=2048, metavar="MB", help="of the process")
    parser.add_argument("--again", action="store_true", help="try the findings first")
    return parser


class Run:
    """One input after the other, each to its readers."""

    def __init__(self, subject: "Subject", stretch: Stretch, out: Path, seconds: float) -> None:
        self.subject, self.stretch, self.out, self.seconds = subject, stretch, out, seconds
        self.watched = 0.0
        signal.signal(signal.SIGPROF, _too_slow)

    def watch(self) -> None:
        """A loop in C hears no signal: then the whole process ends, and says where."""
        if time.monotonic() > self.watched + self.seconds:
            faulthandler.dump_traceback_later(30 * self.seconds, exit=True)
            self.watched = time.monotonic()

    def next(self) -> None:
        number = self.stretch.next
        data, chosen = self.subject.drawn(Random(f"{self.stretch.seed}:{number}"))
        for name in chosen:
            self._give(name, number, data)
        self.stretch.next += 1
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        self.stretch.memory = max(self.stretch.memory, used)

    def again(self, stretches: list[Stretch]) -> None:
        for stretch in stretches:
            left = []
            for finding in stretch.findings:
                data = self._kept(finding.reader, finding.number).read_bytes()
                what = self._tried(self.subject.readers[finding.reader], data)
                told = what if isinstance(what, str) else "answered"
                print(f"{finding.reader} {finding.number}: {told}", flush=True)
                if isinstance(what, str):
                    left.append(Finding(finding.reader, finding.number, what, finding.times))
            stretch.findings = left

    def _give(self, name: str, number: int, data: bytes) -> None:
        tally = self.stretch.readers.setdefault(name, Tally())
        begun = time.perf_counter()
        answer = self._tried(self.subject.readers[name], data)
        took = round((time.perf_counter() - begun) * 1000)
        tally.given += 1
        if took > tally.slowest:
            tally.slowest, tally.slowest_input = took, number
        if isinstance(answer, str):
            self._note(name, number, answer, data)
        else:
            tally.read += answer

    def _tried(self, reader: "Reader", data: bytes) -> bool | str:
        """True if it was read, False if it was refused, or what else came out."""
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            return reader(data)
        except (Exception, TooSlow) as error:
            return _described(error)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _note(self, name: str, number: int, what: str, data: bytes) -> None:
        for known in self.stretch.findings:
            if (known.reader, known.what) == (name, what):
                known.times += 1
                return
        self.stretch.findings.append(Finding(name, number, what))
        self._kept(name, number).write_bytes(data)
        print(f"{name} {number}: {what}", flush=True)

    def _kept(self, name: str, number: int) -> Path:
        return self.out / f"{name.replace(' ', '-')}-{self.stretch.seed}-{number}.bin"


def _too_slow(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlow


def _described(error: BaseException) -> str:
    """The error and the last line of our own that it went through."""
    root = f"{Path(__file__).parents[2]}{os.sep}"
    ours = [
        step
        for step in traceback.extract_tb(error.__traceback__)
        if step.filename.startswith(root) and ".venv" not in step.filename
    ]
    place = f"{ours[-1].filename.removeprefix(root)}:{ours[-1].lineno}" if ours else "?"
    if isinstance(error, TooSlow):
        return "too slow"  # wherever it was at that moment
    return f"{type(error).__name__} in {place}"


def _bound(megabytes: int) -> None:
    most = megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


class _site:
    """An empty database of its own, which goes with the run."""

    def __enter__(self) -> None:
        os.environ["DJANGO_SETTINGS_MODULE"] = "scripts.fuzz.settings"
        import django

        django.setup()
        import logging

        from django.test.utils import setup_databases, setup_test_environment

        logging.disable(logging.CRITICAL)
        setup_test_environment()
        self._old = setup_databases(verbosity=0, interactive=False)

    def __exit__(self, *_error: object) -> None:
        from django.test.utils import teardown_databases

        resource.setrlimit(
            resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_AS)[1])
        )
        teardown_databases(self._old, verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
