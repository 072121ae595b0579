"""The final report goes out: what was sent stands in the history as a receipt, and the games of a
tournament are not sent twice."""

import hashlib

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import refuse_in_a_sandbox
from tournaments.models import LogEntry, Tournament, User
from tournaments.queries.reports.preflight import preflight
from tournaments.queries.reports.trf import report

ACT = "report.sent"
PROFILES = ("trf26", "trf16")


def receipts(tournament: Tournament) -> list[LogEntry]:
    """The files that were sent, the latest first; `after` tells which file it was."""
    return list(tournament.log.filter(act=ACT).select_related("by"))


def file_fingerprint(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def note_sent(
    *, tournament: Tournament, profile: str, to: str, by: User | None, confirmed: str = ""
) -> LogEntry:
    """Keep that the report was sent. The same file to the same office is the same sending; once
    games were sent, another report of them only replaces the first, and that is asked."""
    with act(ACT, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        refuse_in_a_sandbox(tournament.event)
        if profile not in PROFILES:
            raise Refused("report.unknown_profile", field="profile")
        if not to.strip():
            raise Refused("report.sent_where", field="to")
        found = preflight(tournament)
        if not found.ready:
            raise Refused("report.not_ready")
        data = report(tournament, profile, final=True)
        after = {
            "to": to.strip()[:120],
            "profile": profile,
            "file": file_fingerprint(data),
            "games": found.rated,
            "players": tournament.entries.count(),
        }
        told = ((line, line.after or {}) for line in receipts(tournament))
        before = [(line, sent) for line, sent in told if sent["to"] == after["to"]]
        if before and before[0][1]["file"] == after["file"]:
            raise Refused("report.sent_already", number=before[0][0].pk, to=after["to"])
        done.require(
            "report.send_again",
            level=3,
            reasons=[
                Reason(
                    "report.replaces",
                    {"number": line.pk, "to": after["to"], "games": sent["games"]},
                )
                for line, sent in before[:1]
            ],
            subject=f"{after['to']}:{after['file']}",
        )
        return done.record(
            tournament,
            label=f"{profile.upper()}: {after['to']}",
            before={"replaces": before[0][0].pk} if before else None,
            after=after,
        )
