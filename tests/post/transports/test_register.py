"""The register of transports, which the choices of channels come from."""

import pytest

from games.post.errors import PostError
from games.post.forms import WebhookForm
from games.post.models import WEBHOOKS, Channel, ChannelKind, Letter
from games.post.transports import MAIL, REGISTER, transport_of, transports


def test_each_transport_has_a_name_of_its_own_that_a_row_can_keep():
    names = list(transports())
    assert len(names) == len(REGISTER)
    longest = Channel._meta.get_field("kind").max_length
    assert all(0 < len(name) <= longest for name in names)


def test_people_choose_among_all_but_mail():
    assert sorted([*ChannelKind.values, MAIL]) == sorted(transports())
    assert dict(WebhookForm().fields["kind"].choices).keys() == set(WEBHOOKS)


@pytest.mark.parametrize("kind", ChannelKind)
def test_no_channel_leads_to_a_private_address(kind: str):
    with pytest.raises(PostError):
        transports()[kind].check("https://127.0.0.1/")


@pytest.mark.parametrize("kind", ChannelKind)
def test_a_letter_takes_the_transport_of_its_channel(kind: str):
    assert transport_of(Letter(channel=Channel(kind=kind))).name == kind
    assert transport_of(Letter()).name == MAIL


def test_secrets_that_programs_know_stay_as_they_are(settings):
    settings.SECRET_KEY = "of-this-test"
    channel = Channel(pk=7, kind="json", url="https://hook.example/x")
    known = "3b3ddcfe00065d43bcbc7921e5962059b0747c6f3d935414216179b0c836b86d"
    assert transports()["json"].secret(channel) == known
