"""Tournaments of registered players that end, and lists that count them."""

import re
from datetime import date

from django.test import Client
from django.urls import reverse

from federation.models import RatingReport, RatingRun
from federation.services import ratings_reports, ratings_runs, ratings_working
from tests import factories
from tests.pages import Page
from tournaments.kernel import jobs
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Job, RegisteredPlayer
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.rounds.publication import finish_round


def registered(number, **values):
    """Somebody of the register: 1 is the strongest."""
    told = {
        "name": f"Oyuncu {number:02}, Deniz",
        "search_key": f"oyuncu {number:02} deniz",
        "federation": "TUR",
        "national_id": f"TR{number:04}",
        "fide_id": f"63{number:05}",
        "birth_date": "1990",
        "sex": "w" if number % 2 else "m",
        "national": 2000 - 20 * number,
        "standard": 2000 - 20 * number,
        "national_month": date(2026, 10, 1),
    }
    return RegisteredPlayer.objects.create(**(told | values))


def played(people, rounds=3, *, seed=1, starts=date(2026, 11, 7), licence="NA", **values):
    """A Swiss of these people, everything played and nothing ended yet."""
    chief = factories.user()
    chief.licence, chief.email, chief.language = licence, f"{chief.username}@example.org", "en"
    chief.save()
    told = {"total_rounds": rounds, "time_control": "90 min + 30 sec"} | values
    made = factories.tournament(0, chief=chief, **told)
    made.event.starts_on, made.event.ends_on = starts, starts
    made.event.save()
    for one in people:
        factories.enter_one(
            made,
            {
                "name": one.name,
                "fide_rating": one.standard,
                "federation": "TUR",
                "fide_id": one.fide_id,
                "national_id": one.national_id,
            },
        )
    factories.play(made, rounds, seed=seed)
    finish_round(tournament=made, number=rounds, by=chief)
    return made


def end(tournament):
    by = factories.chief_of(tournament)
    confirmed(finish_tournament, tournament=tournament, by=by)
    tournament.refresh_from_db()


def ended(people, rounds=3, **values):
    made = played(people, rounds, **values)
    end(made)
    ratings_reports.look_through_new()
    return RatingReport.objects.get(tournament=made)


def accepted(people, rounds=3, **values):
    report = ended(people, rounds, **values)
    ratings_reports.accept(
        report=report,
        kind=report.tournament.rating_type,
        for_national=True,
        for_fide=True,
        leave_out=True,
        by=None,
    )
    report.refresh_from_db()
    return report


def work_out(run):
    """As a worker does."""
    job = Job.objects.filter(kind=Job.Kind.RATINGS, target=run.pk).latest("pk")
    jobs.run_in_stages(job.pk, ratings_working.work_out)
    job.refresh_from_db()
    assert job.status == "done", job.error
    return RatingRun.objects.get(pk=run.pk)


def month_list(month=date(2026, 12, 1), series=("national",)):
    return work_out(ratings_runs.begin_month(month=month, series=series, by=None))


def publish(run):
    return confirmed(ratings_runs.publish, run=run, by=None)


def published(month=date(2026, 12, 1), series=("national",)):
    return publish(month_list(month, series))


def entry_of(tournament, player):
    return Entry.objects.get(tournament=tournament, player=player)


# On pages


def page(view, *place, client=None, **query):
    answer = (client or Client()).get(reverse(f"federation:{view}", args=place), query)
    assert answer.status_code == 200, answer.status_code
    return Page(answer)


def press(client, name, *place, **sent):
    """Press a button, and say yes where it asks."""
    address = reverse(f"federation:{name}", args=place)
    answer = client.post(address, sent)
    asked = re.search(r'name="confirmed" value="([^"]+)"', answer.content.decode())
    return client.post(address, sent | {"confirmed": asked[1]}) if asked else answer
