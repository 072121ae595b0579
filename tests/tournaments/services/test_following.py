"""Followers hear of what concerns them: once, sealed for their browser alone, while it holds."""

import json
import re
from datetime import timedelta
from itertools import count

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.push import Browser, push_service
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Announcement, Follow, Follower, Notice, Role, Voice
from tournaments.queries.voice.codes import codes_of
from tournaments.queries.voice.phones import phone_of
from tournaments.services.accounts import door
from tournaments.services.entries.checkin import mark_absent
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.hall import announcing, following
from tournaments.services.hall.following import BrowserAddress, Wanted
from tournaments.services.hall.screens import announce
from tournaments.services.results.correcting import correct_result
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds import manual_pairing
from tournaments.services.rounds.publication import unpublish_round
from tournaments.services.voice import calls, cases, proving

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    """Announcements stay written down until a test spreads and sends them."""
    monkeypatch.setattr(announcing, "hand_over", lambda *_words: True)
    monkeypatch.setattr(following, "hand_over", lambda *_words: True)


@pytest.fixture
def service(settings):
    settings.WEBHOOKS_WITHIN = True
    with push_service() as made:
        yield made


@pytest.fixture
def tournament():
    return factories.tournament(6)


names = (f"phone{number}" for number in count())


def phone(service, tournament, wanted, *, language="en", name=""):
    """A phone that follows; its name at the service."""
    name = name or next(names)
    _browser, told = service.browser(name)
    following.follow(
        tournament=tournament, browser=address_of(told), wanted=wanted, language=language
    )
    return name


def address_of(told):
    return BrowserAddress(told["endpoint"], told["keys"]["p256dh"], told["keys"]["auth"])


def of(tournament, tpn):
    return Wanted(entry=factories.entry(tournament, tpn).pk)


def send():
    """As workers do."""
    for pk in Announcement.objects.filter(spread_at=None).values_list("pk", flat=True):
        announcing.spread(pk)
    return announcing.send_due()


def take_back(tournament):
    chief = factories.chief_of(tournament)
    confirmed(unpublish_round, tournament=tournament, number=1, by=chief, reason="A wrong entry")


def opponent(tournament, tpn, number=1):
    mine = factories.entry(tournament, tpn)
    row = next(
        row
        for row in tournament.rounds.get(number=number).pairings.select_related("white", "black")
        if mine in (row.white, row.black)
    )
    return row, (row.black if row.white == mine else row.white)


def test_a_published_round_says_to_each_phone_where_its_player_sits(service, tournament):
    own = phone(service, tournament, of(tournament, 1))
    turkish = phone(service, tournament, of(tournament, 2), language="tr")
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    send()
    row, other = opponent(tournament, 1)
    colour = "White" if row.black == other else "Black"
    [told] = service.heard(own)
    assert told["title"].startswith("Round 1 is out · ")
    assert told["body"] == f"Player 001: board {row.board}, {colour} against {other.name}"
    assert told["path"].endswith(f"/players/{factories.entry(tournament, 1).pk}/")
    [told] = service.heard(turkish)
    assert told["title"].startswith("1. tur yayında · ")
    assert "Player 002: " in told["body"]
    assert " masa, " in told["body"]
    assert told["path"].startswith("/tr/")


def test_a_parent_hears_of_all_children_in_one_message_and_a_trainer_of_the_club(
    service, tournament
):
    parent = phone(service, tournament, of(tournament, 1))
    phone_of_parent = service.browsers[f"/{parent}"].subscription(f"{service.address}/{parent}")
    following.follow(
        tournament=tournament,
        browser=address_of(phone_of_parent),
        wanted=of(tournament, 4),
        language="en",
    )
    tournament.entries.filter(tpn__in=(2, 3)).update(club="Rook and Pawn")
    trainer = phone(service, tournament, Wanted(club="Rook and Pawn"))
    everything = phone(service, tournament, Wanted())
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    send()
    [told] = service.heard(parent)
    assert re.findall(r"Player \d+: board", told["body"]) == [
        "Player 001: board",
        "Player 004: board",
    ]
    assert told["path"].endswith("/rounds/1/")
    [told] = service.heard(trainer)
    assert sorted(re.findall(r"^Player \d+", told["body"], re.M)) == ["Player 002", "Player 003"]
    [told] = service.heard(everything)
    assert told["body"] == "All boards are on the site."


