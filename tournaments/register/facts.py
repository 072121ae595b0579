"""The facts about a player in a rating list, as the columns of the register have them."""

TITLES = {
    "GM": "GM", "IM": "IM", "FM": "FM", "CM": "CM",
    "WGM": "WGM", "WIM": "WIM", "WFM": "WFM", "WCM": "WCM",
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
#: between two columns; no file has it, see `layouts`
SEPARATOR = "\x01"
#: a row's columns, in its order
COLUMNS = (
    "fide_id", "name", "search_key", "federation", "sex", "title", "birth_date", "inactive",
    "standard", "k_standard", "rapid", "k_rapid", "blitz", "k_blitz",
)  # fmt: skip


def is_fide_id(text: str) -> bool:
    return len(text) <= 11 and text.isdecimal() and text.isascii()


def person(federation: str, sex: str, title: str, women_title: str) -> str:
    told = title or women_title
    return SEPARATOR.join(
        (
            federation[:3],
            "w" if sex in ("F", "f") else "m" if sex else "",
            TITLES.get(told.upper(), "") if told else "",
        )
    )


def age_and_flag(birth: str, flag: str) -> str:
    year = birth[:4]
    known = len(year) == 4 and year.isdecimal() and year > "1000"
    return f"{year if known else ''}{SEPARATOR}{'t' if 'i' in flag.lower() else 'f'}"


def rating(value: str, coefficient: str) -> str:
    """Both as columns; "" when they are no numbers."""
    numbers = value or "0", coefficient or "0"
    if any(len(n) > 4 or not n.isdecimal() or not n.isascii() for n in numbers):
        return ""
    return SEPARATOR.join(numbers)
