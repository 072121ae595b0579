from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from tournaments.api import views

v1 = [
    path("", views.root, name="root"),
    path("openapi.json", SpectacularAPIView.as_view(), name="openapi"),
    path("events/", views.EventList.as_view(), name="events"),
    path("events/<slug:slug>/", views.EventDetail.as_view(), name="event"),
    path("tournaments/<int:pk>/", views.TournamentDetail.as_view(), name="tournament"),
    path("tournaments/<int:pk>/players/", views.PlayerList.as_view(), name="players"),
    path("tournaments/<int:pk>/rounds/", views.RoundList.as_view(), name="rounds"),
    path("tournaments/<int:pk>/rounds/<int:number>/", views.RoundDetail.as_view(), name="round"),
    path("tournaments/<int:pk>/rounds/<int:number>/pair/", views.PairRound.as_view(), name="pair"),
    path(
        "tournaments/<int:pk>/rounds/<int:number>/publish/",
        views.PublishRound.as_view(),
        name="publish",
    ),
    path("tournaments/<int:pk>/standings/", views.Standings.as_view(), name="standings"),
    path("boards/<int:pk>/result/", views.EnterResult.as_view(), name="result"),
]

urlpatterns = [path("v1/", include((v1, "api")))]
