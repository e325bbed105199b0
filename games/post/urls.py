"""The addresses of the mail room."""

from django.urls import path

from games.post import views

app_name = "post"

urlpatterns = [
    path("letters/", views.letters, name="letters"),
    path("mailbox/", views.mailbox, name="mailbox"),
    path("mailbox/<str:file>/<int:number>/", views.one_mail, name="mail"),
    path("mailbox/<str:file>/<int:number>/html/", views.mail_html, name="mail-html"),
]
