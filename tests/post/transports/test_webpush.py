"""Pushes are encrypted as RFC 8291 says, and signed as RFC 8292 says."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.post.transports import webpush
from games.post.transports.webpush import BadKeys, DeviceKeys, decoded, encoded, encrypt

PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"


def test_the_example_of_the_rfc() -> None:
    own = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        DeviceKeys.read(PUBLIC, SECRET),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        own=ec.derive_private_key(own, ec.SECP256R1()),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


@pytest.mark.parametrize(
    ("public", "secret"),
    [("", SECRET), (PUBLIC, ""), (PUBLIC[:-2], SECRET), (PUBLIC, SECRET * 2), ("B" * 87, SECRET),
     (PUBLIC + "A" * 10_000, SECRET), ("ä", SECRET), (PUBLIC, "not/base64url!"),
     (PUBLIC + "=" * 1_000_000, SECRET), (PUBLIC, SECRET + "=" * 1_000_000)],
)  # fmt: skip
def test_wrong_keys_are_refused(public: str, secret: str) -> None:
    with pytest.raises(BadKeys):
        DeviceKeys.read(public, secret)


def test_a_message_that_no_push_takes_is_refused() -> None:
    device = DeviceKeys.read(PUBLIC, SECRET)
    assert len(encrypt(b"x" * webpush.LONGEST, device)) <= webpush.RECORD
    with pytest.raises(ValueError, match="bytes at most"):
        encrypt(b"x" * (webpush.LONGEST + 1), device)
