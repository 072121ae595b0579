from django.apps import apps
from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from django.views.generic import RedirectView

from tournaments.views import sheets
from tournaments.views.public import site

federation = apps.is_installed("federation")
urlpatterns = [
    *([path("api/v1/", include("federation.api.urls"))] if federation else ()),
    path("api/", include("tournaments.api.urls")),
    path("sw.js", site.service_worker),
    path("manifest.webmanifest", site.manifest),
    path("robots.txt", site.robots),
    path("d/<slug:code>/", sheets.short, name="sheet"),  # printed in QR codes
    path("p/<str:token>/", sheets.printout, name="printout"),  # for a printer without a login
    path("sitemap.xml", site.sitemap),
    *([path("", include("federation.urls.root"))] if federation else ()),
    path("", RedirectView.as_view(pattern_name="public:home")),
    *(i18n_patterns(path("", include("federation.urls"))) if federation else ()),
    *i18n_patterns(path("", include("tournaments.urls.desk"))),
]
handler404 = "tournaments.views.problems.not_found"
handler403 = "tournaments.views.problems.forbidden"
handler500 = "tournaments.views.problems.broken"
