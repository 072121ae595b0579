"""Prizes handed out: receipts, accounts sealed in the database, the list for the bank (A54)."""

from copy import deepcopy
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.knockout_events import announced, knockout, play_out
from tournaments.core.iban import masked, read_iban
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Translator
from tournaments.kernel.sealed import seal, unseal
from tournaments.models import BankDetail, LogEntry, Role, Tournament
from tournaments.queries.standings.payouts import payouts
from tournaments.services.results.entering import enter_result
from tournaments.services.setup import bank
from tournaments.services.setup.prizes import PrizeRow, set_prizes

pytestmark = pytest.mark.django_db

#: of the examples in the standard's register: of no account
IBAN, OTHER = "TR33 0006 1005 1978 6457 8413 26", "DE89 3704 0044 0532 0130 00"


@pytest.fixture(scope="module")
def played_once(standing):
    made = factories.tournament(2, total_rounds=1)
    rows = [PrizeRow(1, 1, Decimal(1000), "cup"), PrizeRow(2, 2, Decimal("500.50"))]
    values = {"prize_currency": "TL", "prize_sharing": "place", "one_prize": True}
    set_prizes(tournament=made, rows=rows, values=values, by=factories.chief_of(made))
    factories.pair(made, 1)
    factories.publish(made, 1)
    board = made.rounds.get(number=1).pairings.get()
    enter_result(
        tournament=made, pairing_id=board.pk, code="10", version=board.version,
        by=factories.chief_of(made),
    )  # fmt: skip
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def address(tournament, end=""):
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/prizes/{end}"


def keep(tournament, *ibans, holder=""):
    rows = [row for row in payouts(tournament).rows if row.cents]
    accounts = {row.key: (iban, holder) for row, iban in zip(rows, ibans, strict=False)}
    return bank.keep_accounts(
        tournament=tournament, accounts=accounts, by=factories.chief_of(tournament)
    )


def test_an_iban_is_read_as_people_type_it_and_a_wrong_digit_is_seen():
    assert read_iban("tr33 0006-1005 1978 6457 8413 26") == IBAN.replace(" ", "")
    assert masked(read_iban(OTHER)) == "DE89 … 3000"
    for wrong in ("", "TR33", IBAN[:-1] + "7", IBAN[:-3], "XX00 " + "1" * 40, "<script>"):
        with pytest.raises(ValueError, match="no IBAN"):
            read_iban(wrong)


def test_what_is_sealed_opens_with_an_earlier_secret_and_for_its_purpose_only(settings):
    data = seal("a text", "bank details")
    assert b"text" not in data
    assert unseal(data, "another purpose") is None
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the secret of the next year, long enough"
    assert unseal(data, "bank details") == "a text"
    settings.SECRET_KEY_FALLBACKS = []
    assert unseal(data, "bank details") is None


def test_an_account_lies_encrypted_and_the_history_has_no_number(played):
    assert keep(played, IBAN, holder="Player, One") == 1
    row = BankDetail.objects.get()
    assert b"TR33" not in bytes(row.sealed)
    assert b"Player" not in bytes(row.sealed)
    line = LogEntry.objects.filter(act="bank.kept").get()
    assert line.after == {"accounts": 1}
    assert "TR33" not in str([line.before, line.after, line.label, line.reason])


def test_the_chief_arbiter_types_accounts_and_gets_the_list_for_the_bank(client, played):
    client.force_login(factories.chief_of(played))
    page = Page(client.get(address(played)))
    assert "1,500.50 TL in all." in page.text
    winners = [row for row in payouts(played).rows if row.cents]
    sent = {winners[0].key: IBAN, f"{winners[0].key}_holder": "=cmd()", winners[1].key: OTHER}
    assert client.post(address(played), sent).status_code == 302
    shown = Page(client.get(address(played))).text
    assert "TR33 … 1326" in shown
    assert IBAN.replace(" ", "") not in shown
    answer = client.post(address(played, "bank/"))
    assert "no-store" in answer["Cache-Control"]
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "holder,iban,amount,currency,reference"
    assert lines[1].startswith("'=cmd(),TR330006100519786457841326,1000.00,TL,")
    assert lines[2].startswith(f"{winners[1].who.name},DE89370400440532013000,500.50,TL,")
    assert LogEntry.objects.filter(act="bank.handed_over").count() == 1
    client.post(address(played, "bank/delete/"))
    assert not BankDetail.objects.exists()
    assert "There is no money prize with an account yet" in (
        client.post(address(played, "bank/"), follow=True).content.decode()
    )


