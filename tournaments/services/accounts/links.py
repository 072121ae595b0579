"""Links for new passwords, sent by mail: promised at once, sent by a worker, and tried again while
the mail server is away. The link is made when the message is, and holds for a day from then on."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import override

from tournaments.kernel.jobs import hand_over
from tournaments.kernel.mail import HANDED_OVER, Away, NotTaken, next_try, send_text
from tournaments.kernel.sweeping import forget
from tournaments.models import PasswordMail, User

TASK = "tournaments.tasks.send_password_link"
#: it is remembered so long that a link was sent
KEPT = timedelta(days=30)


def promise_to(*, email: str, language: str) -> None:
    """To every account with this address that has a password; whether there is one, nobody
    learns."""
    for user in PasswordResetForm().get_users(email):
        promise(user=user, language=language)


def promise(*, user: User, language: str) -> PasswordMail:
    """One message waits for a user at a time: the second press finds the first."""
    waiting = PasswordMail.objects.filter(user=user, due_at__isnull=False).first()
    if waiting is None:
        due = timezone.now() + HANDED_OVER
        waiting = PasswordMail.objects.create(user=user, language=language, due_at=due)
        hand_over(TASK, waiting.pk)
    return waiting


def send(pk: int) -> None:
    """In a worker: the message, unless it was sent, or its account was locked meanwhile."""
    with transaction.atomic():
        found = PasswordMail.objects.select_for_update(skip_locked=True, of=("self",))
        mail = found.select_related("user").filter(pk=pk, due_at__isnull=False).first()
        if mail is None:
            return
        mail.tries += 1
        mail.due_at = None
        if mail.user.is_active and mail.user.email:
            try:
                send_text(_text(mail), mail.user.email)
            except Away:
                mail.due_at = next_try(mail.tries, mail.asked_at)
            except NotTaken:
                pass
            else:
                mail.sent_at = timezone.now()
        mail.save(update_fields=["tries", "due_at", "sent_at"])


def enqueue_due() -> None:
    """Hand to a worker what is to be tried again, or what a lost queue had."""
    now = timezone.now()
    for mail in PasswordMail.objects.filter(due_at__lte=now).order_by("due_at")[:100]:
        mine = PasswordMail.objects.filter(pk=mail.pk, due_at=mail.due_at)
        if mine.update(due_at=now + HANDED_OVER):
            hand_over(TASK, mail.pk)


def forget_old() -> None:
    old = PasswordMail.objects.filter(asked_at__lt=timezone.now() - KEPT)
    forget(old.filter(due_at=None))


def _text(mail: PasswordMail) -> str:
    context = {
        "user": mail.user,
        "uid": urlsafe_base64_encode(force_bytes(mail.user.pk)),
        "token": default_token_generator.make_token(mail.user),
        "site": settings.SITE_URL,
    }
    with override(mail.language):
        return render_to_string("mail/password.txt", context)
