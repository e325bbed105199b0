"""The URLs of people, statistics and leaderboards."""

from django.urls import path

from games.club.views import statistics

app_name = "club"

urlpatterns = [
    path("game/<int:game_id>/statistics/", statistics.game, name="game-statistics"),
]
