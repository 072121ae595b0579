"""Lists and reports in the shapes in which other programs write them. Everybody in them is made
up. `python -m tests.tournaments.files_of_others FOLDER` writes all of them into a folder."""

import csv
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl

Person = dict[str, Any]


def person(
    name: str, rating: int, national: int, born: str, *, sex: str = "m", title: str = "",
    fide_id: str = "", federation: str = "TUR", club: str = "", national_id: str = "",
) -> Person:  # fmt: skip
    return {
        "name": name, "rating": rating, "national": national, "born": born, "sex": sex,
        "title": title, "fide_id": fide_id, "federation": federation, "club": club,
        "national_id": national_id,
    }  # fmt: skip


#: by the letters of their names
PEOPLE: dict[str, list[Person]] = {
    "plain": [
        person("Alder, Ann", 2210, 2150, "1990-04-12", sex="w", title="WFM", fide_id="99900011",
               federation="NOR", club="Harbour", national_id="411"),
        person("Birch, Bo", 2105, 0, "1985-11-30", title="FM", fide_id="99900022",
               federation="NOR", club="Hill", national_id="412"),
        person("Cedar, Cy", 0, 1640, "2001-05-25"),
    ],
    "turkish": [
        person("Şahin, Işıl", 1985, 2010, "1999-12-31", sex="w", title="WCM", fide_id="99900033",
               club="Çankaya", national_id="71001"),
        person("Öztürk, İnci", 0, 1710, "2008-02-17", sex="w", club="Şişli", national_id="71002"),
        person("Yıldız, Doğan", 2130, 2095, "1976-08-30", fide_id="99900044", national_id="71003"),
    ],
    "western": [
        person("Müller, Jörg", 2050, 1990, "1971-06-18", fide_id="99900055", federation="GER",
               club="Grün-Weiß Köln"),
        person("Lefèvre, Françoise", 1890, 1820, "1988-01-22", sex="w", federation="FRA"),
        person("Gómez, José", 2301, 0, "1993-10-31", title="IM", fide_id="99900066",
               federation="ESP", club="Peón"),
    ],
    "central": [
        person("Wiśniewski, Łukasz", 2022, 2011, "1984-03-25", fide_id="99900077",
               federation="POL", club="Wieża Łódź"),
        person("Dvořák, Jiří", 1944, 1902, "1969-07-28", federation="CZE", club="Věž Žižkov"),
        person("Nagy, Ödön", 1801, 1833, "2003-04-19", federation="HUN"),
    ],
    "cyrillic": [
        person("Иванов, Пётр", 2188, 2140, "1981-09-27", fide_id="99900088", federation="RUS",
               club="Ладья"),
        person("Шевченко, Олена", 1754, 0, "2005-12-14", sex="w", federation="UKR"),
    ],
    "baltic": [
        person("Bērziņš, Jānis", 2005, 1988, "1978-11-21", federation="LAT", club="Tornis"),
        person("Šimkutė, Rūta", 1822, 0, "2000-05-29", sex="w", federation="LTU"),
    ],
}  # fmt: skip

#: field → what stands in its cell
CELLS = {
    "#": lambda one, place: str(place),
    "name": lambda one, place: one["name"],
    "surname": lambda one, place: one["name"].partition(", ")[0],
    "given": lambda one, place: one["name"].partition(", ")[2],
    "title": lambda one, place: one["title"],
    "fide_id": lambda one, place: one["fide_id"] or "0",
    "federation": lambda one, place: one["federation"],
    "rating": lambda one, place: str(one["rating"]),
    "national": lambda one, place: str(one["national"]),
    "national_id": lambda one, place: one["national_id"] or "0",
    "club": lambda one, place: one["club"],
    "sex": lambda one, place: one["sex"],
    "wife": lambda one, place: "w" if one["sex"] == "w" else "",
    "h/m": lambda one, place: "M" if one["sex"] == "w" else "H",
    "ж": lambda one, place: "Ж" if one["sex"] == "w" else "М",
    "iso": lambda one, place: one["born"],
    "d.m.y": lambda one, place: "{2}.{1}.{0}".format(*one["born"].split("-")),
    "d/m/y": lambda one, place: "{2}/{1}/{0}".format(*one["born"].split("-")),
    "y/m/d": lambda one, place: one["born"].replace("-", "/"),
    "m/d/y": lambda one, place: "{1}/{2}/{0}".format(*one["born"].split("-")),
    "d.m.yy": lambda one, place: "{2}.{1}.{0}".format(
        one["born"][2:4], *one["born"].split("-")[1:]
    ),
    "yyyymmdd": lambda one, place: one["born"].replace("-", ""),
    "serial": lambda one, place: str((date.fromisoformat(one["born"]) - date(1899, 12, 30)).days),
    "year": lambda one, place: one["born"][:4],
    "x": lambda one, place: "x",
    "": lambda one, place: "",
}

