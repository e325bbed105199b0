"""URLs of notifications and the test mailbox."""

from django.urls import path

from games.post import channels, connecting, devices, views

app_name = "post"

urlpatterns = [
    path("letters/", views.letters, name="letters"),
    path("letters/test/", channels.try_mail, name="try"),
    path("letters/works-again/", views.works_again, name="works-again"),
    path("letters/when/", views.when, name="when"),
    path("letters/when/<str:topic>/", views.about, name="about"),
    path("letters/webhooks/", views.webhooks, name="webhooks"),
    path("letters/channels/<int:number>/", channels.channel, name="channel"),
    path("letters/trials/<int:number>/", channels.trial, name="trial"),
    path("devices/", devices.connect, name="connect"),
    path("devices/key/", devices.key, name="push-key"),
    path("devices/here/", devices.here, name="here"),
    path("devices/arrived/<str:token>/", devices.arrived, name="arrived"),
    path("connect/ntfy/", connecting.ntfy, name="connect-ntfy"),
    path("connect/telegram/", connecting.telegram, name="connect-telegram"),
    path("connect/discord/", connecting.discord, name="connect-discord"),
    path("connect/discord/back/", connecting.discord_back, name="discord-back"),
    path("telegram/", connecting.updates, name="telegram"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("mailbox/", views.mailbox, name="mailbox"),
    path("mailbox/<str:file>/<int:number>/", views.one_mail, name="mail"),
    path("mailbox/<str:file>/<int:number>/html/", views.mail_html, name="mail-html"),
]