def test_a_wrong_iban_is_said_beside_its_field_and_nothing_is_kept(client, played):
    client.force_login(factories.chief_of(played))
    key = payouts(played).rows[0].key
    page = Page(client.post(address(played), {key: IBAN[:-1] + "7"}))
    assert "a digit is wrong or missing" in page.one(f"#id_{key}_error")
    assert not BankDetail.objects.exists()


@pytest.mark.parametrize("role", [Role.ARBITER, Role.CLERK, Role.READER])
def test_nobody_but_the_chief_arbiter_sees_accounts(client, played, role):
    keep(played, IBAN)
    client.force_login(factories.user(role=role, event=played.event))
    assert client.get(address(played)).status_code in (403, 404)
    assert client.post(address(played, "bank/")).status_code in (403, 404)


def test_accounts_are_deleted_after_the_event_and_the_history_says_so(played, settings):
    keep(played, IBAN, OTHER)
    event = played.event
    days = settings.BANK_DETAILS_DAYS
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=days)
    event.save()
    bank.forget_old()
    assert BankDetail.objects.count() == 2
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=days + 1)
    event.save()
    bank.forget_old()
    assert not BankDetail.objects.exists()
    line = LogEntry.objects.filter(act="bank.forgotten").get()
    assert (line.by, line.before) == (None, {"accounts": 2})


def test_accounts_of_a_removed_event_are_deleted_too(played):
    keep(played, IBAN)
    event = played.event
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=400)
    event.removed = True
    event.save()
    bank.forget_old()
    assert not BankDetail.objects.exists()


def test_a_certificate_says_the_points(played):
    request = PaperRequest(played, None, Translator("en"), {"places": "1"})
    sheet = PAPERS["certificates"].build(request)
    assert "1 points ·" in " ".join(sheet.sections[0].html(Translator("en")).split())


def receipts(tournament, language="en"):
    request = PaperRequest(tournament, None, Translator(language), {})
    sheet = PAPERS["receipts"].build(request)
    return sheet, " · ".join(sheet.rows().values())


def test_a_receipt_for_each_winner_says_prize_place_and_points(played):
    sheet, text = receipts(played)
    winners = payouts(played).rows
    assert sheet.final
    assert f"{winners[0].who.name} · 1,000 TL, cup · place 1 with 1 point" in text
    assert "not final" not in text
    html = sheet.sections[0].html(Translator("tr+en"))
    assert html.count('class="receipt"') == len(winners)
    assert "I have received this prize." in html


def test_before_the_last_result_a_receipt_says_that_it_is_not_final():
    made = factories.tournament(4, total_rounds=2)
    assert receipts(made)[1] == "Nobody has reached a prize."
    rows = [PrizeRow(1, 1, Decimal(10))]
    set_prizes(tournament=made, rows=rows, values={}, by=factories.chief_of(made))
    factories.play(made, 1)
    sheet, _text = receipts(Tournament.objects.get(pk=made.pk))
    assert not sheet.final
    assert "not final" in sheet.sections[0].note


def test_the_money_of_a_knock_out_has_receipts_too():
    found = knockout(4, prizes=[30000, 10000], currency="EUR")
    play_out(announced(found))
    rows = payouts(found.tournament).rows
    assert [row.amount for row in rows][:2] == ["300 EUR", "100 EUR"]
