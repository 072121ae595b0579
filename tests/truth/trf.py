"""The report file as its format says, column by column: record 001."""

from typing import Any

from tests.truth.look import Look

#: names are cut there by the format
NAME = 33


def players(look: Look) -> list[dict[str, Any]]:
    text = look.get(f"{look.root}report.trf").content.decode()
    found = []
    names = {one.number: one.name for one in look.record.people.values()}
    for line in text.splitlines():
        if not line.startswith("001"):
            continue
        line = line.ljust(91 + 10 * look.record.total_rounds)
        number = int(line[4:8])
        name = line[14:47].rstrip()
        true = names[number]
        rounds = []
        for start in range(91, len(line) - 7, 10):
            block = line[start : start + 8]
            if block.strip():
                rounds.append((block[:4].strip(), block[5:6], block[7:8]))
        found.append(
            {
                "number": number,
                "title": line[10:13].strip(),
                "name": true if same_letters(name, true) else name,
                "federation": line[53:56].strip(),
                "fide": line[57:68].strip(),
                "points": round(float(line[80:84]) * 10),
                "place": int(line[85:89].strip() or 0),
                "rounds": rounds,
            }
        )
    return found


def same_letters(name: str, true: str) -> bool:
    """As it stands, cut to its width."""
    return name == true[:NAME].rstrip()
