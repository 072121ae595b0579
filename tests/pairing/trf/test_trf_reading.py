"""Reading a report, record by record and in every disguise."""

import pytest

from pairing.errors import FileError
from pairing.results import ByeKind
from pairing.sentences import Said
from pairing.state import Colour, ForbiddenGroup, PointSystem, VirtualPoints
from pairing.trf import (
    Acceleration,
    Entry,
    ForfeitedMatch,
    LineUp,
    NationalRecord,
    RequestedBye,
    SpecialPoints,
    TeamByes,
    TrfDocument,
    read,
)
from tests.pairing.trf.trf_lines import CASES, player, report

TWO = (player(1, "2 w 1", points="1.0"), player(2, "1 b 0", points="0.0"))


def codes(document: TrfDocument) -> list[str]:
    return [adjustment.code for adjustment in document.adjustments]


def told(document: TrfDocument, code: str) -> dict[str, int | str]:
    found = [a for a in document.adjustments if a.code == code]
    assert len(found) == 1, codes(document)
    return dict(found[0].values)


# Whole files


def test_a_trf26_file_says_everything_itself() -> None:
    document = read((CASES / "harbour_trf26.trf").read_bytes())
    assert document.version == "TRF26"
    assert document.name == "Harbour Open 2026"
    assert document.deputies == ("Stone, Bea",)
    assert document.round_dates == ("26/05/01", "26/05/02", "26/05/03")
    assert document.total_rounds == 4
    assert document.initial_colour is Colour.WHITE
    assert document.points == PointSystem.of(pairing_bye=5)
    assert document.type_code == "FIDE_DUTCH_2025"
    assert document.tie_breaks == ("BH/C1", "BH", "SB", "DE")
    assert document.standings == ("PTS", "BH/C1", "BH", "SB", "DE")
    assert document.time_control == "5400+30"
    assert document.requested == (RequestedBye(ByeKind.HALF_POINT, 4, (2,)),)
    assert document.forbidden == (ForbiddenGroup(frozenset({4, 5})),)
    assert document.comments == ("### Tiny TRF26 example",)
    first = document.players[0]
    assert (first.name, first.title, first.sex, first.rating) == ("Alder, Ann", "IM", "w", 2210)
    assert (first.fide_id, first.birth_date, first.points, first.rank) == (
        "1500001",
        "1990/04/12",
        25,
        1,
    )
    assert first.rounds == (Entry(4, "w", "1"), Entry(2, "b", "="), Entry(3, "w", "1"))
    assert codes(document) == ["trf.title", "trf.title"]


def test_an_older_file_names_every_missing_record_with_what_is_assumed() -> None:
    document = read((CASES / "harbour_trf16.trf").read_bytes())
    assert document.version == "TRF16"
    missing = {
        dict(a.values)["record"]: dict(a.values)["assumed"]
        for a in document.adjustments
        if a.code == "trf.missing_record"
    }
    assert missing == {
        "162": "1-=-0",
        "172": "FIDE",
        "192": "FIDE_DUTCH_2025",
        "202": "",
        "212": "PTS",
    }
    assert "trf.initial_colour" in codes(document)
    assert told(document, "trf.version") == {"version": "TRF16"}


def test_the_records_of_a_team_event_are_kept_as_data() -> None:
    document = read((CASES / "team_cup.trf").read_bytes())
    assert [team.name for team in document.teams] == ["Alfa", "Bravo", "Charlie", "Delta", "Echo"]
    alfa = document.teams[0]
    assert (alfa.nickname, alfa.strength, alfa.match_points, alfa.game_points) == (
        "ALF",
        2150,
        60,
        50,
    )
    assert (alfa.rank, alfa.players) == (1, (1, 2))
    assert document.match_points == (("TW", 20), ("TD", 10), ("TL", 0))
    assert document.board_colours == "WB"
    assert document.team_byes == (TeamByes(10, 10, (5, 0, 2)),)
    assert document.forfeited_matches == (ForfeitedMatch("-+", 2, 5, 1),)
    assert document.requested == (RequestedBye(ByeKind.HALF_POINT, 2, (4,)),)
    assert codes(document) == []


