"""Qualifications are drawn up by the office, published, answered, and read anew when a source
was corrected. What people have read changes only by an act that stands in the history."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from federation.models import Qualification, QualifiedAnswer, Quota
from federation.queries.qualification import qualified, quota_words, ranking_of
from federation.services.cups import free_slug
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import RegisteredPlayer, User

MOST_QUOTAS = 40
QUIET = "a draft is on no page"
State = Qualification.State


def create_qualification(*, values: Mapping[str, Any], by: User) -> Qualification:
    with act("qualification.created", by, by=by, quiet=QUIET) as done:
        slug = free_slug(values["name"], Qualification.objects, "qualification")
        made = Qualification.objects.create(slug=slug, **values)
        done.record(made, label=made.name)
        return made


def change_qualification(
    *, qualification: Qualification, values: Mapping[str, Any], by: User
) -> Qualification:
    with act("qualification.changed", qualification, by=by) as done:
        found = done.row
        before, after = changed(found, dict(values))
        if not after:
            return done.nothing(found)
        if (
            found.state == State.PUBLISHED
            and {"age_from", "age_until", "sex", "year"} & after.keys()
        ):
            raise Refused("qualification.is_published")
        found.version += 1
        found.save()
        done.record(found, label=found.name, before=before, after=after)
        return found


def add_quota(*, qualification: Qualification, values: Mapping[str, Any], by: User) -> Quota:
    with act("qualification.quota_added", qualification, by=by) as done:
        found = _draft(done.row)
        if found.quotas.count() >= MOST_QUOTAS:
            raise Refused("cup.too_many", most=MOST_QUOTAS)
        made: Quota = found.quotas.create(position=found.quotas.count(), **values)
        done.record(found, label=f"{found.name} · {quota_words(made)}"[:160])
        return made


def remove_quota(*, quota: Quota, by: User, confirmed: str = "") -> None:
    of = quota.qualification
    with act("qualification.quota_removed", of, by=by, confirmed=confirmed) as done:
        found = _draft(done.row)
        own = found.quotas.filter(pk=quota.pk).first()
        if own is None:
            return done.nothing()
        reasons = [Reason("qualification.quota_effect", {"quota": quota_words(own)})]
        done.require("qualification.quota_removed", level=3, reasons=reasons, subject=str(own.pk))
        done.record(found, label=f"{found.name} · {quota_words(own)}"[:160])
        own.delete()


def name_player(*, quota: Quota, player: RegisteredPlayer, reason: str, by: User) -> None:
    """A place that the office gives itself, with its reason."""
    with act("qualification.player_named", quota.qualification, by=by) as done:
        found = done.row
        own = found.quotas.select_for_update().get(pk=quota.pk)
        if own.source != Quota.Source.NAMED:
            raise Refused("qualification.not_named")
        if any(row[0] == player.pk for row in own.ranking):
            return done.nothing()
        own.ranking = [*own.ranking, [player.pk, len(own.ranking) + 1, reason[:200], ""]]
        own.save(update_fields=["ranking"])
        done.record(found, label=f"{found.name} · {player.name}", reason=reason)


def publish_qualification(*, qualification: Qualification, by: User) -> None:
    """The rankings are kept as they are now; everybody may read the list."""
    with act("qualification.published", qualification, by=by) as done:
        found = done.row
        if found.state == State.PUBLISHED:
            return done.nothing()
        if not found.quotas.exists():
            raise Refused("qualification.no_quotas")
        _keep_rankings(found)
        found.state, found.published_at = State.PUBLISHED, timezone.now()
        found.save(update_fields=["state", "published_at"])
        done.record(found, label=found.name, after={"names": _names(found)})


def hide_qualification(*, qualification: Qualification, by: User, confirmed: str = "") -> None:
    """Back to a draft: its quotas can be changed; the answers stay."""
    with act("qualification.hidden", qualification, by=by, confirmed=confirmed) as done:
        found = done.row
        if found.state != State.PUBLISHED:
            return done.nothing()
        reasons = [Reason("qualification.hide_effect", {"name": found.name})]
        done.require("qualification.hidden", level=3, reasons=reasons)
        found.quotas.exclude(source=Quota.Source.NAMED).update(ranking=[], ranked_at=None)
        found.state = State.DRAFT
        found.save(update_fields=["state"])
        done.record(found, label=found.name)


def read_anew(*, qualification: Qualification, by: User, confirmed: str = "") -> None:
    """The rankings as they are now. Who comes in and who goes out is asked first."""
    with act("qualification.read_anew", qualification, by=by, confirmed=confirmed) as done:
        found = done.row
        if found.state != State.PUBLISHED:
            raise Refused("qualification.not_published")
        before = _names(found)
        _keep_rankings(found)
        after = _names(found)
        if before == after:
            return done.nothing()
        come = sorted(set(after) - set(before)) or ["–"]
        go = sorted(set(before) - set(after)) or ["–"]
        reasons = [
            Reason("qualification.come_and_go", {"come": "; ".join(come), "go": "; ".join(go)})
        ]
        done.require("qualification.read_anew", level=3, reasons=reasons)
        done.record(found, label=found.name, before={"names": before}, after={"names": after})


def answer(
    *, qualification: Qualification, player: RegisteredPlayer, given: str, reason: str, by: User
) -> None:
    """Somebody confirms, declines, or (empty) takes the answer back."""
    with act("qualification.answered", qualification, by=by) as done:
        found = done.row
        if found.state != State.PUBLISHED:
            raise Refused("qualification.not_published")
        own = found.answers.filter(player=player).first()
        before = own.answer if own else ""
        if before == given and (own is None or own.reason == reason):
            return done.nothing()
        names = _names(found)
        if not given:
            if own:
                own.delete()
        else:
            QualifiedAnswer.objects.update_or_create(
                qualification=found,
                player=player,
                defaults={"answer": given, "reason": reason[:200], "by": by},
            )
        after = _names(found)
        up = [name for name in after if name not in names]
        done.record(
            found,
            label=f"{found.name} · {player.name}"[:160],
            before={"answer": before},
            after={"answer": given} | ({"moved_up": up} if up else {}),
            reason=reason,
        )


def remove_qualification(*, qualification: Qualification, by: User, confirmed: str = "") -> None:
    """A draft goes for good."""
    with act(
        "qualification.removed", qualification, by=by, confirmed=confirmed, quiet=QUIET
    ) as done:
        found = _draft(done.row)
        reasons = [Reason("qualification.removed_for_good", {"name": found.name})]
        done.require("qualification.removed", level=3, reasons=reasons)
        done.record(found, label=found.name)
        found.delete()


def _draft(qualification: Qualification) -> Qualification:
    if qualification.state != State.DRAFT:
        raise Refused("qualification.is_published")
    return qualification


def _keep_rankings(qualification: Qualification) -> None:
    for quota in qualification.quotas.select_related("qualification", "tournament", "section__cup"):
        quota.ranking = [
            [one.player, one.place, one.value, one.province] for one in ranking_of(quota)
        ]
        quota.ranked_at = timezone.now()
        quota.save(update_fields=["ranking", "ranked_at"])


def _names(qualification: Qualification) -> list[str]:
    return [row.name for row in qualified(qualification).rows if row.player]
