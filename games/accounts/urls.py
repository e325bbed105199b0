"""The URLs of a person's own account, besides those of django-allauth."""

from django.urls import path

from games.accounts import views

app_name = "accounts"

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("profile/about", views.about, name="about"),
    path("display/", views.display, name="display"),
    path("language", views.language, name="language"),
    path("here/", views.here, name="here"),
    path("rest/", views.rest, name="rest"),
    path("rest/vacation", views.book_vacation, name="book-vacation"),
    path("rest/vacation/<int:vacation_id>/cancel", views.cancel_vacation, name="cancel-vacation"),
    path("data/", views.data, name="data"),
    path("data/<int:number>/", views.download, name="download"),
    path("delete/", views.delete, name="delete"),
    path("delete/stop", views.keep, name="keep"),
    path("delete/stop/<str:token>/", views.keep_by_link, name="keep-by-link"),
    path("sessions/", views.sessions, name="sessions"),
    path("sessions/others/end", views.end_other_sessions, name="end-other-sessions"),
    path("sessions/<int:number>/end", views.end_session, name="end-session"),
    path("bots/", views.bot_accounts, name="bot-accounts"),
    path("bots/<int:number>/seating", views.seat_bot, name="seat-bot"),
    path("bots/<int:number>/close", views.close_bot, name="close-bot"),
    path("bots/<int:number>/token/", views.new_token, name="new-bot-token"),
    path("tokens/new/", views.new_token, name="new-token"),
    path("tokens/<int:number>/revoke", views.revoke_token, name="revoke-token"),
]
