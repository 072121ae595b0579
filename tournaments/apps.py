from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Models can be imported from here on, and not before.
        from config import celery  # noqa: F401  (shared tasks need the application)
        from tournaments.register import changes
        from tournaments.services.entries.rating_check import check_tournaments
        from tournaments.services.programs import webhooks
        from tournaments.web import pages

        pages.watch()
        webhooks.listen()
        changes.listeners.append(check_tournaments)
