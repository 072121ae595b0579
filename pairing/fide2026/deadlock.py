"""Why a round has no legal pairing, as FIDE's systems of 2026 all say it: some have too few
possible opponents between them. Codes begin with the word of the system."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from pairing.errors import NoLegalPairing
from pairing.matching import bits, shortage
from pairing.state import Fact, Record

#: so many are told one by one
TOLD = 12


class Asked(Protocol):
    """The players of a round, as the field of every system has them."""

    n: int
    index: dict[int, int]
    record: Record

    @property
    def legal(self) -> Sequence[int]: ...

    def tpns(self, players: Iterable[int]) -> tuple[int, ...]: ...


def no_legal_pairing(
    field: Asked,
    takers: int,
    words: str,
    *,
    article: str,
    article_of_bye: str,
    called: str = "players",
) -> NoLegalPairing:
    """The smallest explanation found. `takers`: those who may have the bye; `called`: what a fact
    calls those whom it counts."""
    odd, everybody = field.n % 2, (1 << field.n) - 1
    if odd and not takers:
        code = f"{words}.no_pairing.nobody_for_bye"
        return NoLegalPairing(field.tpns(bits(everybody)), (Fact(code, article_of_bye),))
    # The bye is one more opponent, for those who may have it.
    takers *= odd
    rows = [
        row & everybody | (takers >> x & 1) << field.n
        for x, row in enumerate(field.legal[: field.n])
    ]
    rows.append(takers)
    crowd, near = shortage(rows, everybody | odd << field.n)
    tpns = tuple(sorted(field.tpns(bits(crowd & everybody))))
    opponents = tuple(sorted(field.tpns(bits(near & everybody))))
    count = ((called, len(tpns)), ("opponents", near.bit_count()))
    facts = [Fact(f"{words}.no_pairing.too_few_opponents", article, tpns, count)]
    if opponents:
        facts.append(Fact(f"{words}.no_pairing.opponents", article, opponents))
    code = f"{words}.no_pairing.{called.removesuffix('s')}"
    facts += [Fact(code, article, (tpn,), _account(field, tpn)) for tpn in tpns[:TOLD]]
    return NoLegalPairing(tpns, tuple(facts))


def _account(field: Asked, tpn: int) -> tuple[tuple[str, int], ...]:
    """The possible opponents, those met, and all others."""
    return (
        ("possible", (field.legal[field.index[tpn]] & (1 << field.n) - 1).bit_count()),
        ("met", sum(other in field.index for other in field.record.met[tpn])),
        ("others", field.n - 1),
    )