def test_a_bye_is_said_with_its_points(service):
    tournament = factories.tournament(5)
    factories.pair(tournament, 1)
    bye = tournament.rounds.get(number=1).pairings.get(black=None).white
    own = phone(service, tournament, Wanted(entry=bye.pk))
    factories.publish(tournament, 1)
    send()
    [told] = service.heard(own)
    assert told["body"] == f"{bye.name}: Bye: no opponent was left (1)"


def test_a_round_taken_back_before_it_was_told_is_told_as_taken_back_only(service, tournament):
    own = phone(service, tournament, of(tournament, 1))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    take_back(tournament)
    send()
    [told] = service.heard(own)
    assert told["title"].startswith("Round 1 is taken back")
    factories.publish(tournament, 1)
    send()
    assert [one["title"].partition(" · ")[0] for one in service.heard(own)] == [
        "Round 1 is taken back",
        "Round 1 is out",
    ]


def test_who_plays_against_somebody_that_leaves_hears_of_it_and_nobody_else(service, tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    _row, other = opponent(tournament, 1)
    theirs = phone(service, tournament, Wanted(entry=other.pk))
    third = next(one for one in tournament.entries.all() if one.pk != other.pk and one.tpn != 1)
    nobody = phone(service, tournament, Wanted(entry=third.pk))
    confirmed(
        withdraw_player,
        tournament=tournament,
        entry=factories.entry(tournament, 1),
        by=factories.chief_of(tournament),
    )
    send()
    [told] = service.heard(theirs)
    assert told["title"].startswith("Round 1: the opponent has left")
    assert told["body"].startswith(f"{other.name}: Player 001 plays no more.")
    assert service.heard(nobody) == []


def test_a20_who_did_not_come_hears_that_they_are_on_hold(service):
    tournament = factories.tournament(8)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    first, second = tournament.rounds.get(number=1).pairings.order_by("board")[:2]
    own = phone(service, tournament, Wanted(entry=first.black_id))
    turkish = phone(service, tournament, Wanted(entry=first.black_id), language="tr")
    came = phone(service, tournament, Wanted(entry=first.white_id))
    mistaken = phone(service, tournament, Wanted(entry=second.white_id))
    ill = phone(service, tournament, Wanted(entry=second.black_id))
    by = factories.chief_of(tournament)
    forfeit(tournament, first, "+-", by)
    forfeit(tournament, second, "-+", by)
    forfeit(tournament, second, "", by)  # the wrong board
    mark_absent(tournament=tournament, entry=second.black, by=by)
    send()
    [told] = service.heard(own)
    name = first.black.name
    assert told["title"].startswith("Not at the board in round 1 · ")
    assert told["body"].startswith(
        f"{name} was not at the board and is on hold: not paired in round 2 "
    )
    assert told["body"].endswith(" Tell the desk.")
    assert told["path"].endswith(f"/players/{first.black_id}/")
    [told] = service.heard(turkish)
    assert told["title"].startswith("1. turda masada değildi · ")
    assert told["body"].startswith(f"{name} masada değildi")
    assert service.heard(came) == service.heard(mistaken) == service.heard(ill) == []


def forfeit(tournament, row, code, by):
    row.refresh_from_db()
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        by=by,
    )


def test_a_corrected_result_is_told_to_its_two_players(service, tournament):
    factories.play(tournament, 2)
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    new = "01" if board.result != "01" else "10"
    white = phone(service, tournament, Wanted(entry=board.white_id))
    others = [
        phone(service, tournament, Wanted(entry=one.pk))
        for one in tournament.entries.exclude(pk__in=(board.white_id, board.black_id))
    ]
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=board.pk,
        code=new,
        version=board.version,
        by=factories.chief_of(tournament),
        reason="The slip says otherwise",
    )
    send()
    [told] = service.heard(white)
    assert told["title"].startswith("A result of round 1 was corrected")
    printed = "0–1" if new == "01" else "1–0"
    assert told["body"] == f"{board.white.name} – {board.black.name}: {printed}"
    assert [service.heard(name) for name in others] == [[]] * len(others)


def test_an_exchange_by_hand_is_told_to_those_it_moves(service):
    tournament = factories.tournament(8)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    chief = factories.chief_of(tournament)
    first, second, third, _fourth = tournament.rounds.get(number=1).pairings.order_by("board")
    moved = phone(service, tournament, Wanted(entry=first.black_id))
    stays = phone(service, tournament, Wanted(entry=third.white_id))
    manual_pairing.begin(tournament=tournament, number=1, by=chief)
    confirmed(
        manual_pairing.swap,
        tournament=tournament,
        number=1,
        one=first.black.tpn,
        two=second.black.tpn,
        by=chief,
    )
    confirmed(manual_pairing.finish, tournament=tournament, number=1, by=chief)
    send()
    [told] = service.heard(moved)
    assert told["title"].startswith("A pairing of round 1 has changed")
    assert f"against {second.white.name}" in told["body"]
    assert service.heard(stays) == []


