"""Accounts to which prizes go: kept sealed, put into a list for the bank, deleted after the event.
The history says who did it and for how many, never a number or a name."""

import json
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.core.iban import read_iban
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.sealed import seal
from tournaments.models import BankDetail, Entry, Team, Tournament, User
from tournaments.queries.standings.payouts import PURPOSE, Payouts, payouts

QUIET = "only the page of the chief arbiter shows accounts, and it is made anew each time"
LONGEST_HOLDER = 120


def keep_accounts(
    *, tournament: Tournament, accounts: Mapping[str, tuple[str, str]], by: User | None
) -> int:
    """By key of a winner the account (IBAN, holder); how many were kept. One without an IBAN
    leaves what is there."""
    with act("bank.kept", tournament, by=by, quiet=QUIET) as done:
        tournament = done.tournament
        winners = {row.key: row.who for row in payouts(tournament).rows}
        kept = []
        for key, (typed, holder) in accounts.items():
            if not typed.strip():
                continue
            if key not in winners:
                raise Refused("bank.no_winner")
            try:
                iban = read_iban(typed)
            except ValueError as error:
                raise Refused("bank.no_iban", field=key, name=winners[key].name) from error
            text = json.dumps({"iban": iban, "holder": holder.strip()[:LONGEST_HOLDER]})
            who = winners[key]
            BankDetail.objects.update_or_create(
                tournament=tournament,
                entry=who if isinstance(who, Entry) else None,
                team=who if isinstance(who, Team) else None,
                defaults={"sealed": seal(text, PURPOSE)},
            )
            kept.append(winners[key].name)
        if not kept:
            return done.nothing(0)
        done.record(tournament, after={"accounts": len(kept)})
        return len(kept)


def hand_over_list(*, tournament: Tournament, by: User | None) -> Payouts:
    """The list for the bank goes out of the house."""
    with act("bank.handed_over", tournament, by=by, quiet=QUIET) as done:
        found = payouts(done.tournament, with_accounts=True)
        if not found.to_transfer:
            raise Refused("bank.nothing_to_transfer")
        done.record(done.tournament, after={"accounts": len(found.to_transfer)})
        return found


def forget_accounts(*, tournament: Tournament, by: User | None) -> int:
    with act("bank.forgotten", tournament, by=by, quiet=QUIET) as done:
        count, _rows = BankDetail.objects.filter(tournament=done.tournament).delete()
        if not count:
            return done.nothing(0)
        done.record(done.tournament, before={"accounts": count})
        return count


def forget_old() -> None:
    """By the scheduler: nobody needs an account once the prizes are paid."""
    over = timezone.localdate() - timedelta(days=settings.BANK_DETAILS_DAYS)
    has = Exists(BankDetail.objects.filter(tournament=OuterRef("pk")))
    for tournament in Tournament.all_objects.filter(has, event__ends_on__lt=over):
        try:
            forget_accounts(tournament=tournament, by=None)
        except Refused:  # it was removed: nobody looks into its history
            BankDetail.objects.filter(tournament=tournament).delete()
