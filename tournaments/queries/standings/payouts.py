"""The prizes to be handed out: one line for each winner, whatever lists their prizes are of."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from tournaments.core.iban import masked
from tournaments.kernel.sealed import unseal
from tournaments.models import BankDetail, Entry, Team, Tournament
from tournaments.queries.knockout.bracket import public_courses
from tournaments.queries.standings.prizes import Allocation, prize_page
from tournaments.wording.prizes import money

#: of the keys by which bank details are sealed
PURPOSE = "bank details"


@dataclass(frozen=True, slots=True)
class Account:
    """None of it where no secret of today opens it."""

    iban: str
    holder: str

    @property
    def masked(self) -> str:
        return masked(self.iban) if self.iban else ""


@dataclass(frozen=True, slots=True)
class Payout:
    who: Entry | Team
    cents: int
    amount: str
    things: tuple[str, ...]
    #: the lists of the prizes, in words; "" = everybody
    lists: tuple[str, ...]
    #: place and points in the standings; none in a knock-out
    rank: int | None
    score: int | None
    account: Account | None

    @property
    def key(self) -> str:
        return key_of(self.who)

    @property
    def prize(self) -> str:
        return ", ".join(filter(None, [self.amount, *self.things]))


@dataclass(frozen=True, slots=True)
class Payouts:
    rows: tuple[Payout, ...]
    final: bool
    currency: str
    total: str

    @property
    def to_transfer(self) -> list[Payout]:
        return [row for row in self.rows if row.cents and row.account and row.account.iban]

    @property
    def without_account(self) -> int:
        return sum(1 for row in self.rows if row.cents) - len(self.to_transfer)


@dataclass(slots=True)
class _Part:
    who: Entry | Team
    cents: int
    things: tuple[str, ...] = ()
    category: str = ""
    rank: int | None = None
    score: int | None = None


def key_of(who: Entry | Team) -> str:
    return f"{'p' if isinstance(who, Entry) else 't'}{who.pk}"


def payouts(tournament: Tournament, *, with_accounts: bool = False) -> Payouts:
    """Money and things of everybody who gets a prize as it stands now. Accounts only for the chief
    arbiter, who asks for them."""
    given = prize_page(tournament).allocation
    parts, final, currency = [*_by_standings(given)], True, tournament.prize_currency
    if given is not None:
        final = given.final
    for course in public_courses(tournament, public=False):
        if not course.prizes:
            continue
        final = final and course.finished
        currency = currency or course.knockout.currency
        parts += [
            _Part(who, _cents(prize.each)) for prize in course.prizes for who in prize.entries
        ]
    found: dict[str, list[_Part]] = {}
    for part in parts:
        found.setdefault(key_of(part.who), []).append(part)
    accounts = _accounts(tournament) if with_accounts else {}
    rows = tuple(_payout(mine, currency, accounts) for mine in found.values())
    total = sum(row.cents for row in rows)
    return Payouts(rows, final, currency, money(total, currency) if total else "")


def _by_standings(given: Allocation | None) -> Iterator[_Part]:
    for one in given.winners if given else ():
        yield _Part(one.entry, one.share.cents, one.things, one.category, one.rank, one.score)


def _payout(mine: list[_Part], currency: str, accounts: dict[str, Account]) -> Payout:
    first, cents = mine[0], sum(part.cents for part in mine)
    return Payout(
        first.who,
        cents,
        money(cents, currency) if cents else "",
        tuple(thing for part in mine for thing in part.things),
        tuple(dict.fromkeys(part.category for part in mine)),
        next((part.rank for part in mine if part.rank), None),
        next((part.score for part in mine if part.score is not None), None),
        accounts.get(key_of(first.who)),
    )


def _cents(amount: str) -> int:
    try:
        return int(Decimal(amount) * 100)
    except InvalidOperation:
        return 0


def _accounts(tournament: Tournament) -> dict[str, Account]:
    rows = BankDetail.objects.filter(tournament=tournament).select_related("entry", "team")
    return {key_of(who): account_of(row) for row in rows if (who := row.entry or row.team)}


def account_of(row: BankDetail) -> Account:
    text = unseal(bytes(row.sealed), PURPOSE)
    data = json.loads(text) if text else {}
    return Account(data.get("iban", ""), data.get("holder", ""))


def bank_rows(found: Payouts, reference: str) -> list[tuple[str, ...]]:
    """The list for the bank: a line for each transfer."""
    rows: list[tuple[str, ...]] = [("holder", "iban", "amount", "currency", "reference")]
    for row in found.to_transfer:
        assert row.account is not None
        holder = row.account.holder or row.who.name
        amount = f"{Decimal(row.cents) / 100:.2f}"
        rows.append((holder, row.account.iban, amount, found.currency, reference))
    return rows
