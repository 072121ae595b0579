"""The game of a knock-out or play-off in an address: `1.3~0~2~1` is tie, phase, number, board."""

import re

_KEY = re.compile(r"([^~/]{1,40})~([0-9]{1,4})~([0-9]{1,4})~([0-9]{1,4})")


class GameKey:
    """A converter of addresses."""

    regex = r"[^~/]{1,40}(?:~[0-9]{1,4}){3}"

    def to_python(self, text: str) -> tuple[str, int, int, int]:
        match = _KEY.fullmatch(text)
        if match is None:
            raise ValueError(text)
        tie, *numbers = match.groups()
        phase, number, board = map(int, numbers)
        return tie, phase, number, board

    def to_url(self, key: tuple[str, int, int, int]) -> str:
        return "~".join(map(str, key))
