"""Addresses that only this site can make."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.post.inbound.address import (
    LONGEST,
    Address,
    bounce_address,
    parse_address,
    reply_address,
)

KINDS = st.sampled_from(["turn", "vote", "x"])
PAYLOADS = st.from_regex(r"[a-z0-9]{1,8}(\.[0-9]{1,7}){0,2}", fullmatch=True)


@pytest.fixture(autouse=True, scope="module")
def _domain():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.REPLY_DOMAIN", "reply.example.org", raising=False)
        yield


@given(KINDS, PAYLOADS, st.randoms())
def test_an_address_says_what_it_was_made_for_in_any_case(kind, payload, rng):
    address = reply_address(kind, payload)
    mixed = "".join(rng.choice([str.upper, str.lower])(letter) for letter in address)

    assert parse_address(mixed) == Address(kind, payload)
    assert len(address.partition("@")[0]) <= LONGEST


@given(KINDS, PAYLOADS, st.data())
def test_one_changed_character_makes_it_worthless(kind, payload, data):
    address = reply_address(kind, payload)
    at = data.draw(st.integers(0, len(address) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz0123456789.-+@ "))
    assume(letter != address[at])

    assert parse_address(address[:at] + letter + address[at + 1 :]) is None


@given(st.text(max_size=80))
def test_nothing_that_was_not_made_here_is_about_anything(text):
    assert parse_address(text) is None
    assert parse_address(f"{text}@reply.example.org") is None


@given(PAYLOADS, PAYLOADS)
def test_a_signature_does_not_fit_another_payload(one, other):
    assume(one != other)
    signature = reply_address("turn", one).partition("@")[0].rpartition(".")[2]

    assert parse_address(f"hansa+turn.{other}.{signature}@reply.example.org") is None


def test_another_key_makes_other_addresses(settings):
    address = reply_address("turn", "1.2.3")
    settings.SECRET_KEY = "another"

    assert parse_address(address) is None


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("Turn", "1"), ("turn", ""), ("turn", "A"), ("turn", "a@b"), ("turn", "1" * 60), ("", "1")],
)
def test_what_cannot_stand_in_an_address_is_refused(kind, payload):
    with pytest.raises(ValueError, match=r"address|longer"):
        reply_address(kind, payload)


def test_a_site_that_takes_no_mail_has_no_addresses(settings):
    address = reply_address("turn", "1.2.3")
    settings.REPLY_DOMAIN = ""

    assert reply_address("turn", "1.2.3") == ""
    assert bounce_address(7) == ""
    assert parse_address(address) is None


def test_the_longest_number_of_a_letter_stands_in_an_address():
    address = bounce_address(2**63 - 1)

    assert parse_address(address.upper()) == Address("bounce", str(2**63 - 1))
    assert len(address.partition("@")[0]) <= LONGEST
