"""The URLs of people, statistics and and of staff."""

from django.urls import path

from games.club.staff import views as staff
from games.club.views import finding, open_data, people, plays, profiles, reports, statistics

app_name = "club"

urlpatterns = [
    path("leaderboards/", statistics.leaderboard, name="leaderboard"),
    path("leaderboards/<slug:title>/", statistics.leaderboard, name="leaderboard-of"),
    path("calibration/<slug:title>/", statistics.calibration, name="calibration"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/<slug:title>/", statistics.statistics, name="statistics-of"),
    path("game/<int:game_id>/statistics/", statistics.game, name="game-statistics"),
    path("open-data/", open_data.open_data, name="open-data"),
    path("open-data/SHA256SUMS", open_data.sums, name="open-data-sums"),
    path("open-data/<str:name>", open_data.file, name="open-data-file"),
    path("plays.csv", plays.table, name="plays-table"),
    path("plays.bgsplay", plays.bg_stats, name="plays-bg-stats"),
    path("games/", finding.games, name="open-games"),
    path("games/next-table/", finding.wait_for_table, name="wait-for-table"),
    path("games/next-table/stop", finding.stop_waiting, name="stop-waiting"),
    path("games/searches/save", finding.save_search, name="save-search"),
    path("games/searches/<int:number>/remove", finding.remove_search, name="remove-search"),
    path("games/running/", finding.games, {"shown": "running"}, name="running-games"),
    path("games/finished/", finding.games, {"shown": "finished"}, name="finished-games"),
    path("staff/", staff.find, name="staff"),
    path("report/<slug:about>/<int:number>/", reports.report, name="report"),
    path("staff/reports/", staff.reports, name="staff-reports"),
    path("staff/reports/<int:report_id>", staff.answer, name="staff-answer"),
    path("staff/pairs/", staff.pairs, name="staff-pairs"),
    path("staff/pairs/<int:pair_id>/", staff.pair, name="staff-pair"),
    path("staff/guides/", staff.guides, name="staff-guides"),
    path("staff/deletions/", staff.deletions, name="staff-deletions"),
    path("staff/acts/", staff.acts, name="staff-acts"),
    path("staff/game/<int:game_id>/", staff.game, name="staff-game"),
    path("staff/game/<int:game_id>/<slug:kind>", staff.act, name="staff-act"),
    path("staff/person/<int:user_id>/", staff.person, name="staff-person"),
    path("staff/person/<int:user_id>/account", staff.account, name="staff-account"),
    path("staff/person/<int:user_id>/merge", staff.merge, name="staff-merge"),
    path("staff/person/<int:user_id>/see-as", staff.start_seeing, name="staff-see-as"),
    path("staff/stop-seeing", staff.stop_seeing, name="staff-stop-seeing"),
    path("people/", people.people, name="people"),
    path("people/<str:username>/", profiles.person, name="person"),
    path("people/<str:username>/games/", profiles.person_games, name="person-games"),
    path("people/<str:username>/follow", people.follow, name="follow"),
    path("people/<str:username>/unfollow", people.unfollow, name="unfollow"),
    path("people/<str:username>/block", people.block, name="block"),
    path("people/<str:username>/unblock", people.unblock, name="unblock"),
    path("people/<str:username>/<slug:part>/", profiles.person_part, name="person-part"),
    path("bots/<slug:bot>/", profiles.bot, name="bot"),
    path("bots/<slug:bot>/games/", profiles.bot_games, name="bot-games"),
    path("bots/<slug:bot>/style/", profiles.bot_style, name="bot-style"),
]
