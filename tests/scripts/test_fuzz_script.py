"""The fuzz itself: it counts, keeps what came out, goes on where it ended; each reader answers."""

import json
import time
from pathlib import Path
from random import Random

import pytest

from scripts.fuzz.__main__ import Run
from scripts.fuzz.readers import SUBJECTS, Subject
from scripts.fuzz.record import Stretch, going_on, restored, save, told


class Dice(Subject):
    """Its input is a figure; one reader fails at 3, the other is slow at 4."""

    def __init__(self, broken: bool = True) -> None:
        self.broken = broken
        self.readers = {"exact": self._exact, "slow": self._slow}

    def drawn(self, dice: Random):
        return str(dice.randrange(6)).encode(), ("exact", "slow")

    def _exact(self, data: bytes) -> bool:
        if self.broken and data == b"3":
            raise KeyError(data)
        return data > b"1"

    def _slow(self, data: bytes) -> bool:
        begun = time.process_time()
        if self.broken and data == b"4":
            while time.process_time() < begun + 5:
                pass
        return True


def tried(tmp_path: Path, count: int, subject: Subject, stretch: Stretch) -> Stretch:
    run = Run(subject, stretch, tmp_path, seconds=0.05)
    for _place in range(count):
        run.next()
    return stretch


def test_a_run_counts_and_keeps_what_came_out(tmp_path):
    stretch = tried(tmp_path, 20, Dice(), Stretch("abc", 1, 0, 0))
    assert stretch.inputs == stretch.readers["exact"].given == 20
    drawn = [Dice().drawn(Random(f"1:{place}"))[0] for place in range(20)]
    assert stretch.readers["exact"].read == sum(one > b"1" and one != b"3" for one in drawn)
    by_reader = {one.reader: one for one in stretch.findings}
    assert by_reader["exact"].what.startswith("KeyError in tests/scripts/test_fuzz_script.py:")
    assert by_reader["exact"].times == drawn.count(b"3")
    assert by_reader["slow"].what == "too slow"
    assert stretch.readers["slow"].slowest >= 50
    kept = tmp_path / f"exact-1-{by_reader['exact'].number}.bin"
    assert kept.read_bytes() == b"3"


def test_it_goes_on_where_it_ended_and_in_a_new_stretch_for_another_state(tmp_path, monkeypatch):
    record = tmp_path / "fuzz.json"
    monkeypatch.setattr("scripts.fuzz.record.our_version", lambda: "abc")
    stretches = restored(record, "files")
    tried(tmp_path, 7, Dice(), going_on(stretches, 5))
    save(stretches, record, "files")
    save([Stretch("abc", 1, 0, 3)], record, "queries")
    stretches = restored(record, "files")
    assert (going_on(stretches, 5).next, len(stretches)) == (7, 1)
    monkeypatch.setattr("scripts.fuzz.record.our_version", lambda: "def")
    later = going_on(stretches, 5)
    assert (later.first, later.next, len(stretches)) == (7, 7, 2)
    assert going_on(stretches, 6).first == 0
    assert set(json.loads(record.read_text())) == {"files", "queries"}


def test_what_is_mended_leaves_the_record(tmp_path, capsys):
    stretch = tried(tmp_path, 20, Dice(), Stretch("abc", 1, 0, 0))
    assert "2 findings" in told([stretch])
    Run(Dice(broken=False), stretch, tmp_path, seconds=0.05).again([stretch])
    assert stretch.findings == []
    assert "answered" in capsys.readouterr().out
    assert told([stretch]).startswith("20 inputs, 0 findings")


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "inputs"), [("files", 400), ("queries", 40), ("desk", 40)])
def test_every_reader_answers_in_its_own_words(tmp_path, name, inputs, settings):
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    subject = SUBJECTS[name]()
    stretch = Stretch("abc", 17, 0, 0)
    run = Run(subject, stretch, tmp_path, seconds=60)
    for _place in range(inputs):
        run.next()
    assert stretch.findings == []
    assert set(stretch.readers) == set(subject.readers)
    assert any(one.read for one in stretch.readers.values())