CHESS_RESULTS_BELOW = (
    "You find all details to this tournament under https://chess-results.example/tnr1.aspx",
    "Chess-Tournament-Results-Server: Chess-Results",
)

#: program and language, its columns as "word=field", the names in it, lines above and below
HEADS: tuple[tuple[str, str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("swiss-manager", "ID_No=national_id;Name=name;Fed=federation;Sex=wife;Clubnumber=;"
     "ClubName=club;Birthday=y/m/d;Rtg_Nat=national;Fide_No=fide_id;Rtg_Int=rating;Title=title;Type=;Status=;K=;=",
     "turkish", (), ()),
    ("swiss-manager-de", "SNr=#;Titel=title;Name=name;FIDE-ID=fide_id;Land=federation;EloI=rating;"
     "EloN=national;Geb.=d.m.y;w/m=sex;Verein=club", "western", (), ()),
    ("chess-results-en", "No.=#;=title;Name=name;FideID=fide_id;FED=federation;RtgI=rating;"
     "RtgN=national;sex=wife;Typ=x;Gr=x;Club/City=club", "plain",
     ("From the Tournament-Database of Chess-Results", "Harbour Open 2026", "Starting rank"),
     CHESS_RESULTS_BELOW),
    ("chess-results-de", "Nr.=#;=title;Name=name;FideID=fide_id;Land=federation;EloI=rating;"
     "EloN=national;Verein/Ort=club", "western", ("Startrangliste",), CHESS_RESULTS_BELOW),
    ("chess-results-tr", "No.=#;=title;İsim=name;FideID=fide_id;FED=federation;ELO=rating;"
     "UKD=national;Kulüp/İl=club", "turkish", ("Başlangıç sıralaması",), CHESS_RESULTS_BELOW),
    ("chess-results-es", "Núm.=#;=title;Nombre=name;FideID=fide_id;FED=federation;Elo=rating;"
     "EloN=national;Club/Ciudad=club", "western", ("Ranking inicial",), CHESS_RESULTS_BELOW),
    ("chess-results-fr", "No.=#;=title;Nom=name;FideID=fide_id;FED=federation;EloI=rating;"
     "EloN=national;Club/Ville=club", "western", ("Liste de départ",), CHESS_RESULTS_BELOW),
    ("chess-results-it", "Nr.=#;=title;Nome=name;FideID=fide_id;FED=federation;EloI=rating;"
     "EloN=national;Club/Città=club", "western", (), CHESS_RESULTS_BELOW),
    ("chess-results-pt", "Nº.=#;=title;Nome=name;ID FIDE=fide_id;FED=federation;EloI=rating;"
     "EloN=national;Clube/Cidade=club", "western", ("Ranking inicial",), CHESS_RESULTS_BELOW),
    ("chess-results-ru", "Ном.=#;=title;Имя=name;FideID=fide_id;фед.=federation;Рейт=rating;"
     "Клуб/Город=club", "cyrillic", ("Стартовый лист",), CHESS_RESULTS_BELOW),
    ("chess-results-nl", "Nr.=#;=title;Naam=name;FideID=fide_id;Land=federation;RtgI=rating;"
     "RtgN=national;Vereniging/Plaats=club", "western", (), CHESS_RESULTS_BELOW),
    ("chess-results-pl", "Nr=#;=title;Nazwisko=name;FideID=fide_id;Kraj=federation;RtgI=rating;"
     "RtgN=national;Klub/Miasto=club", "central", (), CHESS_RESULTS_BELOW),
    ("chess-results-cz", "č.=#;=title;Jméno=name;FideID=fide_id;FED=federation;EloI=rating;"
     "EloN=national;Klub/Místo=club", "central", (), CHESS_RESULTS_BELOW),
    ("vega", "NAME=name;COUNTRY=federation;BIRTHDAY=d.m.y;GENDER=sex;TITLE=title;IDFIDE=fide_id;"
     "ELOFIDE=rating;IDNAT=national_id;ELONAT=national;KCOEFF=", "plain", (), ()),
    ("swiss-chess", "TlnNr=#;Teilnehmer=name;Titel=title;ELO=rating;NWZ=national;Attr.=;"
     "Verein/Ort=club;Land=federation;Geburt=year;FideKenn.=fide_id;PKZ=national_id",
     "western", (), ()),
    ("chess-manager", "Start no.=#;Full name=name;Title=title;FIDE ID=fide_id;FIDE rating=rating;"
     "National rating=national;Federation=federation;Club=club;Gender=sex;Year of birth=year",
     "plain", (), ()),
    ("sharly", "Nom=surname;Prénom=given;Titre FIDE=title;Code FIDE=fide_id;Elo FIDE=rating;"
     "Elo FFE=national;Fédération=federation;Club=club;Date de naissance=d/m/y;Sexe=sex;"
     "Licence FFE=national_id", "western", (), ()),
    ("national-es", "Apellidos=surname;Nombre=given;Elo FIDE=rating;Elo Nacional=national;Sexo=h/m;"
     "F. Nac.=d/m/y;Club=club;País=federation;Código FIDE=fide_id", "western", (), ()),
    ("national-it", "Cognome=surname;Nome=given;Elo=rating;Elo Nazionale=national;Titolo=title;"
     "Data di nascita=d/m/y;Circolo=club;ID FSI=national_id;ID FIDE=fide_id", "western", (), ()),
    ("national-tr", "UKD No=national_id;Soyadı=surname;Adı=given;Doğum Tarihi=d.m.y;UKD=national;"
     "Kulüp=club;Cinsiyet=sex", "turkish", (), ()),
    ("national-ru", "ФИО=name;Код ФИДЕ=fide_id;Рейтинг ФИДЕ=rating;Рейтинг ФШР=national;"
     "Дата рождения=d.m.y;Пол=ж;Клуб=club;Федерация=federation", "cyrillic", (), ()),
    ("national-pl", "Nazwisko=surname;Imię=given;Data urodzenia=iso;Klub=club;Płeć=sex;"
     "Federacja=federation;Ranking krajowy=national;FIDE ID=fide_id", "central", (), ()),
    ("national-nl", "Achternaam=surname;Voornaam=given;Geboortedatum=d/m/y;KNSB rating=national;"
     "Relatienummer=national_id;Schaakvereniging=club;Geslacht=sex;Land=federation", "western",
     (), ()),
    ("national-lv", "Vārds Uzvārds=name;Federation=federation;FIDE Rating=rating;Klubs=club;"
     "Born=iso", "baltic", (), ()),
    ("excel", "Name=name;Elo=rating;Fed=federation;Born=serial;Club=club;Sex=sex", "plain", (), ()),
    ("american", "Last Name=surname;First Name=given;Rating=rating;DOB=m/d/y;Country=federation",
     "plain", (), ()),
    ("short-years", "Name=name;Rating=rating;Birthday=d.m.yy;Fed=federation", "turkish", (), ()),
    ("digits", "Name=name;Rating=rating;Birthday=yyyymmdd;Fed=federation", "plain", (), ()),
)  # fmt: skip
#: how each head is written: separator, encoding
WAYS = {
    "turkish": ((";", "utf-8"), ("\t", "cp1254"), (",", "cp857"), ("xlsx", "")),
    "western": ((";", "utf-8-sig"), (";", "cp1252"), ("\t", "cp850"), ("xlsx", "")),
    "plain": ((",", "utf-8"), ("\t", "utf-16"), (";", "utf-16-le"), ("xlsx", "")),
    "central": ((";", "cp1250"), ("\t", "cp852"), ("xlsx", "")),
    "cyrillic": ((";", "cp1251"), ("\t", "cp866"), ("xlsx", "")),
    "baltic": ((";", "cp1257"), ("\t", "utf-8"), ("xlsx", "")),
}


@dataclass(frozen=True)
class ListFile:
    name: str
    data: bytes
    people: list[Person]
    fields: tuple[str, ...]
    below: int


def lists() -> Iterator[ListFile]:
    for key, head, group, above, below in HEADS:
        words, fields = zip(*(one.rpartition("=")[::2] for one in head.split(";")), strict=True)
        people = PEOPLE[group]
        rows = [
            *([line] for line in above),
            list(words),
            *(
                [CELLS[field](one, place) for field in fields]
                for place, one in enumerate(people, 1)
            ),
            *([line] for line in below),
        ]
        for separator, encoding in WAYS[group]:
            written = _sheet(rows) if separator == "xlsx" else _text(rows, separator, encoding)
            ending = "xlsx" if separator == "xlsx" else "csv"
            name = f"{key}-{encoding or 'sheet'}.{ending}"
            yield ListFile(name, written, people, fields, len(below))


def _text(rows: list[list[str]], separator: str, encoding: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return out.getvalue().encode(encoding)


def _sheet(rows: list[list[str]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([int(one) if one.isdecimal() else one for one in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# --- Reports --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReportFile:
    name: str
    data: bytes
    names: list[str]
    told: str = ""  # a code that the reader must say


def _report(names: list[str], federation: str, *extra: str, start: str = "2026/05/01") -> list[str]:
    def player(number: int, rest: str) -> str:
        return (
            f"001 {number:4} m    {names[number - 1]:33.33} {2210 - number * 50:4} {federation}"
            f"             1990/04/12 {rest}"
        )

    return [
        "012 Harbour Open", "022 Bergen", f"032 {federation}", f"042 {start}", "052 2026/05/03",
        "092 Individual: Swiss-System", "142 3", *extra,
        player(1, " 1.0    1     3 w 1"),
        player(2, " 0.5    2     4 b ="),
        player(3, " 0.0    4     1 b 0"),
        player(4, " 0.5    2     2 w ="),
    ]  # fmt: skip


_EXTRA: tuple[tuple[str, str, str], ...] = (
    ("nidof", "172 NIDOF", "columns_shifted"),
    ("fidon", "172 FIDON TUR", "columns_shifted"),
    ("no-method", "172", "empty_record"),
    ("ruler-digits", "0123456789012345678901234567890123456789", "ruler"),
    ("ruler-code", "001 5678901234567890123456789012345678901", "ruler"),
    ("ruler-tens", "         1         2         3         4", "ruler"),
    ("ruler-dots", "....5....10....15....20", "ruler"),
    ("ruler-line", "---------------------------------------", "ruler"),
    ("legend", "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF", "unknown_record"),
    ("comment", "# written by nobody", "unknown_record"),
    ("slashes", "// a remark", "unknown_record"),
    ("bonus-short", "299   -1.0  001    2", "columns_shifted"),
    ("bonus-sign", "299        -1.0    001    1", "columns_shifted"),
    ("roster", f"013 {'Harbour':32}{1:4} {2:4}", ""),
    ("roster-off", f"013 {'Harbour':32}    {1} {2:5}", "columns_shifted"),
)  # fmt: skip
_DATES = (
    ("2026-05-01", "date_format"), ("2026.05.01", "date_format"), ("01.05.2026", "date_guess"),
    ("01/05/2026", "date_guess"), ("05/31/2026", "date_format"), ("20260501", "date_format"),
    ("01.05.26", "date_guess"), ("26/05/01", "date_guess"), ("1 May 2026", "date_format"),
    ("May 1, 2026", "date_format"), ("2026-05-01T10:00:00", "date_format"),
)  # fmt: skip
_LETTERS = {
    "turkish": ("TUR", ["Şahin, Işıl", "Öztürk, İnci", "Yıldız, Doğan", "Çelik, Gökçe"],
                ("cp1254", "cp857", "utf-8-sig")),
    "western": ("GER", ["Müller, Jörg", "Lefèvre, Françoise", "Gómez, José", "Groß, Uwe"],
                ("cp1252", "cp437", "cp850", "utf-16", "utf-16-le", "utf-16-be")),
    "central": ("POL", ["Wiśniewski, Łukasz", "Dvořák, Jiří", "Nagy, Ödön", "Žižka, Štěpán"],
                ("cp1250", "cp852")),
    "cyrillic": ("RUS", ["Иванов, Пётр", "Шевченко, Олег", "Сидоров, Юрий", "Лебедь, Яна"],
                 ("cp1251", "cp866")),
    "baltic": ("LAT", ["Bērziņš, Jānis", "Šimkutė, Rūta", "Kazlauskas, Žilvinas", "Ozols, Ģirts"],
               ("cp1257", "cp775")),
}  # fmt: skip


def reports() -> Iterator[ReportFile]:
    plain = ["Alder, Ann", "Birch, Bo", "Cedar, Cy", "Dogwood, Di"]
    for key, line, told in _EXTRA:
        yield ReportFile(f"{key}.txt", _lines(_report(plain, "NOR", line)), plain, told)
    for text, told in _DATES:
        name = f"date-{text.replace('/', '_').replace(':', '')}.txt"
        told = "" if text == "01.05.2026" else told
        yield ReportFile(
            name, _lines(_report(plain, "NOR", start=text)), plain, told or "date_format"
        )
    for key, (federation, names, encodings) in _LETTERS.items():
        for encoding in encodings:
            data = "\r\n".join(_report(names, federation)).encode(encoding)
            told = "" if encoding == "utf-8-sig" else "encoding"
            yield ReportFile(f"{key}-{encoding}.txt", data, names, told)


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode()


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    files = [*lists(), *reports()]
    for one in files:
        (folder / one.name).write_bytes(one.data)
    return len(files)


if __name__ == "__main__":
    print(main(Path(sys.argv[1])), "files")
