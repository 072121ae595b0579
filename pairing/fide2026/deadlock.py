"""Why a round has no legal pairing, as FIDE's systems of 2026 all say it: some have too few
possible opponents between them. Codes begin with the word of the system."""

from pairing.errors import NoLegalPairing
from pairing.fide2026.field import M, RoundField
from pairing.matching import bits, shortage
from pairing.state import Fact

#: so many are told one by one
TOLD = 12


def no_legal_pairing(
    field: RoundField[M],
    takers: int,
    words: str,
    *,
    article: str,
    article_of_bye: str,
    called: str = "players",
) -> NoLegalPairing:
    """The smallest explanation found. `takers`: those who may have the bye; `called`: what a fact
    calls those whom it counts."""
    odd = field.n % 2
    if odd and not takers:
        everybody = tuple(member.tpn for member in field.members)
        code = f"{words}.no_pairing.nobody_for_bye"
        return NoLegalPairing(everybody, (Fact(code, article_of_bye),))
    # The bye is one more opponent, for those who may have it.
    takers *= odd
    rows = [row | (takers >> x & 1) << field.n for x, row in enumerate(field.legal)]
    rows.append(takers)
    crowd, near = shortage(rows, field.everybody | odd << field.n)
    tpns = field.tpns(bits(crowd & field.everybody))
    opponents = field.tpns(bits(near & field.everybody))
    count = ((called, len(tpns)), ("opponents", near.bit_count()))
    facts = [Fact(f"{words}.no_pairing.too_few_opponents", article, tpns, count)]
    if opponents:
        facts.append(Fact(f"{words}.no_pairing.opponents", article, opponents))
    code = f"{words}.no_pairing.{called.removesuffix('s')}"
    facts += [Fact(code, article, (tpn,), _account(field, tpn)) for tpn in tpns[:TOLD]]
    return NoLegalPairing(tpns, tuple(facts))


def _account(field: RoundField[M], tpn: int) -> tuple[tuple[str, int], ...]:
    """The possible opponents, those met, and all others."""
    return (
        ("possible", field.legal[field.index[tpn]].bit_count()),
        ("met", sum(other in field.index for other in field.record.met[tpn])),
        ("others", field.n - 1),
    )
