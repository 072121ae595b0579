"""Staff by e-mail: a signed link that opens once, and asks for a password where none is known."""

from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.guards import refuse_in_a_sandbox
from tournaments.kernel.jobs import hand_over
from tournaments.kernel.log import MOMENT
from tournaments.kernel.mail import HANDED_OVER, Away, NotTaken, next_try, send_text
from tournaments.models import Event, Invitation, Role, StaffMember, User
from tournaments.services.setup.events import FOR_THE_STAFF

SALT = "hakem.invitation"
MAX_AGE = 14 * 24 * 3600
TASK = "tournaments.tasks.send_invitation"


def invite(*, event: Event, email: str, role: Role, language: str, by: User) -> Invitation:
    """Offer a duty. A second invitation to the same address replaces the first."""
    email = email.strip().lower()
    with act("staff.invited", event, by=by, quiet=FOR_THE_STAFF) as done:
        refuse_in_a_sandbox(event)
        now = timezone.now()
        earlier = event.invitations.filter(email=email, accepted_at=None, withdrawn_at=None)
        same = {"role": role, "language": language, "created_by": by}
        if twin := earlier.filter(**same, created_at__gt=now - MOMENT).first():
            return done.nothing(twin)  # the second press of the same button
        earlier.update(withdrawn_at=now, due_at=None)
        invitation = Invitation.objects.create(
            event=event, email=email, role=role, language=language, created_by=by,
            due_at=now + HANDED_OVER,
        )  # fmt: skip
        done.record(invitation, label=email, after=role)
        transaction.on_commit(lambda: hand_over(TASK, invitation.pk))
        return invitation


def invitation_link(invitation: Invitation) -> str:
    token = signing.dumps({"invitation": invitation.pk}, salt=SALT)
    with override(invitation.language):
        return f"{settings.SITE_URL}{reverse('invitation', args=[token])}"


def send_invitation(pk: int) -> None:
    """In a worker: the message, unless it was sent or withdrawn; tried again when the mail server
    is away."""
    with transaction.atomic():
        invitation = (
            Invitation.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("event", "created_by")
            .filter(pk=pk, due_at__isnull=False)
            .first()
        )
        if invitation is None:
            return
        invitation.tries += 1
        invitation.due_at = None
        if invitation.open:
            try:
                send_text(_text(invitation), invitation.email)
            except Away:
                invitation.due_at = next_try(invitation.tries, invitation.created_at)
            except NotTaken:
                pass
            else:
                invitation.sent_at = timezone.now()
        invitation.save(update_fields=["tries", "due_at", "sent_at"])


def enqueue_due() -> int:
    """Hand to a worker what is to be tried again, or what a lost queue had."""
    now = timezone.now()
    due = list(Invitation.objects.filter(due_at__lte=now).order_by("due_at")[:100])
    for invitation in due:
        mine = Invitation.objects.filter(pk=invitation.pk, due_at=invitation.due_at)
        if mine.update(due_at=now + HANDED_OVER):
            hand_over(TASK, invitation.pk)
    return len(due)


def _text(invitation: Invitation) -> str:
    with override(invitation.language):
        return render_to_string(
            "mail/invitation.txt",
            {
                "event": invitation.event,
                "role": invitation.get_role_display(),
                "by": invitation.created_by,
                "link": invitation_link(invitation),
            },
        )


def withdraw_invitation(*, invitation: Invitation, by: User) -> None:
    with act("staff.invitation_withdrawn", invitation, by=by, quiet=FOR_THE_STAFF) as done:
        invitation = done.row
        if not invitation.open:
            return done.nothing()
        invitation.withdrawn_at, invitation.due_at = timezone.now(), None
        invitation.save(update_fields=["withdrawn_at", "due_at"])
        done.record(invitation, label=invitation.email)


def invitation_of(token: str) -> Invitation:
    """The open invitation behind a link."""
    try:
        found = signing.loads(token, salt=SALT, max_age=MAX_AGE)["invitation"]
    except signing.BadSignature as error:
        raise Refused("invitation.expired") from error
    invitation = Invitation.objects.select_related("event").filter(pk=found).first()
    if invitation is None or not invitation.open or invitation.event.removed:
        raise Refused("invitation.expired")
    return invitation


def user_behind(invitation: Invitation) -> User | None:
    return User.objects.filter(email__iexact=invitation.email, is_active=True).first()


def accept(*, token: str, user: User | None = None, values: dict[str, Any] | None = None) -> User:
    """Take up the duty: as the user who is signed in, or as a new one with a password.

    Users who have a password already must sign in with it: a link that went astray must not open
    an account that does more than this duty.
    """
    with act("staff.changed", invitation_of(token), by=user, quiet=FOR_THE_STAFF) as done:
        invitation = done.row
        if not invitation.open:
            raise Refused("invitation.expired")
        if user is None:
            if user_behind(invitation):
                raise Refused("invitation.sign_in_first")
            user = done.by = _new_user(invitation, values or {})
        duty = StaffMember.objects.filter(event=invitation.event, user=user).first()
        before = duty.role if duty else None
        role = Role(invitation.role)
        if duty is None or not Role(duty.role).covers(role):
            StaffMember.objects.update_or_create(
                event=invitation.event, user=user, defaults={"role": role}
            )
        invitation.accepted_at = timezone.now()
        invitation.save(update_fields=["accepted_at"])
        done.record(user, before=before, after=role)
        return user


def _new_user(invitation: Invitation, values: dict[str, Any]) -> User:
    user = User(
        username=values["username"],
        email=invitation.email,
        first_name=values["first_name"],
        last_name=values["last_name"],
        language=invitation.language,
    )
    validate_password(values["password"], user)
    user.set_password(values["password"])
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise Refused("invitation.name_taken", field="username") from error
    return user
