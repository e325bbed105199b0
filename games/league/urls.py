"""The URLs of leagues and cups."""

from django.urls import path

from games.league.views import entering, shown

app_name = "league"

SEASON = "leagues/<slug:slug>/<int:season>"

urlpatterns = [
    path("leagues/", shown.leagues, name="leagues"),
    path("leagues/<slug:slug>/", shown.league, name="league"),
    path(f"{SEASON}/", shown.season, name="season"),
    path(f"{SEASON}/season.atom", shown.season_atom, name="season-atom"),
    path(f"{SEASON}/season.ics", shown.season_calendar, name="season-calendar"),
    path(f"{SEASON}/register", entering.register, name="register"),
    path(f"{SEASON}/withdraw", entering.withdraw, name="withdraw"),
    path(f"{SEASON}/volunteer", entering.volunteer, name="volunteer"),
    path(f"{SEASON}/stop-volunteering", entering.stop_volunteering, name="stop-volunteering"),
    path(f"{SEASON}/<int:division>/", shown.division, name="division"),
    path(f"{SEASON}/<int:division>/division.atom", shown.division_atom, name="division-atom"),
    path(
        f"{SEASON}/<int:division>/division.ics", shown.division_calendar, name="division-calendar"
    ),
]
