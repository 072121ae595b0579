"""Names in the encodings that programs and spreadsheets of Europe have written in."""

import pytest

from pairing.trf import read
from pairing.trf.decoding import decoded
from tests.pairing.trf.trf_lines import player

#: invented, in the letters of each page
NAMES = {
    "cp1252": ("GER", "Müller, Jörg; Gómez, José; Lefèvre, Françoise; Åberg, Sören; Groß, Uwe"),
    "cp1254": ("TUR", "Şahin, Işıl; Öztürk, İnci; Çelik, Gökçe; Yıldız, Doğan; ŞİMŞEK, ÇAĞRI"),
    "cp1250": ("POL", "Dvořák, Jiří; Wiśniewski, Łukasz; Žižka, Štěpán; Nagy, Ödön; Kős, Győző"),
    "cp1251": ("RUS", "Иванов, Пётр; Шевченко, Олег; Ковальчук, Мария; СИДОРОВ, ЮРИЙ"),
    "cp1253": ("GRE", "Παπαδόπουλος, Γιώργος; Νικολάου, Ελένη"),
    "cp1257": ("LAT", "Bērziņš, Jānis; Kazlauskas, Žilvinas; Šimkutė, Rūta; Õunapuu, Jüri"),
    "cp437": ("GER", "Müller, Jörg; Gómez, José; Lefèvre, Françoise; Åberg, Sören; Groß, Uwe"),
    "cp850": ("POR", "Conceição, João; Müller, Jörg; Núñez, Íñigo; Øster, Søren"),
    "cp857": ("TUR", "Şahin, Işıl; Öztürk, İnci; Çelik, Gökçe; Yıldız, Doğan; ŞİMŞEK, ÇAĞRI"),
    "cp852": ("CZE", "Dvořák, Jiří; Wiśniewski, Łukasz; Žižka, Štěpán; Nagy, Ödön"),
    "cp866": ("RUS", "Иванов, Пётр; Шевченко, Олег; Ковальчук, Мария; СИДОРОВ, ЮРИЙ"),
    "cp775": ("LTU", "Bērziņš, Jānis; Kazlauskas, Žilvinas; Šimkutė, Rūta; Õunapuu, Jüri"),
}


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("page", NAMES)
def test_every_page_of_letters_is_told_by_the_names(page: str, told: bool) -> None:
    federation, names = NAMES[page]
    text = "\n".join(f"{name};{federation if told else ''};1800" for name in names.split("; "))
    assert decoded(text.encode(page))[0] == text


@pytest.mark.parametrize(
    ("mark", "encoding"), [(b"\xff\xfe", "utf-16-le"), (b"", "utf-16-le"), (b"", "utf-16-be")]
)
def test_utf_16_is_read_with_a_mark_and_without(mark: bytes, encoding: str) -> None:
    text = player(1, name="Şahin, Işıl") + "\r\n" + player(2, name="Müller, Jörg")
    document = read(mark + text.encode(encoding))
    assert [one.name for one in document.players] == ["Şahin, Işıl", "Müller, Jörg"]
    assert next(one.code for one in document.adjustments) == "trf.encoding"


def test_a_report_of_a_dos_program_keeps_its_letters() -> None:
    lines = [
        player(number, name=name, federation="GER")
        for number, name in enumerate(NAMES["cp437"][1].split("; "), 1)
    ]
    document = read("\r\n".join(lines).encode("cp437") + b"\x1a")
    assert "; ".join(one.name for one in document.players) == NAMES["cp437"][1]


def test_plain_letters_are_utf_8() -> None:
    assert decoded(b"Kaya, Ali") == ("Kaya, Ali", "utf-8")
    assert decoded("\ufeffŞen".encode()) == ("Şen", "utf-8")
    assert decoded(b"") == ("", "utf-8")