def test_a_file_of_2006_is_recognised() -> None:
    document = read(
        report(
            player(1, "2 w 1", "0000 - +", points="2.0", title="m", birth="12.04.1990"),
            player(2, "1 b 0", "0000 - =", points="0.5", title="wg"),
        )
    )
    assert document.version == "TRF06"
    assert [p.title for p in document.players] == ["IM", "WGM"]
    assert document.players[0].birth_date == "1990/04/12"
    assert [p.entry(2).symbol for p in document.players] == ["F", "H"]
    assert codes(document).count("trf.lone_result") == 2
    assert told(document, "trf.version") == {"version": "TRF06"}


# Bytes


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_every_line_end_is_read_alike(end: str) -> None:
    document = read(report("012 Open", "", *TWO, "", end=end))
    assert document.name == "Open"
    assert document.begun_rounds == 1


@pytest.mark.parametrize(
    ("encoding", "name", "adjusted"),
    [
        ("utf-8", "Şahin, Işıl", None),
        ("utf-8-sig", "Şahin, Işıl", None),
        ("utf-16", "Şahin, Işıl", "utf-16"),
        ("cp1254", "Şahin, Işıl", "cp1254"),
        ("cp1252", "Müller, Jörg", "cp1252"),
    ],
)
def test_every_encoding_in_use_is_read(encoding: str, name: str, adjusted: str | None) -> None:
    text = report(player(1, "2 w 1", points="1.0", name=name), TWO[1]).decode()
    document = read(text.encode(encoding))
    assert document.players[0].name == name
    if adjusted:
        assert told(document, "trf.encoding") == {"encoding": adjusted}
    else:
        assert "trf.encoding" not in codes(document)


def test_icelandic_names_are_not_taken_for_turkish() -> None:
    line = player(1, "2 w 1", points="1.0", name="Þórðarson, Davíð", federation="ISL")
    document = read(report(line, TWO[1]).decode().encode("cp1252"))
    assert document.players[0].name == "Þórðarson, Davíð"


def test_columns_counted_in_bytes_are_understood() -> None:
    raw = player(1, "2 w 1", points="1.0", name="Şahin, Işıl".encode().decode("latin-1"))
    data = raw.encode("latin-1") + b"\n" + TWO[1].encode()
    document = read(data)
    assert document.players[0].name == "Şahin, Işıl"
    assert document.players[0].entry(1) == Entry(2, "w", "1")
    assert told(document, "trf.columns_by_byte") == {"value": "001", "times": 1}


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(FileError, match="at most 20 MB"):
        read(b" " * 20_000_001)


@pytest.mark.parametrize("data", [b"", b"\r\n\r\n", b"hello", b"\x00\xff\xfe", b"012 Open\n"])
def test_a_file_without_players_is_refused(data: bytes) -> None:
    with pytest.raises(FileError, match="at least one player"):
        read(data)


# Lines that other programs write beside the standard's columns


def test_record_172_is_read_with_its_method_alone() -> None:
    for line, federation in (
        ("172 NIDOF", ""),
        ("172 FIDON TUR", "TUR"),
        ("172 TUR  NIDOF", "TUR"),
    ):
        document = read(report(line, *TWO))
        assert (document.rating_federation, document.rating_method) == (
            federation,
            next(word for word in line.split() if word in ("NIDOF", "FIDON")),
        )
        assert told(document, "trf.columns_shifted") == {"value": "172", "times": 1}


def test_an_empty_record_172_is_told_and_left_out() -> None:
    document = read(report("172", *TWO))
    assert document.rating_method == ""
    assert told(document, "trf.empty_record") == {"value": "172", "times": 1}


@pytest.mark.parametrize(
    "line",
    [
        "0123456789012345678901234567890123456789",
        "12345678901234567890123456789012345",
        "001 5678901234567890123456789",
        "0000000000111111111122222222223333333333",
        "012....:....1....:....2",
        "....5....10....15....20",
        "         1         2         3",
        "------------------------------",
    ],
)
def test_a_line_that_counts_columns_is_no_record(line: str) -> None:
    document = read(report("012 Open", line, *TWO))
    assert document.name == "Open"
    assert told(document, "trf.ruler") == {"value": line.strip()[:20], "times": 1}


@pytest.mark.parametrize(
    ("line", "kind", "points", "round_", "players"),
    [
        ("299         -1.0    001    1", "", -10, 1, (1,)),  # the standard's columns
        ("299        -1.0    001    1", "", -10, 1, (1,)),
        ("299 D     0.3 001    1", "D", 3, 1, (1,)),
        ("299   -1.0  001    2", "", -10, 1, (2,)),
        ("299 W  0.0   1.0 001    1    2", "W", 10, 1, (1, 2)),
    ],
)
def test_record_299_beside_its_columns_loses_neither_sign_nor_player(
    line: str, kind: str, points: int, round_: int, players: tuple[int, ...]
) -> None:
    (found,) = read(report(line, *TWO)).special_points
    assert (found.kind, found.points, found.round, found.players) == (kind, points, round_, players)


