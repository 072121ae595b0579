"""Record 222: the code of what people write about the time."""

import pytest

from pairing.trf.time_controls import encoded

CODES = {
    "90' + 30\"": "5400+30",
    "90+30": "5400+30",
    "90 min + 30 sec/move": "5400+30",
    "90 dakika + 30 saniye": "5400+30",
    "15 dk + 10 sn": "900+10",
    "60 minutes": "3600",
    "3+2": "180+2",
    "40/100'+30\", 15'+30\"": "40/6000+30:900+30",
    "40 moves in 90 min + 30 s, then 30 min + 30 s": "40/5400+30:1800+30",
    "5400+30": "5400+30",
    "40/6000+30:900+30": "40/6000+30:900+30",
    "W300-B240": "W300-B240",
}


@pytest.mark.parametrize("text", CODES)
def test_the_code_of_a_time_control(text: str) -> None:
    assert encoded(text) == CODES[text]


@pytest.mark.parametrize(
    "text", ["", "classical", "an hour", "0+2", "90 + 30 + 10", "9000'", "+30"]
)
def test_what_cannot_be_told_has_no_code(text: str) -> None:
    assert encoded(text) == ""
