"""Papers that each publication of a round makes by itself: an option of the tournament."""

from collections.abc import Sequence

from django.utils.translation import get_language

from tournaments.documents.catalogue import PAPERS, made_with_a_round
from tournaments.documents.translator import LANGUAGES
from tournaments.kernel import log
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import LogEntry, Tournament, User
from tournaments.services.papers.documents import NOT_KEPT, request_document


def choose_papers(*, tournament: Tournament, kinds: Sequence[str], by: User | None) -> Tournament:
    """Which papers a publication makes; none to make them by hand."""
    with act("papers.chosen", tournament, by=by, quiet=NOT_KEPT) as done:
        tournament = done.tournament
        offered = [paper.kind for paper in made_with_a_round(tournament.format)]
        if not set(kinds) <= set(offered):
            raise Refused("document.unknown_kind")
        before = list(tournament.papers_at_publication)
        after = [kind for kind in offered if kind in kinds]
        if before == after:
            return done.nothing(tournament)
        tournament.papers_at_publication = after
        tournament.save(update_fields=["papers_at_publication"])
        done.record(tournament, before={"kinds": before}, after={"kinds": after})
        return tournament


def listen() -> None:
    """Every publication is heard of, whoever publishes."""
    log.listeners.append(_heard)


def _heard(line: LogEntry) -> None:
    """The papers are asked for with the publication, and made by a worker once it is stored.
    One that cannot be made keeps no round from being published."""
    tournament = line.tournament
    if line.act != "round.published" or tournament is None or line.round_number is None:
        return
    offered = {paper.kind for paper in made_with_a_round(tournament.format)}
    for kind in tournament.papers_at_publication:
        if kind not in offered or kind not in PAPERS:
            continue
        wanted = tournament.papers.get(kind, {})
        language = wanted.get("language") or get_language() or ""
        try:
            request_document(
                tournament=tournament,
                kind=kind,
                number=line.round_number,
                language=language if language in LANGUAGES else "tr",
                options={name: value for name, value in wanted.items() if name != "language"},
                by=line.by,
            )
        except Refused:
            continue


def papers_told(tournament: Tournament) -> list[Reason]:
    """For the question before a round is published."""
    labels = [
        str(PAPERS[kind].label) for kind in tournament.papers_at_publication if kind in PAPERS
    ]
    return [Reason("round.publish_papers", {"papers": "; ".join(labels)})] if labels else []
