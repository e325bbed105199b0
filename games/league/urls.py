"""The URLs of leagues and cups."""

from django.urls import path

from games.league import staff
from games.league.views import cups, entering, shown

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
    path("cups/new/", cups.new, name="new-cup"),
    path("cups/join/<str:token>/", cups.join, name="join-cup"),
    path("cups/join/<str:token>/cancel", cups.cancel, name="cancel-cup"),
    path("staff/leagues/", staff.leagues, name="staff"),
    path("staff/leagues/apart", staff.keep_apart, name="staff-keep-apart"),
    path("staff/leagues/apart/<int:pair_id>", staff.let_together, name="staff-let-together"),
    path("staff/leagues/<int:season_id>/", staff.season, name="staff-season"),
    path("staff/leagues/<int:season_id>/<slug:kind>", staff.act, name="staff-act"),
]
