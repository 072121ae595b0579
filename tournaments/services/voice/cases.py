"""A player disputes a pairing or a result; the chief arbiter decides, a committee hears appeals.
No game waits for it."""

from datetime import timedelta

from django.utils import timezone

from tournaments.core.reported import code_of_words
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Refused
from tournaments.models import Case, Entry, Pairing, Tournament, User
from tournaments.queries.voice.cases import deadline
from tournaments.queries.voice.rules import voice_rules

NOT_SHOWN = "a claim is read by those whom it concerns"
LONGEST_CLAIM, LONGEST_DECISION = 1000, 2000
#: open claims of one player
MOST = 5


def claim(
    *,
    tournament: Tournament,
    entry: Entry,
    pairing_id: int,
    about: str,
    words: str,
    said: list[str],
) -> Case:
    with act("case.opened", tournament, by=None, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        if not voice_rules(tournament).takes_claims:
            raise Refused("case.not_taken")
        entry.tournament = tournament
        words = words.strip()[:LONGEST_CLAIM]
        until = deadline(entry, pairing_id, about)
        if until is None:
            raise Refused("case.not_this")
        again = tournament.cases.filter(
            entry=entry, pairing=pairing_id, about=about, verdict=""
        ).first()
        if again is not None:
            return done.nothing(again)
        if until < timezone.now():
            raise Refused("case.too_late")
        if not words:
            raise Refused("case.words_needed")
        if tournament.cases.filter(entry=entry, verdict="").count() >= MOST:
            raise Refused("case.too_many")
        game = Pairing.objects.games().select_related("round", "white", "black").get(pk=pairing_id)
        is_white = game.white_id == entry.pk
        last = tournament.cases.order_by("-number").values_list("number", flat=True).first()
        made = Case.objects.create(
            tournament=tournament,
            number=(last or 0) + 1,
            entry=entry,
            opponent=game.black if is_white else game.white,
            pairing=game,
            round_number=game.round.number,
            board=game.board,
            about=about,
            words=words,
            claimed=code_of_words(said, first=is_white) if about == Case.About.RESULT else "",
        )
        _record(done, made)
        return made


def decide(
    *, tournament: Tournament, case: Case, verdict: str, words: str, by: User | None
) -> Case:
    """The chief arbiter's decision, which both players read. A right claim changes nothing by
    itself: the correction is an act of its own, which names the case."""
    with act("case.decided", tournament, by=by, quiet=NOT_SHOWN) as done:
        found: Case = done.tournament.cases.get(pk=case.pk)
        _guard_decision(verdict, words)
        if found.verdict:
            raise Refused("case.is_decided", number=found.number)
        now = timezone.now()
        found.verdict, found.decision = verdict, words.strip()[:LONGEST_DECISION]
        found.decided_at, found.decided_by = now, by
        found.appeal_until = now + timedelta(minutes=voice_rules(done.tournament).appeal_minutes)
        found.save()
        _record(done, found, verdict=verdict)
        return found


def appeal(*, tournament: Tournament, entry: Entry, case: Case, words: str) -> Case:
    """Either of the two players, within the time."""
    with act("case.appealed", tournament, by=None, quiet=NOT_SHOWN) as done:
        found: Case = done.tournament.cases.get(pk=case.pk)
        if entry.pk not in (found.entry_id, found.opponent_id) or not found.verdict:
            raise Refused("case.not_this")
        if found.appealed_at is not None:
            return done.nothing(found)
        if found.appeal_until is None or found.appeal_until < timezone.now():
            raise Refused("case.appeal_too_late")
        if not words.strip():
            raise Refused("case.words_needed")
        found.appeal, found.appealed_at = words.strip()[:LONGEST_CLAIM], timezone.now()
        found.appealed_by = entry
        found.save()
        _record(done, found)
        return found


def decide_appeal(
    *, tournament: Tournament, case: Case, verdict: str, words: str, by: User | None
) -> Case:
    """The committee's decision, as the chief arbiter writes it down."""
    with act("case.appeal_decided", tournament, by=by, quiet=NOT_SHOWN) as done:
        found: Case = done.tournament.cases.get(pk=case.pk)
        _guard_decision(verdict, words)
        if found.appealed_at is None or found.appeal_verdict:
            raise Refused("case.is_decided", number=found.number)
        found.appeal_verdict = verdict
        found.appeal_decision = words.strip()[:LONGEST_DECISION]
        found.appeal_decided_at, found.appeal_decided_by = timezone.now(), by
        found.save()
        _record(done, found, verdict=verdict)
        return found


def _guard_decision(verdict: str, words: str) -> None:
    if verdict not in (Case.Verdict.STANDS, Case.Verdict.RIGHT):
        raise Refused("case.no_verdict", field="verdict")
    if not words.strip():
        raise Refused("case.words_needed", field="words")


def _record(done: Act[Tournament], case: Case, **after: str) -> None:
    """Without what was written: the history is kept for ever, the case for its time."""
    done.record(
        case,
        label=f"{case.number}: {case.round_number}/{case.board} {case.entry}",
        round_number=case.round_number,
        after={"about": case.about, **after},
    )
