"""Invented rating lists with the shape of real ones: for tests, benchmarks and trying out.

Names follow a few languages' sounds, some very common and most rare; ratings, ages and flags are
spread roughly as in a list of everybody. The same seed always gives the same people, and another
month of them gives a few new players and some new ratings.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from xml.sax.saxutils import escape

#: federation, its share, given names of men and of women, stems and endings of family names
_PEOPLES = (
    ("TUR", 14, "Mehmet Mustafa Ahmet Ali Hüseyin Yusuf Emir Kerem Efe Mert Burak Çınar Ömer Umut "
     "Oğuz Ege Kaan Barış Deniz Tuna İlker Şükrü Özgür Yiğit",
     "Zeynep Ayşe Fatma Elif Defne Çağla İrem Ece Nil Duru Gül Şule Özge Işıl Ceren Asya Melis",
     "Yıl Kay Çel Dem Öz Şah Kur Ar Ay Gün Tek Ak Bul Er Kılı Do Ço Ün Sa Ka Ta Gü Bo Al Tun Er",
     "maz dız türk ik ir kan han er tepe soy men taş bey gün lar demir oğlu çı gül ar oy baş"),
    ("RUS", 11, "Ivan Dmitri Sergey Alexander Nikita Mikhail Pavel Anton Oleg Igor Maxim Artem",
     "Anna Olga Elena Maria Daria Polina Ekaterina Irina Sofia Vera",
     "Iva Petr Sidor Smirn Kuzn Pop Vasil Sokol Mor Nov Feod Volk Leb Koz Mak Zayts Orl Bel",
     "ov ev in sky enko itsyn onov anin etsov ichev atov yagin"),
    ("IND", 16, "Arjun Rohan Aarav Vihaan Karthik Surya Pranav Nihal Rahul Vivek Ananth Dev",
     "Ananya Divya Priya Meera Kavya Nandini Shruti Lakshmi Tara Riya",
     "Sha Ku Ra Gup Pa Na Vai Sri Bha Mu Chan Vish Krish Nara Sub Ven Ram Has Ba Ja",
     "rma mar ma jan tel ir shali nivasan skar rthy dran wanath namurthy yanan kat esh noy laji"),
    ("ESP", 9, "Carlos Javier Miguel Pablo David Luis Jorge Diego Alvaro Sergio",
     "Lucia Carmen Marta Laura Elena Sara Paula Irene",
     "Gar Fern Rodri Lop Mart Gonz Per San Rami Tor Cas Her Jim Mor Rui Ort",
     "cia andez guez ez inez alez chez rez ero tillo nando eno z ega ales ada"),
    ("GER", 9, "Lukas Jonas Felix Paul Max Leon Stefan Jürgen Björn Matthias Günter",
     "Anna Lena Sophie Marie Julia Katrin Heike Jana",
     "Mül Schm Schn Fisch Web Mey Wag Beck Hof Schul Koch Bau Rich Klein Wolf Schrö",
     "ler idt eider er ner mann el bauer ter z ing stein berg hardt ke"),
    ("FRA", 8, "Pierre Jean Louis Hugo Lucas Théo Nicolas Antoine Rémi François",
     "Camille Chloé Léa Manon Inès Juliette Claire Zoé",
     "Mar Ber Du Mor Lau Le Gar Rou Fon Che Bon Gir Mer Blan Gau Per",
     "tin nard bois eau rent fevre nier ssel taine valier net ard cier chard thier rin"),
    ("POL", 7, "Jan Piotr Paweł Krzysztof Tomasz Marcin Michał Jakub Kacper",
     "Anna Maria Katarzyna Zofia Julia Hanna Oliwia",
     "Kow Wiś Wój Kam Lew Zie Szy Woź Dąb Kozł Jan Maz Kra Piot",
     "alski niewski cik iński andowski liński mański niak rowski owski czyk ur wczyk"),
    ("ITA", 6, "Marco Luca Andrea Matteo Davide Paolo Stefano Simone",
     "Giulia Chiara Sara Elisa Marta Alice",
     "Ros Rus Fer Espo Bian Rom Col Ric Mar Gre Bru Gal Con Cos",
     "si so rari sito chi ano ombo ci ino co no lo ti ta elli etti"),
    ("IRI", 6, "Ali Reza Amir Mohammad Hossein Parham Arash Pouya",
     "Sara Mina Zahra Parisa Shadi Neda",
     "Moh Hos Ahm Kar Has Mous Raz Jaf Sade Akb Tab Mahd",
     "ammadi seini adi imi ani avi afi ari ghi arian atabaei loo nejad zadeh pour"),
    ("USA", 8, "James John Robert William David Daniel Ethan Ryan Kevin Andrew",
     "Emily Grace Olivia Emma Alice Megan",
     "Smi John Will Bro Jon Mil Dav Wil And Tay Tho Whi Har Cla Lew",
     "th son iams wn es ler is ersen lor mas te ris rk man ton field wood"),
    ("CHN", 4, "Wei Hao Lei Yang Jun Bo Chao Ming Tao Jie", "Na Fang Xin Yue Lin Ting Jing",
     "Wa Li Zha Liu Che Ya Hua Zho Wu Xu Su Ma Gu He", "ng n o u i ao ang en ong ei"),
)  # fmt: skip
_MEN_TITLES = (("GM", 2480), ("IM", 2370), ("FM", 2260), ("CM", 2150))
_WOMEN_TITLES = (("WGM", 2280), ("WIM", 2180), ("WFM", 2060), ("WCM", 1960))
_SYLLABLES = "bakelomisuranetovidagehojuparisetazonalemokidu"
_SOUNDS = [_SYLLABLES[at : at + 2] for at in range(0, len(_SYLLABLES), 2)]

HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
_PLAIN = str.maketrans("çğıöşüÇĞİÖŞÜéèïłńśźżćąęŁŚŻôë", "cgiosuCGIOSUeeilnszzcaeLSZoe")


@dataclass(slots=True)
class Listed:
    """One player of an invented list."""

    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    women_title: str
    standard: int
    rapid: int
    blitz: int
    k: int
    birth: int
    flag: str


def players(count: int, *, seed: int, month: date) -> Iterator[Listed]:
    """`count` players; each month adds one in two hundred and moves the ratings of one in ten."""
    people = random.Random(seed)
    months = (month.year - 2026) * 12 + month.month
    news = random.Random(seed * 1000 + months)
    weights = list(accumulate(share for _code, share, *_names in _PEOPLES))
    nations = [_nation(people, *rest) for _code, _share, *rest in _PEOPLES]
    for number in range(count + max(months, 0) * count // 200):
        place = people.choices(range(len(_PEOPLES)), cum_weights=weights)[0]
        player = _player(people, 10_000_000 + 7 * number, _PEOPLES[place][0], nations[place])
        if player.standard and news.random() < 0.1:
            player.standard = max(1400, player.standard + news.randrange(-30, 31))
        yield player


#: given names of men and women, family names and how often each occurs
Nation = tuple[list[str], list[str], list[str], list[float]]


def _nation(dice: random.Random, men: str, women: str, stems: str, ends: str) -> Nation:
    """A nation's family names, the common ones first, and how often each occurs."""
    heads, tails = stems.split(), ends.split()
    short = [stem + end for stem in heads for end in tails]
    dice.shuffle(short)
    longer = [
        stem + "".join(dice.choices(_SOUNDS, k=dice.choice((1, 1, 2, 2, 3)))) + dice.choice(tails)
        for stem in heads
        for _ in range(2500)
    ]
    family = short + longer
    weights = list(accumulate(1 / (rank + 12) for rank in range(len(family))))
    return men.split(), women.split(), family, weights