def test_a_banner_reaches_phones_with_and_without_a_screen_once(service, tournament):
    own = phone(service, tournament, of(tournament, 1), language="tr")
    chief = factories.chief_of(tournament)
    for _press in range(2):
        announce(event=tournament.event, text="Round 2 begins at 16:30", by=chief)
    send()
    [told] = service.heard(own)
    assert (told["title"], told["body"]) == (
        f"Duyuru · {tournament.event.name}",
        "Round 2 begins at 16:30",
    )


def test_nothing_is_written_down_where_nobody_follows(tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    assert not Announcement.objects.exists()


def test_nobody_hears_a_thing_twice_however_often_workers_come(service, tournament):
    own = phone(service, tournament, of(tournament, 1))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    [made] = Announcement.objects.all()
    announcing.spread(made.pk)
    Announcement.objects.update(spread_at=None)  # its worker died before it could note that
    announcing.spread(made.pk)
    announcing.send_due()
    announcing.send_due()
    assert len(service.heard(own)) == 1
    assert Notice.objects.get().status == Notice.Status.SENT


def test_a_second_copy_would_take_the_place_of_the_first(service, tournament):
    phone(service, tournament, of(tournament, 1))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    send()
    Notice.objects.update(status=Notice.Status.WAITING, due_at=timezone.now())
    announcing.send_due()  # the worker died between sending and noting
    first, second = service.taken
    assert first[1]["Topic"] == second[1]["Topic"]
    assert re.fullmatch(r"[\w-]{1,32}", first[1]["Topic"])  # RFC 8030, 5.4


def test_a_push_service_that_is_away_is_asked_once_and_again_later(service, tournament):
    for tpn in range(1, 5):
        phone(service, tournament, of(tournament, tpn), name=f"away{tpn}")
    service.answers |= {f"/away{tpn}": 503 for tpn in range(1, 5)}
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    assert send() == 4
    assert Notice.objects.filter(status=Notice.Status.WAITING).count() == 4
    assert announcing.send_due() == 0  # not before they are due
    service.answers.clear()
    Notice.objects.update(due_at=timezone.now())
    assert announcing.send_due() == 4
    assert len(service.taken) == 4


def test_a_service_that_does_not_answer_costs_one_message(service, tournament, monkeypatch):
    asked = []
    monkeypatch.setattr(announcing, "SIDE_BY_SIDE", 1)
    monkeypatch.setattr(
        announcing.outbound, "post", lambda url, *_rest: asked.append(url) or (0, "webhook.timeout")
    )
    for tpn in range(1, 5):
        phone(service, tournament, of(tournament, tpn))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    assert send() == 4
    assert len(asked) == 1


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_browser_that_is_gone_is_forgotten(service, tournament, status):
    name = phone(service, tournament, of(tournament, 1))
    service.answers[f"/{name}"] = status
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    send()
    assert not Follower.objects.exists()
    assert not Notice.objects.exists()


def test_news_that_could_not_be_told_for_hours_are_given_up(service, tournament):
    name = phone(service, tournament, of(tournament, 1))
    service.answers[f"/{name}"] = 503
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    Announcement.objects.update(created_at=timezone.now() - timedelta(hours=4))
    send()
    assert Notice.objects.get().status == Notice.Status.FAILED


def test_a_player_of_a_minors_event_is_named_as_the_event_says(service, tournament):
    event = tournament.event
    event.shorten_minors = True
    event.save()
    tournament.entries.update(birth_date="2016")
    own = phone(service, tournament, of(tournament, 1))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    send()
    [told] = service.heard(own)
    assert "Player 00" not in told["body"]


def test_stopping_forgets_the_browser(service, tournament):
    name = phone(service, tournament, of(tournament, 1))
    endpoint = f"{service.address}/{name}"
    assert following.followed(tournament=tournament, endpoint=endpoint, language="en").entries
    left = following.unfollow(tournament=tournament, endpoint=endpoint, wanted=of(tournament, 1))
    assert left.entries == ()
    assert not Follower.objects.exists()


def test_who_is_of_another_tournament_or_expelled_cannot_be_followed(service, tournament):
    other = factories.tournament(2)
    for wanted in (of(other, 1), Wanted(club="No such club"), Wanted(entry=10**9)):
        with pytest.raises(Refused, match="nothing of this name"):
            phone(service, tournament, wanted)


def test_one_device_follows_a_bounded_number(service, tournament, monkeypatch):
    monkeypatch.setattr(following, "MOST_FOLLOWED", 2)
    name = phone(service, tournament, of(tournament, 1))
    told = service.browsers[f"/{name}"].subscription(f"{service.address}/{name}")
    browser = address_of(told)
    for tpn in (2, 2):
        following.follow(
            tournament=tournament, browser=browser, wanted=of(tournament, tpn), language="en"
        )
    with pytest.raises(Refused, match="at most 2"):
        following.follow(
            tournament=tournament, browser=browser, wanted=of(tournament, 3), language="en"
        )


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example/1", "https://user@push.example/", "javascript:1", "", "https://x" * 200],
)
def test_no_other_address_than_a_push_service_has(tournament, endpoint, settings):
    settings.WEBHOOKS_WITHIN = False
    keys = Browser().subscription(endpoint)["keys"]
    browser = BrowserAddress(endpoint, keys["p256dh"], keys["auth"])
    with pytest.raises(Refused, match="gave no address"):
        following.follow(tournament=tournament, browser=browser, wanted=Wanted(), language="en")


