"""Agreement with FIDE's reference calculator: a stored sample of events full of unplayed rounds.

The calculator leaves the regulation in three known places; the sample shows none of them, so
both ways of computing must agree with it.
"""

from pathlib import Path

import pytest

from pairing.trf import read
from tiebreaks.__main__ import main, table
from tiebreaks.standings import standings

FOLDER = Path(__file__).parents[1] / "cases" / "tiebreaks" / "reference"
EVENTS = sorted(path.stem for path in FOLDER.glob("*.trf"))


def reference(name):
    lines = (FOLDER / f"{name}.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines]
    # The calculator writes "-0" for an undefined value, and a Koya of nothing without decimals.
    koya = rows[0].index("KS")
    for row in rows[1:]:
        row[:] = ["-" if cell == "-0" else cell for cell in row]
        row[koya] = "0.0" if row[koya] == "0" else row[koya]
    return rows


def test_the_sample_is_there():
    assert len(EVENTS) == 17


@pytest.mark.parametrize("compat", ["", "ref"], ids=["regulation", "reference"])
@pytest.mark.parametrize("name", EVENTS)
def test_ranks_and_values_agree_with_the_reference(name, compat):
    expected = reference(name)
    state = read((FOLDER / f"{name}.trf").read_bytes()).state()
    found = standings(state, expected[0][3:], compat=compat)
    assert [line.split("\t") for line in table(found)] == expected


@pytest.mark.parametrize("name", EVENTS[:2])
def test_the_command_prints_the_same(name, capsys):
    expected = reference(name)
    assert main([str(FOLDER / f"{name}.trf"), "--list", " ".join(expected[0][3:])]) == 0
    printed = capsys.readouterr().out
    assert [line.split("\t") for line in printed.splitlines()] == expected
