"""Published pages are kept in Redis: served without a table, never when they are out of date."""

import base64
import gzip
import hashlib
import logging
import re
import time
from copy import deepcopy

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Event, Role
from tournaments.queries.hall.news import MEANWHILE, OVER, SOON
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import unpublish_round
from tournaments.services.setup.events import change_event
from tournaments.web import pages

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def address(tournament, rest="rounds/1/", language="en"):
    return f"/{language}/e/{tournament.event.slug}/{tournament.slug}/{rest}"


def queries_of(client, path, **headers):
    with CaptureQueriesContext(
        connection,
    ) as seen:
        response = client.get(path, headers=headers)
    return len(seen), response


@pytest.mark.parametrize(
    "rest",
    ["", "rounds/1/", "rounds/1/names/", "rounds/1/boards/1/", "standings/", "standings/1/",
     "crosstable/", "players/", "about/"],
)  # fmt: skip
def test_the_second_reader_touches_no_table(client, tournament, rest):
    first = client.get(address(tournament, rest))
    count, second = queries_of(Client(), address(tournament, rest))
    assert count == 0
    assert second.status_code == first.status_code
    assert second.content == first.content
    assert second.get("Location") == first.get("Location")


def test_an_unchanged_page_answers_304_without_a_table(client, tournament):
    first = client.get(address(tournament))
    count, again = queries_of(client, address(tournament), if_none_match=first["ETag"])
    assert (count, again.status_code, again.content) == (0, 304, b"")
    assert again["ETag"] == first["ETag"]
    assert first["Cache-Control"] == "public, no-cache"


def test_a_page_that_did_not_change_keeps_its_tag_in_a_new_revision(client, tournament):
    factories.enter_all(tournament, 1)
    first = client.get(address(tournament))
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    factories.enter_all(tournament, 2)
    # The row of rounds changed, the players' list did not.
    assert client.get(address(tournament)).content != first.content
    players = client.get(address(tournament, "players/"))
    enter_all_again(tournament)
    assert client.get(address(tournament, "players/"))["ETag"] == players["ETag"]


def enter_all_again(tournament):
    board = tournament.rounds.get(number=2).pairings.get(board=1)
    change(tournament, board, "10" if board.result != "10" else "01")


def change(tournament, board, code):
    enter_result(
        tournament=tournament,
        pairing_id=board.pk,
        code=code,
        version=board.version,
        by=factories.chief_of(tournament),
    )


def test_a_result_is_on_the_next_answer(client, tournament):
    old = client.get(address(tournament))
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    change(tournament, board, "10")
    new = client.get(address(tournament), headers={"if-none-match": old["ETag"]})
    assert new.status_code == 200
    assert "1–0" in new.content.decode()


def held_up(monkeypatch, deed):
    """Do it between a reader's look at Redis and their answer."""
    look = pages.Place.look

    def looked(place):
        found = look(place)
        monkeypatch.setattr(pages.Place, "look", look)
        deed()
        return found

    pages._trusted.clear()
    monkeypatch.setattr(pages.Place, "look", looked)


def test_who_looked_before_a_result_leaves_nothing_old_to_who_comes_after_it(
    client, tournament, monkeypatch
):
    old = client.get(address(tournament))
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    held_up(monkeypatch, lambda: change(tournament, board, "10"))
    assert client.get(address(tournament)).content == old.content
    assert "1–0" in client.get(address(tournament)).content.decode()


def test_a_page_is_trusted_from_the_look_on_however_long_the_answer_takes(
    client, tournament, monkeypatch
):
    old = client.get(address(tournament, "players/"))
    clock = time.monotonic

    def wait():
        monkeypatch.setattr(pages.time, "monotonic", lambda: clock() + pages.TRUST_SECONDS)

    held_up(monkeypatch, wait)
    assert client.get(address(tournament, "players/")).content == old.content
    # Another process saved: of that this one learns from Redis alone.
    tournament.entries.filter(tpn=1).update(name="Renamed Elsewhere")
    key = pages.stamp_key(tournament.event.slug, tournament.slug)
    pages._redis().set(key, tournament_revision(tournament) + 1)
    assert "Renamed Elsewhere" in client.get(address(tournament, "players/")).content.decode()