@pytest.mark.parametrize(
    "line",
    [
        "013 Alfa                                1    2",
        "013 Alfa                             1    2",
        "013 Alfa                            1    2",
    ],
)
def test_teams_of_record_013_may_stand_a_column_off(line: str) -> None:
    (found,) = read(report(line, *TWO)).rosters
    assert (found.name, found.players) == ("Alfa", (1, 2))


@pytest.mark.parametrize(
    "line",
    [
        "310    1 Alfa                             ALF     2150    2.0    2.0   1     1    2",
        "310   1 Alfa                            ALF     2150    2.0    2.0   1     1    2",
        "310   1 Alfa                              ALF     2150    2.0    2.0   1     1    2",
        "310   1 Alfa                             ALF     2150    2.0    2.0   1      1    2",
    ],
)
def test_teams_of_record_310_may_stand_a_column_off(line: str) -> None:
    document = read(report(line, *TWO))
    (found,) = document.teams
    assert (found.name, found.nickname, found.strength, found.players) == (
        ("Alfa", "ALF", 2150, (1, 2))
    )
    assert told(document, "trf.columns_shifted") == {"value": "310", "times": 1}


def test_a_team_two_columns_off_is_refused_where_the_line_stands() -> None:
    line = "310     1 Alfa                             ALF     2150    2.0    2.0   1     1    2"
    with pytest.raises(FileError) as caught:
        read(report("012 Open", line, *TWO))
    assert caught.value.line == 2


# Malformed lines: line, column, what was expected


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("001  abc", 5, "a starting number"),
        (player(0), 5, "a starting number from 1 to 9999"),
        (player(1, rating="21x0"), 49, "a rating"),
        (player(1, points="x"), 81, "points"),
        (player(1, rank="a"), 86, "a rank"),
        (player(1, "2x w 1"), 92, "an opponent's number"),
        (player(1, "2 q 1"), 97, "the colour"),
        (player(1)[:80] + "2.55" + player(1)[84:], 81, "points"),
        (player(1, name="A" * 34), 48, "a blank"),
        (player(1, "2 w 1") + " x", 101, "a blank"),
        ("142 many", 5, "a number of rounds"),
        ("XXR 0", 5, "a number of rounds"),
        ("142 " + "9" * 5000, 5, "a number of rounds"),
        ("152 G", 5, "W or B"),
        ("XXC blue1", 5, "rank, white1 or black1"),
        ("162  Q 1.0", 6, "one of W D L A P X"),
        ("162  W one", 7, "points"),
        ("XXS WW=1 BW=2", 5, "the same points with White and with Black"),
        ("XXS WW", 5, "a setting"),
        ("BBW x", 5, "points"),
        ("172 NOR BEST", 9, "FIDE, NRO"),
        ("240 Q 004    2", 5, "F, H or Z"),
        ("240 H 000    2", 7, "a round"),
        ("240 H 004    9", 11, "a number that has a record"),
        ("260 004 001    1    2", 9, "a last round not before"),
        ("XXP 1 x", 7, "a player's number"),
        ("XXZ 9", 5, "a number with a record 001"),
        ("250       1.0 003 001    1    2", 15, "a first and a last round"),
        ("250       1.0 001 003    2    1", 28, "a last number not below"),
        ("299 Q       1.0  003    1", 5, "W, D, L"),
        ("299       1.0  1.0    003     ", 12, "a blank"),
        ("299 Z       1.0    003", 24, "a number"),
        ("330 ++ 002   5   1", 5, "+-, -+ or --"),
        ("362 TX 2.0", 5, "TW, TD or TL"),
    ],
)
def test_a_malformed_line_says_where_and_what_was_expected(
    line: str, column: int, expected: str
) -> None:
    others = [other for other in TWO if not line.startswith(other[:8])]
    with pytest.raises(FileError) as caught:
        read(report("012 Open", line, *others))
    assert (caught.value.line, caught.value.column) == (2, column)
    assert expected in str(caught.value.expected)


