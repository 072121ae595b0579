"""Small damages to a file, drawn from a seed: what editors, mail and careless hands do."""

from random import Random

RECORDS = (
    *("001", "012", "042", "132", "142", "152", "162", "172", "192", "202", "212", "222"),
    *("240", "250", "260", "299", "300", "310", "320", "330", "352", "362", "801", "013"),
    *("XXR", "XXC", "XXA", "XXP", "XXZ", "XXS", "BBW", "BBD", "BBU", "NOR", "###"),
)
PIECES = (
    *(b"\r", b"\n", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b" ", b"0000", b"9999"),
    *(b"-1", b"1.0", b"+", b"-", b"=", b"?", b"U", b"w", b"b", b"\t", b"\xc5\x9e", b"\xa0"),
    *("½".encode(), b"999999999999", b"1e9", b"\x1a", "\u2028".encode(), b"_1", b"W 1.0"),
)


def mutated(data: bytes, random: Random) -> bytes:
    for _ in range(random.randint(1, 6)):
        data = random.choice(_MUTATIONS)(data, random)
    return data


def _flip(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) or 1)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _digit(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) or 1)
    return data[:at] + random.choice(b"0123456789 wb-=+FHUZ").to_bytes(1, "big") + data[at + 1 :]


def _cut(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) or 1)
    return data[:at] + data[at + random.randint(1, 40) :]


def _insert(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(PIECES) * random.choice((1, 1, 1, 20)) + data[at:]


def _lines(data: bytes, random: Random) -> bytes:
    """A line doubled, lost, moved, or under another code."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    line = lines[at]
    kind = random.randrange(4)
    if kind == 0:
        lines.insert(random.randrange(len(lines) + 1), line)
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        lines[at] = random.choice(RECORDS).encode() + line[3:]
    else:
        numbers = b" ".join(b"%4d" % random.randrange(30) for _ in range(random.randint(0, 6)))
        lines.insert(at, random.choice(RECORDS).encode() + b" " + numbers)
    return b"\n".join(lines)


def _end(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


_MUTATIONS = (_flip, _digit, _digit, _cut, _insert, _lines, _lines, _end)