def test_a_mail_address_is_asked_once_and_hears_nothing_before_it_says_yes(tournament):
    for _press in range(2):
        following.follow_by_mail(
            tournament=tournament,
            email="Parent@Example.org",
            wanted=of(tournament, 1),
            language="tr",
        )
    follower = Follower.objects.get()
    following.ask(follower.pk)
    following.ask(follower.pk)
    [asked] = mail.outbox
    assert asked.to == ["parent@example.org"]
    assert f"/tr/follower/{follower.key}/" in asked.body
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    send()
    assert len(mail.outbox) == 1
    following.confirm(follower)
    take_back(tournament)
    send()
    factories.publish(tournament, 1)
    send()
    taken_back, out = mail.outbox[1:]
    assert taken_back.subject.startswith("1. tur geri alındı")
    assert out.subject.startswith("1. tur yayında")
    assert "Player 001: " in out.body
    assert f"/players/{factories.entry(tournament, 1).pk}/" in out.body


def test_after_the_event_nobody_follows_it_and_addresses_are_forgotten(service, tournament):
    phone(service, tournament, of(tournament, 1))
    following.follow_by_mail(
        tournament=tournament, email="a@example.org", wanted=Wanted(), language="en"
    )
    following.forget_old()
    assert Follower.objects.count() == 2
    event = tournament.event
    event.starts_on = event.ends_on = (timezone.now() - timedelta(days=16)).date()
    event.save()
    following.forget_old()
    assert not Follow.objects.exists()
    assert not Follower.objects.exists()


# --- Cases and the desk ---------------------------------------------------------------------------


def speaking(service, tournament, tpn, *, language="en"):
    """A phone that speaks for a player and follows them; its name at the service."""
    entry, key = factories.entry(tournament, tpn), proving.new_key()
    proving.prove_by_code(
        tournament=tournament, code=codes_of([entry])[entry.pk], key=key, device=""
    )
    name = next(names)
    _browser, told = service.browser(name)
    following.follow(
        tournament=tournament,
        browser=address_of(told),
        wanted=Wanted(entry=entry.pk),
        language=language,
        phone=phone_of(key),
    )
    return name


def arbiter(service, tournament, role=Role.ARBITER):
    user, name = factories.user(role=role, event=tournament.event), next(names)
    _browser, told = service.browser(name)
    session = user.open_sessions.create(key=name).key
    following.follow_the_desk(user=user, browser=address_of(told), language="en", session=session)
    return user, name


def test_a_decision_is_told_to_the_phones_of_both_players_each_in_its_language_and_no_other(
    service, tournament
):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    row, other = opponent(tournament, 1)
    one = speaking(service, tournament, 1)
    another = speaking(service, tournament, other.tpn, language="tr")
    fan = phone(service, tournament, of(tournament, 1))
    case = claim(tournament, factories.entry(tournament, 1), row)
    chief = factories.chief_of(tournament)
    cases.decide(tournament=tournament, case=case, verdict="stands", words="Secret.", by=chief)
    send()
    [told] = service.heard(one)
    assert told["title"].startswith("Case 1 is decided")
    assert told["body"] == "It stands. Read the decision on your page."
    assert told["path"].endswith(f"/players/{factories.entry(tournament, 1).pk}/me/")
    [told] = service.heard(another)
    assert told["title"].startswith("İtiraz 1 karara bağlandı") and told["path"].startswith("/tr/")
    assert service.heard(fan) == []


