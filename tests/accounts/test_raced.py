"""Two requests at once: who is quicker has it, and the other gets a sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.accounts import former, services
from games.accounts.models import User
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def overtake(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str, Callable[[], object]], None]:
    """Let something happen in another request just before one calls a function, once."""

    def patch(place: Any, name: str, happens: Callable[[], object]) -> None:
        call, left = getattr(place, name), [happens]

        def late(*args: Any, **kwargs: Any) -> Any:
            if left:
                left.pop()()
            return call(*args, **kwargs)

        monkeypatch.setattr(place, name, late)

    return patch


def test_two_sign_up_with_one_name(client: Client, overtake: Any) -> None:
    overtake(former, "is_kept", lambda: UserFactory(username="Hildegard"))
    fields = {"username": "Hildegard", "email": "h@example.net", "password1": PASSWORD}
    page = client.post(reverse("account_signup"), fields)
    assert "looks like one that is" in page.text
    assert User.objects.count() == 1


def test_two_choose_one_name(client: Client, overtake: Any) -> None:
    person = UserFactory()
    client.force_login(person)
    overtake(services, "change_profile", lambda: UserFactory(username="Hildegard"))
    fields = {"username": "Hildegard", "time_zone": "UTC"}
    assert "looks like one that is" in client.post(reverse("accounts:profile"), fields).text
    assert User.objects.get(pk=person.pk).username == person.username


def test_a_new_address_is_given_with_two_clicks(client: Client, overtake: Any) -> None:
    person = UserFactory()
    client.force_login(person)
    new = EmailAddress(user=person, email="new@example.net")
    overtake(EmailAddress.objects, "create", new.save)
    fields = {"email": new.email, "action_add": ""}
    page = client.post(reverse("account_email"), fields, follow=True)
    assert page.status_code == 200
    assert EmailAddress.objects.filter(user=person, email=new.email).count() == 1
