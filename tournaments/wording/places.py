"""A place in words, as it stands on a certificate: "Twenty-first", "Yirmi birinci"."""

_ENGLISH = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
    "seventeenth", "eighteenth", "nineteenth",
)  # fmt: skip
_ENGLISH_TENS = (
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
)  # fmt: skip
_TURKISH = (
    "", "birinci", "ikinci", "üçüncü", "dördüncü", "beşinci", "altıncı", "yedinci", "sekizinci",
    "dokuzuncu",
)  # fmt: skip
_TURKISH_TENS = (
    "", "on", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan",
)  # fmt: skip
_TURKISH_WHOLE_TENS = (
    "", "onuncu", "yirminci", "otuzuncu", "kırkıncı", "ellinci", "altmışıncı", "yetmişinci",
    "sekseninci", "doksanıncı",
)  # fmt: skip


def place_in_words(place: int, language: str) -> str:
    """Up to 99; further places in figures."""
    if not 1 <= place <= 99:
        return f"{place}."
    tens, ones = divmod(place, 10)
    if language == "tr":
        if not ones:
            return _TURKISH_WHOLE_TENS[tens]
        return f"{_TURKISH_TENS[tens]} {_TURKISH[ones]}".strip()
    if place < len(_ENGLISH):
        return _ENGLISH[place]
    if not ones:
        return f"{_ENGLISH_TENS[tens][:-1]}ieth"
    return f"{_ENGLISH_TENS[tens]}-{_ENGLISH[ones]}"
