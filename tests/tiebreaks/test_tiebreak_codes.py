"""The spelling of codes, and which edition has which."""

import pytest

from pairing.errors import PairingError, UnsupportedRule
from pairing.formats import Family
from tiebreaks import registry
from tiebreaks.codes import Limit, split_list
from tiebreaks.errors import TieBreakError, UnknownTieBreak
from tiebreaks.registry import parse


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        ("bh-c1", "BH/C1"),
        ("BH#C1", "BH/C1"),
        ("BH!M2", "BH/M2"),
        ("BH/P/C1", "BH/C1/P"),
        ("bh:gp/c1/p", "BH:GP/C1/P"),
        ("BH/F", "FB"),
        ("BH/F/C1", "FB/C1"),
        ("AOB/F", "AOB/F"),
        ("KS/L1", "KS/L+1"),
        ("KS/L-2", "KS/L-2"),
        ("KS/L60", "KS/L60"),
        ("KS-L+0.5", "KS/L+1"),
        ("KS/L-1.2", "KS/L-1.2"),
        ("mpvgp", "MPvGP"),
        ("GE", "REP"),
        ("SNO/R", "TPN/R"),
        ("ESB:MG/C1", "EMGSB/C1"),
        ("MPTS", "PTS:MP"),
        ("GPTS", "PTS:GP"),
        ("SSSC/P/K3/F", "SSSC/K3/F/P"),
        ("ARO/U1400", "ARO/U1400"),
        ("BH/V1", "BH/V2024"),
        ("Other_Playoff/R", "OTHER_PLAYOFF/R"),
        ("ABH", "ADJ"),
        ("AFB", "ADJ/F"),
    ],
)
def test_other_spellings_are_read_and_ours_is_written(written, ours):
    assert str(parse(written)) == ours
    assert parse(ours) == parse(written)


def test_every_method_of_every_edition_is_read_back():
    for edition in registry.EDITIONS:
        methods = registry.methods(edition)
        assert len(methods) > 10
        for method in methods:
            assert str(parse(method.name, edition=edition)) == method.name
            assert method.label == f"tiebreaks.{method.name}"
            assert method.article
            assert (method.compute is None) is method.type_a


def test_an_unsigned_koya_limit_is_half_points_but_per_cent_in_the_reference():
    assert parse("KS/L1").limit == Limit("half", 1)
    assert parse("KS/L1", compat="ref").limit == Limit("percent", 1)


@pytest.mark.parametrize(
    ("written", "problem", "part"),
    [
        ("XYZ", "name", "XYZ"),
        ("BH/", "grammar", "/"),
        ("BH/C", "grammar", "/C"),
        ("BH/X1", "grammar", "/X1"),
        ("BH C1", "grammar", " C1"),
        ("BH:XP", "grammar", ":XP"),
        ("", "grammar", ""),
        ("7", "grammar", "7"),
        ("BH/C0", "variant", "/C0"),
        ("BH/C1/C2", "variant", "/C2"),
        ("WIN/C1", "variant", "/C1"),
        ("DE/M1", "variant", "/M1"),
        ("ARO/P", "variant", "/P"),
        ("BH/R", "variant", "/R"),
        ("BH/V2023", "variant", "/V2023"),
        ("EDEBT/V2024", "name", "EDEBT"),
    ],
)
def test_what_is_not_understood_is_named(written, problem, part):
    with pytest.raises(UnknownTieBreak) as caught:
        parse(written)
    assert (caught.value.code, caught.value.values["part"]) == (f"tiebreaks.{problem}", part)
    assert isinstance(caught.value, TieBreakError) and isinstance(caught.value, PairingError)


def test_the_editions_differ():
    with pytest.raises(UnknownTieBreak):
        parse("STD", edition="fide2024")
    with pytest.raises(UnknownTieBreak):
        parse("KASH")
    assert parse("KASH", edition="handbook").name == "KASH"
    with pytest.raises(UnsupportedRule):
        parse("BH", edition="fide1990")


def test_article_5_the_whole_list():
    """Every code of C.07 art. 5, individual and team."""
    individual = "DE WIN WON BPG BWG PS REP STD TPN BH AOB FB SB KS ARO TPR PTP APRO APPO RTNG"
    teams = "BC TBR BBE MPvGP EMMSB EMGSB EGMSB EGGSB EDE EDEBT EDEBB EDET EDEB SSSC"
    names = {method.name for method in registry.methods("fide2026")}
    assert set(f"{individual} {teams}".split()) <= names


def test_the_mandatory_variants_are_accepted():
    mandatory = (
        "DE/P SB/C1 SB/C2 SB/P SB/C1/P SB/C2/P EMMSB/C1 EMGSB/C2 EGMSB/P EGGSB/C1/P "
        "BH/C1 BH/C2 BH/M1 BH/M2 BH/P BH/C1/P BH/M2/P BH:MP BH:GP/C1 FB/C1 FB/M1 FB/P FB:MP FB:GP "
        "PS/C1 PS/C2 ARO/C1 ARO/C2 ARO/M1 ARO/M2 AOB/F KS/L+1 KS/L-1 EDE/P EDEBT/P EDEBB/P EDET/P "
        "EDEB/P SSSC/F SSSC/P SSSC/K2 SSSC/K2/F/P TPN/R RTNG/R"
    )
    assert [str(parse(code)) for code in mandatory.split()] == mandatory.split()


def test_lists_may_be_written_with_blanks_commas_or_semicolons():
    assert split_list("PTS,BH/C1; BH  SB") == ["PTS", "BH/C1", "BH", "SB"]


def test_only_type_a_needs_the_tied_group():
    assert set(registry.EDITIONS) == {"fide2026", "fide2024", "handbook"}
    for edition in registry.EDITIONS:
        type_a = {method.name for method in registry.methods(edition) if method.type_a}
        assert (
            type_a
            == {
                "fide2026": {"DE", "TBR", "BBE", "EDE", "EDEC", "EDEBT", "EDEBB", "EDET", "EDEB"},
                "fide2024": {"DE", "TBR", "BBE", "EDE", "EDEC"},
                "handbook": {"DE", "KSX", "TOPW"},
            }[edition]
        )


def test_the_buchholz_family_is_excluded_from_round_robins_since_2026():
    excluded = {
        edition: {
            method.name
            for method in registry.methods(edition)
            if registry.forbidden(edition, method, Family.ROUND_ROBIN)
        }
        for edition in registry.EDITIONS
    }
    assert excluded == {
        "fide2026": {"BH", "FB", "AOB", "SSSC", "ADJ"},
        "fide2024": set(),
        "handbook": {"BPG"},
    }
