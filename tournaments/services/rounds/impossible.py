"""Turns what the engine cannot do into a sentence."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict

from pairing.errors import NoLegalPairing, PairingError, UnsupportedRule
from tournaments.kernel.errors import Refused
from tournaments.models import Round

#: reasons told with a round that cannot be paired
MOST_REASONS = 6


@contextmanager
def in_sentences(round_: Round, names: Mapping[int, str]) -> Iterator[None]:
    """`names`: of players or teams, by the numbers that they have for the engine."""
    try:
        yield
    except NoLegalPairing as error:
        facts = error.reasons[:MOST_REASONS]
        named = {*error.players, *(tpn for fact in facts for tpn in fact.players)}
        said = {str(tpn): f"{tpn} {names[tpn]}" for tpn in sorted(named & names.keys())}
        raise Refused(
            "pairing.impossible",
            round=round_.number,
            players="; ".join(said.get(str(tpn), str(tpn)) for tpn in error.players),
            facts=[asdict(fact) for fact in facts],
            names=said,
        ) from error
    except UnsupportedRule as error:
        raise Refused("pairing.unsupported", round=round_.number, detail=error.as_data()) from error
    except PairingError as error:
        raise Refused("pairing.failed", round=round_.number, detail=error.as_data()) from error
