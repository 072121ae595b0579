"""The names of columns, and of titles and sexes, in the tables of players that people bring."""

from tournaments.core.text import fold

#: header words, folded, in both languages → field
COLUMNS = {
    "name": {
        "name",
        "player",
        "ad soyad",
        "adi soyadi",
        "soyad ad",
        "soyadi adi",
        "isim",
        "oyuncu",
        "sporcu",
        "ad",
    },
    "surname": {"surname", "last name", "lastname", "soyad", "soyadi"},
    "given": {"first name", "firstname", "given name", "adi"},
    "title": {"title", "tit", "unvan"},
    "fide_rating": {"rating", "elo", "rtg", "fide", "fide rating", "kuvvet puani", "irtg"},
    "national_rating": {
        "national",
        "national rating",
        "ukd",
        "ukd puani",
        "ulusal kuvvet puani",
        "nrtg",
    },
    "federation": {"fed", "federation", "federasyon", "ulke", "country"},
    "club": {"club", "kulup", "team", "takim", "kulup il", "club city", "kulup sehir"},
    "fide_id": {"fide id", "fideid", "id", "fide no", "id no", "fide numarasi"},
    "national_id": {"national id", "ukd no", "lisans", "lisans no", "licence", "license"},
    "birth_date": {
        "birth",
        "born",
        "birth date",
        "birthday",
        "dogum",
        "dogum tarihi",
        "dogum yili",
        "dt",
        "d tarihi",
    },
    "sex": {"sex", "gender", "cinsiyet"},
    "phone": {"phone", "telefon", "tel"},
}


TITLES = {
    "gm": "GM", "im": "IM", "fm": "FM", "cm": "CM",
    "wgm": "WGM", "wim": "WIM", "wfm": "WFM", "wcm": "WCM",
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip


SEXES = {
    "m": "m", "male": "m", "e": "m", "erkek": "m", "b": "m",
    "w": "w", "f": "w", "female": "w", "k": "w", "kadin": "w", "kiz": "w",
}  # fmt: skip


def column_of(word: str) -> str:
    """The field that a column of this name holds; "" when the name says nothing."""
    folded = fold(word)
    return next((name for name, words in COLUMNS.items() if folded in words), "")
