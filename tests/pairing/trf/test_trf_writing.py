"""Writing a report; nothing is lost between reading and writing."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import UnsupportedRule
from pairing.results import ByeKind
from pairing.state import Colour, ForbiddenGroup, PointSystem
from pairing.tools.generator import Amount, Settings, Share, generate
from pairing.trf import (
    Acceleration,
    NationalRecord,
    RequestedBye,
    SpecialPoints,
    TrfDocument,
    TrfPlayer,
    read,
    write,
)
from tests.pairing.trf.trf_lines import CASES, player, report

FILES = sorted(CASES.glob("*.trf"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_unchanged_document_is_written_byte_for_byte(path) -> None:  # type: ignore[no-untyped-def]
    data = path.read_bytes()
    document = read(data)
    assert write(document) == data
    assert write(document, "trf26" if document.version == "TRF26" else "trf16") == data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_document_read_written_and_read_again_is_the_same(path) -> None:  # type: ignore[no-untyped-def]
    document = read(path.read_bytes())
    fresh = replace(document, source=None)
    assert read(write(fresh, "trf26")) == replace(document, version="TRF26")


def test_the_example_of_a_team_event_is_written_as_it_was() -> None:
    data = (CASES / "team_cup.trf").read_bytes()
    assert write(replace(read(data), source=None)) == data


def test_a_changed_document_is_written_with_the_line_ends_of_its_source() -> None:
    document = read(report(player(1, "2 w 1"), player(2, "1 b 0"), end="\r"))
    data = write(replace(document, name="Changed"))
    assert b"\r" in data
    assert b"\n" not in data
    assert read(data).name == "Changed"


def test_other_line_ends_and_another_profile_are_a_choice() -> None:
    document = read((CASES / "harbour_trf26.trf").read_bytes())
    assert b"\r" not in write(document, line_end="\n")
    assert write(document, "engine") != document.source.data  # type: ignore[union-attr]


def test_the_engine_profile_holds_what_other_engines_read() -> None:
    document = read((CASES / "harbour_trf26.trf").read_bytes())
    lines = write(document, "engine").decode().splitlines()
    assert lines[:3] == ["012 Harbour Open 2026", "142 4", "152 W"]
    assert "XXR 4" in lines
    assert "XXC white1" in lines
    assert "XXP 4 5" in lines
    assert "BBU  0.5" in lines
    assert not any(line.startswith(("162", "192", "###")) for line in lines)
    # The half-point bye granted for round 4 stands in its columns, its points included.
    birch = next(line for line in lines if "Birch" in line)
    assert birch[80:84] == " 2.5"
    assert birch.endswith("  0000 - H")
    again = read(write(document, "engine"))
    assert again.state() == replace(document.state(), players=again.state().players)


def test_trf16_carries_the_same_state() -> None:
    document = read((CASES / "harbour_trf26.trf").read_bytes())
    again = read(write(document, "trf16"))
    assert again.version == "TRF16"
    assert again.state() == document.state()
    assert again.city == "Bergen"


def test_baku_of_the_type_code_is_written_as_points_where_there_is_no_code() -> None:
    rows = [player(n, f"{n + 4} w 1" if n <= 4 else f"{n - 4} b 0") for n in range(1, 9)]
    document = read(report("142 5", "192 FIDE_DUTCH_2025_BAKU", *rows))
    lines = write(document, "engine").decode().splitlines()
    assert [line for line in lines if line.startswith("XXA")] == [
        f"XXA {number:4}  1.0  1.0  0.5" for number in range(1, 5)
    ]


def test_ascii_has_no_accents_and_the_same_columns() -> None:
    names = ("Şahin, Işıl", "Groß, Jørg", "Ævarsson, Þór", "Иванов")
    document = TrfDocument(
        players=tuple(TrfPlayer(n, name=name) for n, name in enumerate(names, 1)), name="Çeşme Açık"
    )
    data = write(document, encoding="ascii")
    assert data.isascii()
    again = read(data)
    assert [p.name for p in again.players] == [
        "Sahin, Isil",
        "Gross, Jorg",
        "AEvarsson, Thor",
        "??????",
    ]
    assert again.name == "Cesme Acik"
    assert {len(line) for line in data.split(b"\r\n") if line.startswith(b"001")} == {89}


def test_text_on_several_lines_cannot_add_records() -> None:
    document = TrfDocument(players=(TrfPlayer(1, name="A\r\n001    2"),), name="x\n142 9")
    again = read(write(document))
    assert len(again.players) == 1
    assert again.name == "x 142 9"


def test_a_comment_is_marked_as_one() -> None:
    document = TrfDocument(players=(TrfPlayer(1),), comments=("142 9", "### FPB @ Round 2: 7"))
    assert read(write(document)).comments == ("### 142 9", "### FPB @ Round 2: 7")


def test_unknown_choices_are_refused() -> None:
    document = TrfDocument(players=(TrfPlayer(1),))
    with pytest.raises(UnsupportedRule, match="no profile"):
        write(document, "trf99")
    with pytest.raises(UnsupportedRule, match="utf-8 or ascii"):
        write(document, encoding="latin-1")


points = st.builds(
    PointSystem.of,
    st.sampled_from((10, 30)),
    st.sampled_from((5, 10)),
    st.sampled_from((0, 5)),
    pairing_bye=st.sampled_from((0, 5, 10)),
    zero_bye=st.sampled_from((0, 5)),
    forfeit_loss=st.sampled_from((0, 5)),
    half_bye=st.sampled_from((5, 10)),
    full_bye=st.sampled_from((10, 20)),
)
texts = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x17F, exclude_characters="\x7f\x85\xa0\xad"),
    max_size=20,
)
numbers = st.lists(st.integers(1, 6), min_size=1, max_size=6, unique=True).map(sorted).map(tuple)


@st.composite
def documents(draw: st.DrawFn) -> TrfDocument:
    base = generate(
        Settings(
            seed=draw(st.integers(0, 30)),
            players=6,
            rounds=3,
            baku=False,
            half_byes=Amount(Share(1)),
            unrated=Share(1),
        )
    )
    return replace(
        base,
        name=draw(texts),
        city=draw(texts),
        chief_arbiter=draw(texts),
        time_text=draw(texts),
        federation="TUR",
        start_date="2026/05/01",
        round_dates=draw(st.sampled_from(((), ("26/05/01", "26/05/02", "26/05/03")))),
        initial_colour=draw(st.sampled_from(Colour)),
        points=draw(st.one_of(st.none(), points)),
        rating_federation="TUR",
        rating_method="NRO",
        time_control="5400+30",
        national=(NationalRecord("TUR", 2, draw(texts), "w", "FM", 1800, "TUR", "12345", "1999"),),
        requested=(
            RequestedBye(
                draw(st.sampled_from((ByeKind.HALF_POINT, ByeKind.ZERO_POINT))), 4, draw(numbers)
            ),
        ),
        total_rounds=draw(st.integers(4, 9)),
        forbidden=(
            ForbiddenGroup(
                frozenset(draw(numbers)), draw(st.integers(1, 3)), draw(st.sampled_from((0, 3)))
            ),
        ),
        accelerated=(Acceleration(10, 1, 2, 1, draw(st.integers(1, 6))),),
        special_points=(SpecialPoints("", draw(st.integers(-20, 20)), 2, draw(numbers)),),
        comments=("### MPA @ Round 2: 1-2 => 2-1",),
        other=("801 kept", "XYZ kept"),
        players=tuple(replace(p, name=draw(texts), title="WFM", sex="w") for p in base.players),
    )


@settings(max_examples=60, deadline=None)
@given(documents())
def test_nothing_is_lost_on_the_way_through_trf26(document: TrfDocument) -> None:
    again = read(write(document))
    # Points that the changed point system contradicts are counted anew; the rest must be equal.
    assert [replace(p, points=0) for p in again.players] == [
        replace(p, points=0) for p in document.players
    ]
    assert replace(again, players=()) == replace(document, players=())
    assert write(again) == write(document)
    assert read(write(replace(again, source=None))) == again


@settings(max_examples=40, deadline=None)
@given(documents())
def test_the_state_to_pair_is_the_same_in_every_profile(document: TrfDocument) -> None:
    document = replace(read(write(document)), special_points=(), national=())
    state = document.state()
    for profile in ("trf26", "trf16", "engine"):
        again = read(write(document, profile)).state()
        assert replace(again, forbidden=()) == replace(state, forbidden=())
        assert [g for g in again.forbidden if g.applies_to(4)] == [
            replace(g, first_round=1, last_round=0) if profile != "trf26" else g
            for g in state.forbidden
            if g.applies_to(4)
        ]


def test_a_hundred_points_keep_the_columns() -> None:
    rounds = tuple(["2 w 1"] * 40)
    rows = (player(1, *rounds), player(2, *["1 b 0"] * 40))
    document = read(report("162  W 3.0", *rows))
    assert document.players[0].points == 1200
    assert read(write(replace(document, source=None))) == replace(document, version="TRF26")