def test_a_round_taken_back_is_gone_at_once(client, tournament):
    for rest in ("rounds/1/", "rounds/1/names/", "rounds/1/boards/1/", "players/", "crosstable/"):
        client.get(address(tournament, rest))
    confirmed(
        unpublish_round,
        tournament=tournament,
        number=1,
        reason="wrong list",
        by=factories.chief_of(tournament),
    )
    page = client.get(address(tournament)).content.decode()
    assert "under revision" in page
    assert "Player 001" not in page
    assert "Player 0" not in client.get(address(tournament, "rounds/1/names/")).content.decode()
    assert "Player 0" not in client.get(address(tournament, "rounds/1/boards/1/")).content.decode()


def test_an_event_hidden_from_the_public_is_gone_at_once(client, tournament):
    paths = [address(tournament), f"/en/e/{tournament.event.slug}/"]
    assert [client.get(path).status_code for path in paths] == [200, 200]
    change_event(
        event=tournament.event, by=factories.chief_of(tournament), values={"public": False}
    )
    assert [client.get(path).status_code for path in paths] == [404, 404]
    assert tournament.event.name not in client.get("/en/").content.decode()


def test_who_is_signed_in_sees_his_own_page_and_leaves_none_to_others(client, tournament):
    user = factories.user(role=Role.CHIEF, event=tournament.event)
    client.force_login(user)
    own = client.get(address(tournament))
    assert user.display_name in own.content.decode()
    assert "ETag" not in own
    assert user.display_name not in Client().get(address(tournament)).content.decode()
    assert user.display_name in client.get(address(tournament)).content.decode()


def test_a_search_is_answered_but_not_kept(client, tournament):
    path = address(tournament) + "?q=001"
    assert "ETag" not in client.get(path)
    assert "Player 001" in client.get(path).content.decode()


def test_the_languages_are_kept_apart(client, tournament):
    english = client.get(address(tournament)).content
    turkish = client.get(address(tournament, language="tr")).content
    assert client.get(address(tournament)).content == english != turkish


