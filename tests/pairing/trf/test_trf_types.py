"""Record 192 and the systems it stands for."""

import pytest

from pairing.formats import Option, having, keys
from pairing.sentences import Said
from pairing.trf import TrfDocument, choice_of, code_for
from pairing.trf.types import code_of_text, is_known


@pytest.mark.parametrize(
    ("code", "system", "options"),
    [
        ("FIDE_DUTCH_2025", "fide2026.dutch", ()),
        ("FIDE_DUTCH_2025_BAKU", "fide2026.dutch", ()),
        ("FIDE_DUTCH", "fide2026.dutch", ()),
        ("", "fide2026.dutch", ()),
        ("BERGER_ROUNDROBIN", "handbook.round_robin", ()),
        ("FIDE_ROUNDROBIN", "handbook.round_robin", ()),
        (
            "BERGER_DOUBLEROUNDROBIN",
            "handbook.round_robin",
            (("cycles", 2), ("swap_last_two", False)),
        ),
        (
            "FIDE_DOUBLEROUNDROBIN",
            "handbook.round_robin",
            (("cycles", 2), ("swap_last_two", True)),
        ),
        (
            "BERGER_ROUNDROBIN_G4",
            "handbook.round_robin",
            (("cycles", 4), ("swap_last_two", False)),
        ),
    ],
)
def test_a_code_names_a_system(code: str, system: str, options: object) -> None:
    choice = choice_of(TrfDocument(type_code=code))
    assert (choice.system, choice.options, choice.note) == (system, options, None)


def test_what_is_not_available_is_noted_and_judged_by_the_default() -> None:
    for code in ("CUSTOM_KNOCKOUT", "CUSTOM_SWISS", "FIDE_DUTCH_2017"):
        choice = choice_of(TrfDocument(type_code=code))
        assert choice.system == "fide2026.dutch"
        assert choice.note == Said("note.taken_instead", {"code": code, "system": choice.system})


@pytest.mark.parametrize("code", ["CUSTOM_SWISS", "CUSTOM_SWISS_BAKU"])
def test_lim_has_no_code_and_is_known_by_the_free_text(code: str) -> None:
    text = "Individual: Swiss-System (Lim)"
    choice = choice_of(TrfDocument(type_code=code, type_text=text))
    assert (choice.system, choice.options, choice.note) == ("fide2026.lim", (), None)
    told = ("### maxi-tournament: yes (Lim 3.2.3, 3.8, 5.7)",)
    choice = choice_of(TrfDocument(type_code=code, type_text=text, comments=told))
    assert choice.options == (("maxi", True),)
    assert choice_of(TrfDocument(type_code=code, type_text="Limassol Open")).note is not None
    own = ("### System: handbook.lim",)
    choice = choice_of(TrfDocument(type_code=code, type_text=text, comments=own))
    assert choice.system == "handbook.lim"


def test_the_dutch_system_before_july_2025_was_another_edition() -> None:
    old = choice_of(TrfDocument(type_code="FIDE_DUTCH", start_date="2025/06/30"))
    new = choice_of(TrfDocument(type_code="FIDE_DUTCH", start_date="2025/07/01"))
    assert old.note == Said("note.edition", {"code": "FIDE_DUTCH", "date": "2025/06/30"})
    assert new.note is None


def other_than_default(option: Option) -> str | int | bool:
    if isinstance(option.default, bool):
        return not option.default
    return option.choices[-1] if option.choices else option.default + 1


@pytest.mark.parametrize(
    ("system", "options"),
    [
        *((key, ()) for key in keys(pairs_rounds=True)),
        *(
            (found.key, tuple((one.name, other_than_default(one)) for one in found.options))
            for found in having(pairs_rounds=True)
            if found.options
        ),
        ("handbook.lim", (("maxi", True), ("limit", 100), ("colour", "lot"))),
        ("handbook.round_robin", (("cycles", 3), ("swap_last_two", False))),
    ],
)
@pytest.mark.parametrize("baku", [False, True])
def test_a_system_written_is_the_system_read(
    system: str, options: tuple[tuple[str, str | int | bool], ...], baku: bool
) -> None:
    code, comments = code_for(system, baku=baku, options=options)
    assert is_known(code)
    choice = choice_of(TrfDocument(type_code=code, comments=comments))
    assert (choice.system, dict(choice.options)) == (system, dict(options))


@pytest.mark.parametrize(
    ("rounds", "code"),
    [
        (5, "BERGER_ROUNDROBIN"),
        (10, "BERGER_DOUBLEROUNDROBIN"),
        (20, "BERGER_ROUNDROBIN_G4"),
        (7, "BERGER_ROUNDROBIN"),
    ],
)
def test_how_often_everybody_meets_follows_from_the_number_of_rounds(
    rounds: int, code: str
) -> None:
    assert code_of_text("Round Robin", players=6, rounds=rounds) == code


def test_acceleration_is_part_of_the_code() -> None:
    assert code_for("fide2026.dutch", baku=True) == ("FIDE_DUTCH_2025_BAKU", ())
