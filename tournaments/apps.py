from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Models can be imported from here on, and not before.
        from config import celery  # noqa: F401  (shared tasks need the application)
        from config.metrics import FURTHER
        from tournaments.kernel.another_database import forget_what_is_of_another
        from tournaments.register import changes
        from tournaments.services.accounts import door
        from tournaments.services.entries.rating_check import check_tournaments
        from tournaments.services.hall import announcing
        from tournaments.services.papers import at_publication
        from tournaments.services.programs import streams, webhooks
        from tournaments.web import metrics, pages

        pre_migrate.connect(refuse_another_history, sender=self)
        post_migrate.connect(forget_what_is_of_another, sender=self)
        FURTHER.append(metrics.State())
        pages.watch()
        webhooks.listen()
        streams.listen()
        announcing.listen()
        at_publication.listen()
        door.listen()
        changes.listeners.append(check_tournaments)


def refuse_another_history(using: str, **_kwargs: Any) -> None:
    """Nothing is done to a database that a version before 1.0.0, or a newer one, has made."""
    # Only `migrate` comes here.
    from django.core.management import CommandError
    from django.db import connections
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connections[using])
    unknown = [
        name
        for app, name in loader.applied_migrations
        if app == "tournaments" and (app, name) not in loader.disk_migrations
    ]
    if unknown:
        raise CommandError(
            "this database was made by another version of Hakem (before 1.0.0, or newer than this "
            f"one: {min(unknown)}). Start that version, or move the data away and begin anew"
        )