def test_what_is_kept_is_compressed_and_needs_no_compression_to_be_read(client, tournament):
    plain = client.get(address(tournament))
    packed = client.get(address(tournament), headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content


def test_without_redis_pages_are_made_anew(client, tournament, monkeypatch):
    expected = client.get(address(tournament)).content

    class Away:
        def __getattr__(self, name):
            raise pages.redis.RedisError

    monkeypatch.setattr(pages, "_redis", Away)
    assert client.get(address(tournament)).content == expected


def test_the_first_of_many_makes_the_page_and_the_others_wait_for_it(client, tournament):
    place = pages.Place(address(tournament), tournament.event.slug, tournament.slug)
    assert place.claim()
    assert not place.claim()
    stamp, page = place.look()
    assert (stamp, page) == (str(tournament_revision(tournament)), None)
    place.keep(pages.Page(stamp, 'W/"x"', 200, {"Content-Type": "text/html"}, gzip.compress(b"it")))
    assert client.get(address(tournament)).content == b"it"
    assert place.claim()  # kept: whoever comes next may make the next one


def tournament_revision(tournament):
    tournament.refresh_from_db()
    return tournament.revision


def test_an_older_revision_told_late_does_not_bring_back_older_pages(tournament):
    key = pages.stamp_key(tournament.event.slug, tournament.slug)
    pages._raise(key, 70)
    pages._raise(key, 69)
    assert pages._redis().get(key) == b"70"


def test_a_page_that_a_cookie_came_with_is_not_kept(rf, tournament):
    request = rf.get(address(tournament))
    request.user = AnonymousUser()

    def view(_request):
        response = pages.shared(lambda _request: pages.HttpResponse("mine"))(_request)
        response.set_cookie("mine", "1")
        return response

    pages.SharedPagesMiddleware(view)(request)
    place = pages.Place.of(request)
    assert place.look()[1] is None


def test_publication_makes_the_pages_of_both_languages(tournament):
    pages.make_ahead(tournament.pk, tournament_revision(tournament))
    pages.warm(tournament.pk)
    for language in ("tr", "en"):
        for rest in ("news/", "rounds/1/", "", "rounds/1/names/", "standings/"):
            assert queries_of(Client(), address(tournament, rest, language))[0] == 0, rest


def publish_next(tournament, capture):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    with capture(execute=True):
        factories.publish(tournament, 2)


def test_a10_the_hall_is_told_when_the_pages_are_there_and_not_before(
    client, tournament, django_capture_on_commit_callbacks, monkeypatch
):
    awaited = client.get(address(tournament, "rounds/2/")).content
    key = pages.stamp_key(tournament.event.slug, tournament.slug)
    make_ahead, seen = pages.make_ahead, {}

    def watched(*given):
        made = make_ahead(*given)
        seen["stamp"] = pages._redis().get(key)
        return made

    monkeypatch.setattr(pages, "make_ahead", watched)
    publish_next(tournament, django_capture_on_commit_callbacks)
    assert seen["stamp"] != str(tournament_revision(tournament)).encode()
    assert pages._redis().get(key) == str(tournament_revision(tournament)).encode()
    for rest in ("rounds/2/", "news/"):
        assert queries_of(client, address(tournament, rest))[0] == 0
    assert b"Player 001" in client.get(address(tournament, "rounds/2/")).content != awaited


def test_a_page_made_ahead_is_not_shown_before_its_revision_is_told(client, tournament):
    known = client.get(address(tournament)).content
    revision = tournament_revision(tournament)
    tournament.rounds.update(under_revision=True)
    pages.make_ahead(tournament.pk, revision + 1)
    assert client.get(address(tournament)).content == known
    pages._trusted.clear()
    pages._raise(pages.stamp_key(tournament.event.slug, tournament.slug), revision + 1)
    assert queries_of(client, address(tournament))[0] == 0


def test_a_publication_is_told_even_if_its_pages_cannot_be_made(
    client, tournament, django_capture_on_commit_callbacks, monkeypatch
):
    def fail(*_given):
        raise RuntimeError

    monkeypatch.setattr(pages, "make_ahead", fail)
    monkeypatch.setattr(pages, "warm", fail)
    publish_next(tournament, django_capture_on_commit_callbacks)
    assert "Player 001" in client.get(address(tournament, "rounds/2/")).content.decode()


def news(client, tournament):
    return client.get(address(tournament, "news/")).json()


def test_a10_a23_the_news_tell_of_what_comes_out_and_of_what_is_taken_back(client, tournament):
    told = [news(client, tournament)]
    factories.enter_all(tournament, 1)
    told.append(news(client, tournament))
    factories.pair(tournament, 2)  # a draft is no news
    told.append(news(client, tournament))
    assert told[0] == told[1] == told[2]
    factories.publish(tournament, 2)
    told.append(news(client, tournament))
    confirmed(
        unpublish_round,
        tournament=tournament,
        number=2,
        reason="list",
        by=factories.chief_of(tournament),
    )
    told.append(news(client, tournament))
    factories.publish(tournament, 2)
    told.append(news(client, tournament))
    assert len({one["news"] for one in told[2:]}) == 4
    page = client.get(address(tournament, "standings/")).content.decode()
    assert f'data-news="{told[-1]["news"]}"' in page


def test_a_phone_asks_often_only_while_something_may_come_out_or_be_taken_back(client, tournament):
    assert news(client, tournament)["again"] == SOON  # it may be taken back
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    change(tournament, board, "10")
    assert news(client, tournament)["again"] == MEANWHILE
    factories.enter_all(tournament, 1)
    assert news(client, tournament)["again"] == SOON  # the next one is due
    tournament.refresh_from_db()
    tournament.finished_at = timezone.now()
    tournament.revision += 1
    tournament.save()
    assert news(client, tournament)["again"] == OVER


def test_an_unchanged_word_of_news_costs_no_table_and_no_body(client, tournament):
    first = client.get(address(tournament, "news/"))
    count, again = queries_of(client, address(tournament, "news/"), if_none_match=first["ETag"])
    assert (count, again.status_code, again.content) == (0, 304, b"")


def test_the_list_of_events_follows_its_events(client, tournament):
    assert tournament.event.name in client.get("/en/").content.decode()
    assert queries_of(client, "/en/")[0] == 0
    other = factories.event()
    assert other.name in client.get("/en/").content.decode()
    Event.objects.filter(pk=other.pk).update(removed=True)
    other.refresh_from_db()
    other.save()
    assert other.name not in client.get("/en/").content.decode()


def test_the_style_sheet_inside_a_page_is_the_one_that_the_policy_allows(client, tournament):
    for _kept in (False, True):
        response = client.get(address(tournament))
        style = re.search(r"<style>(.*?)</style>", response.content.decode(), re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in response["Content-Security-Policy"]
        assert "@import" not in style


def test_what_500_phones_ask_all_the_time_is_in_no_log(client, tournament, caplog):
    with caplog.at_level(logging.INFO, logger="hakem.requests"):
        client.get(address(tournament, "news/"))
        client.get(address(tournament))
    said = [record.path for record in caplog.records if record.name == "hakem.requests"]
    assert said == [address(tournament)]


# --- How much is kept ----------------------------------------------------------------------------


def kept_addresses():
    return {
        key.decode().rpartition(":")[2] for key in pages._redis().scan_iter(pages._key("page", "*"))
    }


def kept_size():
    return sum(
        pages._redis().strlen(key) for key in pages._redis().scan_iter(pages._key("page", "*"))
    )


def test_kept_pages_stay_within_their_size_and_the_oldest_give_way(
    client, tournament, settings, monkeypatch
):
    monkeypatch.setattr(pages, "MEGABYTE", 1_000)
    settings.KEPT_PAGES_MB = 12  # thousand bytes, two or three pages
    looked = [address(tournament, f"rounds/1/boards/{board}/") for board in (1, 2, 3, 4)]
    for path in looked:
        assert client.get(path).status_code == 200
        assert kept_size() <= 12_000
    assert looked[-1] in kept_addresses()
    assert looked[0] not in kept_addresses()
    assert client.get(looked[0]).status_code == 200  # made anew
    assert looked[0] in kept_addresses()


def test_a_page_larger_than_all_is_answered_and_not_kept(client, tournament, monkeypatch):
    monkeypatch.setattr(pages, "MEGABYTE", 1)
    assert client.get(address(tournament)).status_code in (200, 302)
    assert client.get(address(tournament, "standings/")).status_code == 200
    assert kept_addresses() == set()


def test_no_queue_and_no_counter_is_pushed_out_by_pages(client, tournament, settings, monkeypatch):
    redis = pages._redis()
    for number in range(50):
        redis.rpush("hakem.first", f"task {number}")
    redis.set("counter", 7, ex=1000)
    monkeypatch.setattr(pages, "MEGABYTE", 1_000)
    settings.KEPT_PAGES_MB = 12
    for _again in range(3):
        for board in (1, 2, 3, 4):
            client.get(address(tournament, f"rounds/1/boards/{board}/"))
            pages._trusted.clear()
    assert redis.llen("hakem.first") == 50
    assert redis.get("counter") == b"7"
    assert redis.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"


def test_a_page_that_is_kept_again_counts_once(client, tournament):
    path = address(tournament, "standings/")
    for _again in range(3):
        client.get(path)
        tournament.revision += 1
        tournament.save(update_fields=["revision"])
        pages._trusted.clear()
    sizes = pages._redis().hgetall(pages._key("sizes"))
    total = int(sizes.pop(b""))
    assert total == sum(map(int, sizes.values())) == kept_size()
