"""Lines of a report, built field by field."""

from pathlib import Path

CASES = Path(__file__).parents[2] / "cases" / "trf"


def player(number: int, *rounds: str, points: str = "", rank: str = "", **fields: str) -> str:
    """Record 001. A round is written as "4 w 1", "0000 - H" or "" for nothing."""
    name = fields.get("name", f"Player {number}")
    line = (
        f"001 {number:4} {fields.get('sex', ''):1}{fields.get('title', ''):>3} {name:33}"
        f" {fields.get('rating', ''):>4} {fields.get('federation', ''):3}"
        f" {fields.get('fide_id', ''):>11} {fields.get('birth', ''):10} {points:>4} {rank:>4}"
    )
    for text in rounds:
        opponent, colour, symbol = [*text.split(" "), "", ""][:3] if text else ("", "", "")
        line += f"  {opponent:>4} {colour or ' '} {symbol or ' '}"
    return line


def report(*lines: str, end: str = "\r\n") -> bytes:
    return "".join(f"{line}{end}" for line in lines).encode()
