"""Whatever is in a report, checker, writer and standings answer in their own words.

`DAMAGED=1000000` reads as many.
"""

import json
import os
import random
from pathlib import Path

import pytest

from pairing.errors import PairingError
from pairing.tools import cli
from pairing.tools.checker import check, state_before
from pairing.tools.oracle import check_case, read_case
from pairing.trf import read, write
from tests.tournaments.services.damaged import REPORT, TEAMS, hurt
from tiebreaks.standings import standings

CASES = Path(__file__).parents[2] / "cases"
FILES = int(os.environ.get("DAMAGED", "150"))
SMALL = 6000


def reports() -> list[bytes]:
    found = [*sorted((CASES / "trf").glob("*.trf"))]
    found += [*sorted((CASES / "oracle" / "fide2026" / "team").glob("*.trf"))[:3]]
    texts = [path.read_bytes() for path in found]
    return [text for text in texts if len(text) < SMALL] + [REPORT.encode(), TEAMS.encode()]


def test_a_damaged_report_is_judged_or_refused() -> None:
    whole, dice, judged = reports(), random.Random(11), 0
    assert len(whole) > 5
    for _place in range(FILES):
        data = hurt(dice.choice(whole), dice)
        try:
            document = read(data)
            judged += 1
            # It is written and read again as it was understood.
            read(write(document))
            write(document, "trf16")
            cli.report_lines(check(document), notes=True)
            state_before(document, document.begun_rounds + 1)
            if not document.teams:
                standings(document.state(), document.standings[1:] or document.tie_breaks)
        except PairingError as error:
            assert str(error), data
    assert judged > FILES / 10


def test_a_damaged_reference_tournament_is_judged_or_refused() -> None:
    files = sorted((CASES / "oracle" / "fide2026").glob("*/*.json"))
    whole = sorted((path.read_bytes() for path in files), key=len)[:5]
    dice, read_ones = random.Random(12), 0
    for _place in range(FILES):
        data = hurt(dice.choice(whole), dice)
        try:
            case = read_case(data)
            read_ones += 1
            check_case(case)
        except (ValueError, PairingError):
            continue
    assert read_ones > 0


def test_a_pair_of_somebody_who_is_no_player_is_refused() -> None:
    path = next((CASES / "oracle" / "fide2026" / "lim").glob("*.json"))
    text = path.read_text()
    assert read_case(text.encode())
    number = max(player.tpn for player in read_case(text.encode()).rounds[0].state.players)
    broken = text.replace(f'"tpn":{number},', f'"tpn":{number + 1000},', 1)
    assert broken != text
    with pytest.raises(ValueError, match="no player"):
        read_case(broken.encode())


def test_a_pair_with_a_blank_instead_of_a_player_is_refused() -> None:
    path = next((CASES / "oracle" / "fide2026" / "lim").glob("*.json"))
    text = path.read_text()
    white, black, _result = json.loads(text)["rounds"][0]["pairs"][0]
    broken = text.replace(f"[{white},{black},", f"[0,{black},", 1)
    assert broken != text
    with pytest.raises(ValueError, match="no player"):
        read_case(broken.encode())