def claim(tournament, entry, row):
    given = {"pairing_id": row.pk, "about": "pairing", "words": "Look", "said": []}
    return cases.claim(tournament=tournament, entry=entry, **given)


def test_a_phone_that_speaks_no_more_hears_of_no_decision(service, tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    row, _other = opponent(tournament, 1)
    name = speaking(service, tournament, 1)
    case = claim(tournament, factories.entry(tournament, 1), row)
    chief = factories.chief_of(tournament)
    proving.silence(tournament=tournament, voice=Voice.objects.get(), by=chief)
    cases.decide(tournament=tournament, case=case, verdict="stands", words="No.", by=chief)
    send()
    assert service.heard(name) == []


def test_the_second_arbiter_is_told_at_once_that_a_correction_waits_and_not_who_made_it(
    service, tournament
):
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    first, own = arbiter(service, tournament)
    _second, other = arbiter(service, tournament)
    _clerk, clerk = arbiter(service, tournament, Role.CLERK)
    row, _one = opponent(tournament, 1)
    code = "01" if row.result == "10" else "10"
    confirmed(
        correct_result,
        tournament=tournament,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        reason="The slip",
        by=first,
    )
    send()
    [told] = service.heard(other)
    assert told["title"].startswith("A correction waits for a second arbiter")
    assert told["body"] == f"Round 1, board {row.board}" and told["path"].endswith("/inbox/")
    assert service.heard(own) == [] and service.heard(clerk) == []


def test_a_call_is_told_to_whose_boards_they_are_and_a_claim_to_the_chief_arbiter(
    service, tournament
):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    near, here = arbiter(service, tournament)
    _far, there = arbiter(service, tournament)
    _chief, chief = arbiter(service, tournament, Role.CHIEF)
    row, _other = opponent(tournament, 1)
    tournament.sectors.create(user=near, first_board=row.board, last_board=row.board)
    calls.call(tournament=tournament, entry=factories.entry(tournament, 1), reason="rule")
    send()
    assert [one["title"].split(" ·")[0] for one in service.heard(here)] == ["An arbiter is called"]
    assert service.heard(there) == []
    claim(tournament, factories.entry(tournament, 1), row)
    send()
    assert [one["title"].split(" ·")[0] for one in service.heard(chief)] == ["A claim waits"]
    assert len(service.heard(here)) == 1


def test_two_phones_of_one_household_hear_of_the_same_child_in_two_languages(service, tournament):
    mother = phone(service, tournament, of(tournament, 1), language="tr")
    father = phone(service, tournament, of(tournament, 1), language="en")
    told = service.browsers[f"/{father}"].subscription(f"{service.address}/{father}")
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    send()
    assert service.heard(mother)[0]["title"].startswith("1. tur")
    assert service.heard(father)[0]["title"].startswith("Round 1")
    # Who reads the page in the other language from now on hears of it in that one.
    following.followed(tournament=tournament, endpoint=told["endpoint"], language="tr")
    take_back(tournament)
    send()
    assert service.heard(father)[1]["language"] == "tr"


def test_the_desk_of_a_browser_is_kept_until_it_says_stop(service, tournament):
    user, name = arbiter(service, tournament)
    mine = {"user": user, "endpoint": f"{service.address}/{name}"}
    following.forget_old()
    assert following.follows_the_desk(**mine, session=name)
    following.leave_the_desk(endpoint=mine["endpoint"])
    assert not Follower.objects.exists()


def test_after_signing_out_a_browser_hears_nothing_of_the_desk(service, tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    client, user = Client(), factories.user(role=Role.ARBITER, event=tournament.event)
    client.force_login(user)
    [_browser, told] = service.browser("here")

    def ask(do):
        sent = json.dumps({"do": do, "browser": told})
        site = {"Sec-Fetch-Site": "same-origin"}
        at = reverse("desk:messages")
        answer = client.post(at, sent, content_type="application/json", headers=site)
        return answer.json()["everything"]

    def called():
        before = len(service.heard("here"))
        calls.call(tournament=tournament, entry=factories.entry(tournament, 1), reason="rule")
        send()
        calls.end_call(tournament=tournament, call=tournament.calls.last(), by=user)
        return len(service.heard("here")) - before

    assert ask("follow") and called() == 1
    client.post(reverse("logout"))
    following.forget_old()
    assert called() == 0
    client.force_login(user)
    assert ask("look") and called() == 1
    door.end_sessions(user=user)  # from another device: this one is lost
    assert called() == 0
    client.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
    assert not ask("look") and called() == 0