def test_a_national_record_of_nobody_is_refused_where_172_announces_them() -> None:
    line = "NOR    9 m    Player 9                          1900"
    with pytest.raises(FileError, match="the number of a player") as caught:
        read(report(*TWO, line, "172 NOR NRO"))
    assert (caught.value.line, caught.value.column) == (3, 5)
    document = read(report(*TWO, line))
    assert document.other == (line,)
    assert told(document, "trf.unknown_record") == {"value": "NOR", "times": 1}


def test_a_record_of_another_program_is_not_taken_for_a_national_rating() -> None:
    line = "ABC    1 whatever comes into their minds and does not fit the columns"
    assert read(report(*TWO, line)).other == (line,)


def test_two_records_that_give_other_points_are_told() -> None:
    rows = (player(1, "2 w 1", points="3.0"), player(2, "1 b 0", points="0.0"))
    document = read(report("162  W 1.0", "BBW  3.0", *rows))
    assert document.points == PointSystem.of(30, 5)
    assert told(document, "trf.points_disagree") == {"record": "BBW", "first": "162"}


def test_two_records_that_give_other_colours_are_refused() -> None:
    for lines in (("152 W", "XXC black1"), ("XXC black1", "152 W")):
        with pytest.raises(FileError, match="the same initial colour as before"):
            read(report(*lines, *TWO))


def test_a_number_may_be_used_once() -> None:
    with pytest.raises(FileError) as caught:
        read(report(TWO[0], TWO[0]))
    assert (caught.value.line, caught.value.column) == (2, 5)
    assert caught.value.expected == Said("expected.other_number", {"line": 1})


# Records and extensions


def test_lines_nobody_knows_are_kept_and_told() -> None:
    document = read(report(*TWO, "XYZ something", "801 kept too"))
    assert document.other == ("XYZ something", "801 kept too")
    assert told(document, "trf.unknown_record") == {"value": "XYZ", "times": 1}


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (("162  W 3.0    D 1.0",), PointSystem.of(30, 10)),
        (("162  P 0.5",), PointSystem.of(pairing_bye=5)),
        (("162  A 0.5",), PointSystem.of(zero_bye=5, forfeit_loss=5)),
        (("BBW  3.0", "BBD  1.0", "BBU  3.0"), PointSystem.of(30, 10)),
        (("XXS W=3 D=1",), PointSystem.of(30, 10, adjourned=10, pairing_bye=30)),
        (("XXS WW=1.0 BW=1.0 PAB=0.5",), PointSystem.of(pairing_bye=5)),
    ],
)
def test_point_systems(lines: tuple[str, ...], points: PointSystem) -> None:
    score = f"{points.win / 10}"
    rows = (player(1, "2 w 1", points=score), player(2, "1 b 0", points="0.0"))
    assert read(report(*lines, *rows)).points == points


def test_xxc_names_the_first_colour_and_pairing_by_position() -> None:
    document = read(
        report("XXR 5", "XXC rank black1", player(7, points="0.0"), player(3, points="0.0"))
    )
    assert document.initial_colour is Colour.BLACK
    assert dict(document.tpns) == {7: 1, 3: 2}
    assert [document.number(tpn) for tpn in (1, 2)] == [7, 3]
    assert [p.tpn for p in document.state().players] == [1, 2]


def test_xxz_is_an_absence_in_the_round_to_pair() -> None:
    document = read(report("XXR 5", *TWO, "XXZ 2"))
    assert document.requested == (RequestedBye(ByeKind.ZERO_POINT, 2, (2,)),)


def test_xxp_and_260_forbid_pairs() -> None:
    document = read(report("XXR 5", *TWO, "XXP 1 2", "260 002 003    1    2"))
    assert document.forbidden == (
        ForbiddenGroup(frozenset({1, 2})),
        ForbiddenGroup(frozenset({1, 2}), 2, 3),
    )


def test_xxa_and_250_give_virtual_points() -> None:
    explicit = read(report("XXR 4", *TWO, "XXA    1  1.0  1.0  0.5"))
    ranges = read(
        report("142 4", *TWO, "250       1.0 001 002    1    1", "250       0.5 003 003    1    1")
    )
    expected = (Acceleration(10, 1, 2, 1, 1), Acceleration(5, 3, 3, 1, 1))
    assert explicit.accelerated == ranges.accelerated == expected
    assert explicit.state().acceleration == VirtualPoints(((1, (10, 10, 5, 0)),))


