"""Papers packed together come out as they went in, also where another zlib compresses them."""

import io
import zlib
from types import SimpleNamespace

import pytest
from pypdf import PdfReader

from tournaments.core import packs, pdf_streams
from tournaments.core.pdf_streams import Damaged
from tournaments.documents.render import to_pdf

NAMES = ["Yıldız", "Işık", "Çağla", "Ege", "Öztürk", "Şahin", "Ünal"]


@pytest.fixture(scope="module")
def papers():
    """Three rounds of the same people."""
    found = []
    for number in range(3):
        rows = "".join(
            f"<tr><td>{place}<td>{NAMES[(place + number) % 7]}<td>{place * 7 % 5}"
            for place in range(120)
        )
        html = f"<html lang='tr'><title>{number}</title><h1>Tur {number}</h1><table>{rows}</table>"
        found.append((str(number), to_pdf(html)[0]))
    return found


def text(paper):
    return [page.extract_text() for page in PdfReader(io.BytesIO(paper), strict=True).pages]


def test_they_come_out_to_the_last_byte_and_take_less_room(papers):
    ((names, data),) = packs.packs(papers)
    assert names == ["0", "1", "2"]
    for name, paper in papers:
        assert packs.paper_of(data, name) == (paper, True)
    assert len(data) < sum(len(paper) for _name, paper in papers) / 2.5


def test_what_is_no_pdf_comes_out_too():
    odd = [
        ("a", b""),
        ("b", b"PK\x03\x04stream\nxendstream"),
        ("c", b"stream\n\x78\x9c\nendstream"),
    ]
    ((_names, data),) = packs.packs(odd)
    for name, paper in odd:
        assert packs.paper_of(data, name) == (paper, True)


def test_many_are_split_into_pieces(papers, monkeypatch):
    monkeypatch.setattr(packs, "MOST", 100_000)
    made = list(packs.packs(papers * 2))
    assert len(made) > 1
    assert [name for names, _data in made for name in names] == ["0", "1", "2"] * 2


def test_another_zlib_makes_the_same_paper_with_its_places_in_order(papers, monkeypatch):
    """As a release of zlib that finds other matches: what was written at 9 comes out longer."""
    ((_names, data),) = packs.packs(papers)
    other = SimpleNamespace(
        compress=lambda plain, level: zlib.compress(plain, 1),
        decompress=zlib.decompress,
        error=zlib.error,
    )
    monkeypatch.setattr(pdf_streams, "zlib", other)
    for name, paper in papers:
        found, same = packs.paper_of(data, name)
        assert not same
        assert found != paper
        assert text(found) == text(paper)
        tree = PdfReader(io.BytesIO(found), strict=True).trailer["/Root"]["/StructTreeRoot"]
        assert tree["/K"]


@pytest.mark.parametrize("place", [0.01, 0.3, 0.6, 0.99])
def test_a_damaged_piece_is_noticed(papers, place):
    ((_names, data),) = packs.packs(papers)
    wrong = bytearray(data)
    wrong[int(len(data) * place)] ^= 1
    with pytest.raises(Damaged):
        packs.paper_of(bytes(wrong), "1")
    with pytest.raises(Damaged):
        packs.paper_of(data[: int(len(data) * place)], "1")


def test_a_paper_that_is_not_there_is_said_so(papers):
    ((_names, data),) = packs.packs(papers)
    with pytest.raises(Damaged):
        packs.paper_of(data, "7")
