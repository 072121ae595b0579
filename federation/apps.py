from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FederationConfig(AppConfig):
    name = "federation"
    verbose_name = _("Federation")

    def ready(self) -> None:
        # Models can be imported from here on, and not before.
        from federation.queries import entries_news
        from federation.queries.entries_desk import left_in
        from federation.queries.entries_money import owing_in
        from federation.queries.sitemap import paths as sitemap_paths
        from federation.services import ratings_reports
        from federation.services.entries_forgetting import forget_bookings
        from federation.services.outcomes import keep_outcomes
        from federation.services.people import hear_of_lists
        from federation.wording import KEYS, SENTENCES
        from federation.wording.entries import CHOICES
        from tournaments import wording
        from tournaments.kernel import log
        from tournaments.kernel.acts import keepers
        from tournaments.queries.entries import checkin
        from tournaments.queries.hall import followed
        from tournaments.services.setup import forgetting
        from tournaments.web import sitemaps
        from tournaments.wording import keys

        wording.SENTENCES.update(SENTENCES)
        keys.KEYS.update(KEYS)
        keys.CHOICES.update(CHOICES)
        log.listeners.append(ratings_reports.hear)
        keepers.append(keep_outcomes)
        log.listeners.append(hear_of_lists)
        checkin.notes += [owing_in, left_in]
        forgetting.KINDS["bookings"] = forget_bookings
        followed.tellers[entries_news.KIND] = entries_news.news_of
        sitemaps.MORE.append(sitemap_paths)