def test_national_ratings_and_special_points_and_line_ups() -> None:
    document = read(
        report(
            "142 3",
            "172 NOR NIDOF",
            *TWO,
            "NOR    1 m  m Player 1                          1987 NOR        4711 1990/00/00",
            "299          -0.5  001    2",
            "300   1   1   2    1 0000",
        )
    )
    assert (document.rating_federation, document.rating_method) == ("NOR", "NIDOF")
    assert document.national == (
        NationalRecord("NOR", 1, "Player 1", "m", "IM", 1987, "NOR", "4711", "1990/00/00"),
    )
    assert document.special_points == (SpecialPoints("", -5, 1, (2,)),)
    assert document.line_ups == (LineUp(1, 1, 2, (1, 0)),)
    state = document.state()
    assert (state.players[0].national_rating, state.players[0].national_id) == (1987, "4711")


# Defaults


def test_rounds_that_disagree_are_told() -> None:
    document = read(report("142 5", "XXR 6", *TWO))
    assert document.total_rounds == 5
    assert told(document, "trf.rounds_disagree") == {"rounds": 5}


def test_rounds_that_are_not_stated_are_those_of_the_longest_record() -> None:
    document = read(report(*TWO))
    assert document.total_rounds == 1
    assert told(document, "trf.rounds_assumed") == {"rounds": 1}


def test_more_rounds_than_announced_are_told() -> None:
    rows = (
        player(1, "2 w 1", "0000 - U", points="2.0"),
        player(2, "1 b 0", "0000 - Z", points="0.0"),
    )
    document = read(report("142 1", *rows))
    assert document.total_rounds == 2
    assert told(document, "trf.rounds_raised") == {"stated": 1, "rounds": 2}


def test_counts_that_are_wrong_are_told() -> None:
    document = read(report("062 7", *TWO))
    assert told(document, "trf.count") == {"record": "062", "stated": 7, "counted": 2}


def test_the_type_is_taken_from_the_text_when_192_is_missing() -> None:
    for text, code in (
        ("Individual: Round Robin", "BERGER_ROUNDROBIN"),
        ("Double Round-Robin", "BERGER_DOUBLEROUNDROBIN"),
        ("FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),
        ("Swiss (Dubov)", "FIDE_DUBOV"),
        ("something", ""),
    ):
        assert read(report(f"092 {text}", *TWO)).type_code == code


def test_the_draft_spelling_of_the_dutch_system_is_understood() -> None:
    document = read(report("192 FIDE_DUTCH_2026_BAKU", *TWO))
    assert document.type_code == "FIDE_DUTCH_2025_BAKU"
    assert "trf.type_code" in codes(document)


@pytest.mark.parametrize(
    ("text", "date", "spelling"),
    [
        ("2026/05/01", "2026/05/01", None),
        ("2026-05-01", "2026/05/01", "YYYY-MM-DD"),
        ("01.05.2026", "2026/05/01", "DD.MM.YYYY"),
        ("31.5.99", "1999/05/31", "DD.MM.YY"),
        ("90/04/12", "1990/04/12", "YY/MM/DD"),
        ("09/25/2013", "2013/09/25", "MM/DD/YYYY"),
        ("20130910", "2013/09/10", "YYYY-MM-DD"),
        ("10 Sep 2013", "2013/09/10", "YYYY-MM-DD"),
        ("September 10, 2013", "2013/09/10", "YYYY-MM-DD"),
        ("2013-09-10T00:00:00", "2013/09/10", "YYYY-MM-DD"),
    ],
)
def test_dates_in_other_spellings_are_understood_and_told(
    text: str, date: str, spelling: str | None
) -> None:
    document = read(report(f"042 {text}", *TWO))
    assert document.start_date == date
    if spelling:
        assert told(document, "trf.date_format") == {"value": spelling, "times": 1}
    else:
        assert "trf.date_format" not in codes(document)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1.5.26", "2026/05/01"),
        ("10.09.13", "2013/09/10"),
        ("26/05/01", "2026/05/01"),
        ("10/09/2013", "2013/09/10"),
    ],
)
def test_a_date_that_may_be_meant_otherwise_is_told_with_the_day_that_was_taken(
    text: str, date: str
) -> None:
    document = read(report(f"042 {text}", *TWO))
    assert document.start_date == date
    assert told(document, "trf.date_guess") == {"value": f"{text} = {date}", "times": 1}


def test_what_is_no_date_is_kept_and_told() -> None:
    document = read(report("052 early May", *TWO))
    assert document.end_date == "early May"
    assert told(document, "trf.date_kept") == {"date": "early May"}
