"""The captains' own links: how they are sent, renewed and closed."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Refused
from tournaments.kernel.guards import refuse_in_a_sandbox
from tournaments.kernel.jobs import keep_going, start_job
from tournaments.kernel.log import record
from tournaments.kernel.mail import Away, NotTaken, next_try, send_text
from tournaments.models import CaptainMail, Job, Team, Tournament, User
from tournaments.models.team import new_key
from tournaments.queries.teams.captains import captain_link
from tournaments.queries.teams.rules import rules_of

#: why no page is touched
NOT_PUBLIC = "a captain's link is on no public page"


# --- Renew and close ------------------------------------------------------------------------------


def new_link(
    *, tournament: Tournament, team: Team, by: User | None, instead_of: str | None = None
) -> Team:
    """A new link for the captain; the old one opens nothing any more. `instead_of`: the key of
    the link that was on the page; if it is another one by now, that one is new enough."""
    with act("team.link_renewed", tournament, by=by, quiet=NOT_PUBLIC) as done:
        team = done.tournament.teams.select_for_update().get(pk=team.pk)
        if instead_of is not None and team.link_key != instead_of:
            return done.nothing(team)
        return _set_key(done, team, new_key())


def close_link(*, tournament: Tournament, team: Team, by: User | None) -> Team:
    """The captain's page opens no more, until somebody makes a new link."""
    with act("team.link_closed", tournament, by=by, quiet=NOT_PUBLIC) as done:
        team = done.tournament.teams.select_for_update().get(pk=team.pk)
        if not team.link_key:
            return done.nothing(team)
        return _set_key(done, team, "")


def _set_key(done: Act[Tournament], team: Team, key: str) -> Team:
    team.link_key = key
    team.save(update_fields=["link_key"])
    done.record(team)
    return team


# --- Send by e-mail -------------------------------------------------------------------------------


def send_links(
    *, tournament: Tournament, teams: Sequence[int] | None = None, language: str, by: User | None
) -> int:
    """Ask for the links of these teams, or of all with an address, to be sent by a worker. A
    message that is already waiting is not sent twice."""
    with act("team.links_asked_for", tournament, by=by, quiet=NOT_PUBLIC) as done:
        tournament = done.tournament
        refuse_in_a_sandbox(tournament.event)
        if tournament.format.pairs_players:
            raise Refused("teams.not_a_team_event")
        found = tournament.teams.filter(withdrawn_after=None).exclude(captain_email="")
        found = found.exclude(link_key="")
        if teams is not None:
            found = found.filter(pk__in=teams)
        waiting = CaptainMail.objects.filter(sent_at=None, failed=False, team__in=found)
        found = found.exclude(pk__in=waiting.values("team"))
        asked = [
            CaptainMail(team=team, to=team.captain_email, language=language, asked_by=by)
            for team in found
        ]
        if not asked and not waiting.exists():
            raise Refused("captain.nobody_to_write_to")
        CaptainMail.objects.bulk_create(asked)
        start_job(tournament=tournament, kind=Job.Kind.CAPTAINS, target=tournament.pk, by=by)
        done.changed()
        return len(asked)


def send_waiting(job: Job) -> None:
    """In the worker: one message after the other, each noted as soon as it is out."""
    waiting = _waiting().filter(team__tournament=job.target).exclude(due_at__gt=timezone.now())
    for mail in waiting.select_related("team__tournament__event", "asked_by"):
        keep_going(job)
        _send(mail)


def _waiting() -> QuerySet[CaptainMail]:
    return CaptainMail.objects.filter(sent_at=None, failed=False)


def enqueue_due() -> None:
    """Begin again where the mail server was away and the wait is over."""
    due = _waiting().filter(due_at__lte=timezone.now())
    for tournament in Tournament.objects.filter(pk__in=due.values("team__tournament")):
        start_job(tournament=tournament, kind=Job.Kind.CAPTAINS, target=tournament.pk, by=None)


def delayed_mails(tournament: Tournament) -> int:
    """Messages that wait for a mail server that was away."""
    return _waiting().filter(team__tournament=tournament, tries__gt=0).count()


def _send(mail: CaptainMail) -> None:
    team = mail.team
    tournament = team.tournament
    with override(mail.language):
        link = captain_link(team)
        context = {
            "team": team,
            "tournament": tournament,
            "link": link,
            "minutes": rules_of(tournament).deadline_minutes,
        }
        text = render_to_string("mail/captain.txt", context)
    mail.tries += 1
    try:
        if not link:
            raise NotTaken  # the link was closed meanwhile
        send_text(text, mail.to)
    except Away:
        mail.due_at = next_try(mail.tries, mail.asked_at)
        mail.failed = mail.due_at is None
    except NotTaken:
        mail.failed = True
    else:
        mail.sent_at = timezone.now()
    if not (mail.failed or mail.sent_at):
        mail.save(update_fields=["due_at", "tries"])
        return
    with transaction.atomic():
        mail.save(update_fields=["sent_at", "failed", "due_at", "tries"])
        record(
            "team.link_not_sent" if mail.failed else "team.link_sent",
            by=mail.asked_by,
            target=team,
            tournament=tournament,
            label=team.name,
            after=mail.to,
        )
