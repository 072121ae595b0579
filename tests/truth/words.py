"""The words by which the walk reads pages and papers, in both languages; its own list."""

WHITE_BLACK = {"en": ("White", "Black"), "tr": ("Beyaz", "Siyah")}

BYES = {
    "en": {"U": "bye", "F": "full-point bye", "H": "half-point bye", "Z": "zero-point bye"},
    "tr": {
        "U": "tur atlama",
        "F": "tam puanlı tur atlama",
        "H": "yarım puanlı tur atlama",
        "Z": "sıfır puanlı tur atlama",
    },
}

BOARD = {"en": "Board", "tr": "Masa"}


def round_of(number: int) -> dict[str, str]:
    return {"en": f"Round {number}", "tr": f"{number}. tur"}


NOT_FINAL = {"en": "not final", "tr": "kesin değil"}

#: codes as they are printed
PRINTED = {
    "": "–",
    "10": "1–0",
    "==": "½–½",
    "01": "0–1",
    "=0": "½–0",
    "0=": "0–½",
    "00": "0–0",
    "WL": "1–0",
    "DD": "½–½",
    "LW": "0–1",
    "+-": "+–−",
    "-+": "−–+",
    "--": "−–−",
    "??": "?–?",
}
UNRATED = {"en": "(unrated)", "tr": "(kuvvet puanına sayılmaz)"}


NOT_RATED = ("WL", "DD", "LW")

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def split_title(text: str) -> tuple[str, str]:
    first, _, rest = text.partition(" ")
    return (first, rest) if first in TITLES and rest else ("", text)


#: withdrawn, expelled
GONE = {"en": ("withdrawn", "expelled"), "tr": ("turnuvadan çekildi", "ihraç edildi")}

STANDINGS_AFTER = {
    "en": "standings after round %s",
    "tr": "%s. turdan sonra sıralama",
}

#: formats whose players are ranked by points
SWISS = (
    "fide2026.dutch",
    "fide2026.dubov",
    "fide2026.burstein",
    "fide2026.lim",
    "handbook.dutch",
    "handbook.lim",
    "handbook.dubov",
    "handbook.burstein",
)
ROBIN = "handbook.round_robin"
#: a match of two games a round
DOUBLE = "fide2026.double"
PLAYERS_RANKED = (*SWISS, ROBIN)


#: a round without a game on the card of a player, with its points
BYES_ON_CARD = {
    "en": {
        "U": "Bye: no opponent was left (%s)",
        "F": "Full-point bye (%s)",
        "H": "Half-point bye, by request (%s)",
        "Z": "Did not play, announced (%s)",
    },
    "tr": {
        "U": "Tur atladı: rakip kalmadı (%s)",
        "F": "Tam puanlı tur atlama (%s)",
        "H": "Talep edilen yarım puanlı tur atlama (%s)",
        "Z": "Bildirerek oynamadı (%s)",
    },
}
ORDINALS = {
    "en": ("First", "Second", "Third"),
    "tr": ("Birinci", "İkinci", "Üçüncü"),
}
EVERYBODY = {"en": "Everybody", "tr": "Herkes"}
ABSENT = {"en": "absent", "tr": "katılmadı"}
PLAYS_FROM = {"en": "plays from round %s", "tr": "%s. turdan itibaren oynar"}
EVERYBODY_PLAYS = {"en": "Everybody plays in this round.", "tr": "Bu turda herkes oynuyor."}
REASON = {"en": "Reason", "tr": "Gerekçe"}
RANK = {"en": "Rank", "tr": "Sıra"}
ADJUSTED = {"en": "Adjusted score", "tr": "Ayarlanmış puan"}
OPPONENT = {"en": "Opponent", "tr": "Rakip"}
CAPTAIN = {"en": "Captain", "tr": "Kaptan"}
NO_GAME = {"en": "no game", "tr": "oyun yok"}
WITHOUT_MATCH = {"en": "Without a match", "tr": "Maçı yok"}
TOTALS = {
    "en": ("Total of the round", "Total of the meeting"),
    "tr": ("Tur toplamı", "Karşılaşma toplamı"),
}
