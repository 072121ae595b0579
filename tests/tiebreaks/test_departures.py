"""The report on the reference calculator: its figures follow from its files."""

import re
from pathlib import Path

import pytest

from pairing.formats import Family
from pairing.trf import read
from tests.tiebreaks.tie_cards import exact
from tiebreaks.standings import standings

ROOT = Path(__file__).parents[2]
FILES = ROOT / "tests" / "cases" / "tiebreaks" / "departures"
ROWS = re.findall(
    r"^\| ([A-Z/0-9]+) \| ([0-9.]+) \| `([\w-]+\.trf)` \| ([0-9. ]+) \| ([0-9. ]+) \|$",
    (ROOT / "docs" / "departures.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def test_every_file_stands_in_the_report():
    assert {file for _code, _article, file, _expected, _found in ROWS} == {
        path.name for path in FILES.iterdir()
    }


@pytest.mark.parametrize(("code", "article", "file", "expected", "found"), ROWS)
def test_the_values_of_the_rules_and_of_the_calculator(code, article, file, expected, found):
    document = read((FILES / file).read_bytes())
    family = Family.ROUND_ROBIN if "ROBIN" in document.type_code else Family.SWISS
    for compat, said in (("", expected), ("ref", found)):
        table = standings(document.state(), document.tie_breaks, family=family, compat=compat)
        values = [table.value(code, player.tpn) for player in document.state().players]
        assert values == [exact(one) for one in said.split()], compat
    assert expected != found