def _second(number: int, federation: str) -> str:
    """The sign before a second surname; "" where there is only one."""
    if federation == "ESP":
        return " " if number % 3 == 0 else ""
    return "-" if number % 47 == 0 else " " if number % 61 == 0 else ""


def _player(dice: random.Random, number: int, federation: str, nation: Nation) -> Listed:
    men, women, family, weights = nation
    chance = dice.random
    woman = chance() < 0.15
    given = dice.choice(women if woman else men)
    if chance() < 0.18:
        given += f" {dice.choice(women if woman else men)}"
    surname = dice.choices(family, cum_weights=weights)[0]
    if second := _second(number, federation):
        surname += second + family[number * 7919 % len(family)]
    name = f"{surname}, {given}".translate(_PLAIN)
    rated = chance() < 0.3
    standard = rapid = blitz = 0
    if rated:
        standard = max(1400, min(2830, int(dice.gauss(1720, 220))))
        rapid = max(1400, standard + dice.randrange(-90, 60)) if chance() < 0.6 else 0
        blitz = max(1400, standard + dice.randrange(-120, 80)) if chance() < 0.4 else 0
    women_title = next((t for t, least in _WOMEN_TITLES if woman and standard >= least), "")
    title = next((t for t, least in _MEN_TITLES if standard >= least), women_title)
    return Listed(
        str(number),
        name,
        federation,
        "F" if woman else "M",
        title,
        women_title,
        standard,
        rapid,
        blitz,
        10 if standard >= 2400 else 20 if standard else 0,
        2026 - int(dice.triangular(6, 85, 18)),
        ("w" if woman else "") + ("i" if chance() < 0.35 else ""),
    )


def as_line(player: Listed) -> str:
    """A line of the combined list with fixed columns."""
    ratings = "".join(
        f"{rating or '':<6}{0 if rating else '':<4}{player.k if rating else '':<3}"
        for rating in (player.standard, player.rapid, player.blitz)
    )
    return (
        f"{player.fide_id:<15}{player.name:<61}{player.federation:<4}{player.sex:<4}"
        f"{player.title:<5}{player.women_title:<5}{'':<15}{'':<4}"
        f"{ratings}{player.birth:<6}{player.flag:<4}"
    )


def as_xml(player: Listed) -> str:
    """A `player` element of the combined XML list."""
    values: list[tuple[str, object]] = [
        ("fideid", player.fide_id), ("name", escape(player.name)),
        ("country", player.federation), ("sex", player.sex), ("title", player.title),
        ("w_title", player.women_title), ("o_title", ""), ("foa_title", ""),
    ]  # fmt: skip
    for prefix, rating in (
        ("", player.standard), ("rapid_", player.rapid), ("blitz_", player.blitz),
    ):  # fmt: skip
        values += [
            (f"{prefix}rating" if prefix else "rating", rating or ""),
            (f"{prefix}games", 0 if rating else ""),
            (f"{prefix}k", player.k if rating else ""),
        ]
    values += [("birthday", player.birth), ("flag", player.flag)]
    lines = "\n".join(f"<{name}>{value}</{name}>" for name, value in values)
    return f"<player>\n{lines}\n</player>"


def file_lines(count: int, *, seed: int, month: date, layout: str) -> Iterator[str]:
    """A whole file, line by line."""
    if layout == "xml":
        yield '<?xml version="1.0"?>\n<playerslist>\n'
        for player in players(count, seed=seed, month=month):
            yield as_xml(player) + "\n"
        yield "</playerslist>\n"
        return
    yield HEADER + "\n"
    for player in players(count, seed=seed, month=month):
        yield as_line(player) + "\n"
