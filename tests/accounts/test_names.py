"""No name is taken for another's, and no password is guessed from a name."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from games.accounts import people
from games.accounts.models import User
from games.accounts.models.user import has_name
from games.accounts.names import MOST_MARKS, check_alphabet, check_name, look_of
from games.accounts.passwords import NameValidator
from tests.factories import PASSWORD, UserFactory


def sign_up(client: Client, **changes: str):
    data = {"username": "Hildegard", "email": "h@example.org", "password1": PASSWORD}
    return client.post(reverse("account_signup"), data | changes, follow=True)


@pytest.mark.parametrize(
    "name",
    ["Hildegard", "Jürgen", "Łukasz", "Ἀθηνᾶ", "Анна", "山田太郎", "やまだ Taro", "김철수", "שלום",
     "Max 7", "D.Ø", "Strauß", "प्रिया", "நித்யா", "মৌসুমী", "สมชาย", "ကျော်", "שָׁלוֹם", "مُحَمَّد", "Ɛ̀lɛ̀",
     "Jean-Luc"],
)  # fmt: skip
def test_names_of_all_the_world_are_taken(name: str) -> None:
    check_name(name)
    check_alphabet(name)


@pytest.mark.parametrize(
    "name",
    ["", " Max", "Max  Muster", "-Max", "Max!", "\u0301Max", "Max \u0301", "7\u20e3", "Max\n",
     "Ma\u202ex", "Ma\u200bx", "Z" + "\u0335" * (MOST_MARKS + 1), "Jose\u0301\u0301",
     "\u05e9\u05b8\u05b8"],
)  # fmt: skip
def test_marks_without_a_letter_and_towers_of_them_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="letters and digits"):
        check_name(name)


@pytest.mark.parametrize(
    "letter",
    ["\ufe0f", "\U000e0100", "\u034f", "\u1160", "\u115f", "\u3164", "\uffa0", "\u180b", "\u17b4"],
)
def test_no_name_has_a_letter_that_nobody_sees(letter: str) -> None:
    for name in (f"Max{letter}", f"M{letter}ax", letter * 2):
        with pytest.raises(ValidationError, match="letters and digits"):
            check_name(name)


COMPOSED, DECOMPOSED = "An\u00e1", "Ana\u0301"


@pytest.mark.django_db
def test_a_name_has_one_spelling_however_it_is_typed(client: Client) -> None:
    sign_up(client, username=DECOMPOSED)
    person = User.objects.get()
    assert person.username == COMPOSED
    assert User.objects.get(has_name(DECOMPOSED)) == person
    assert client.get(reverse("club:person", args=[DECOMPOSED])).status_code == 200
    other = sign_up(Client(), username=COMPOSED, email="other@example.org")
    assert "looks like one that is" in other.text
    signed_in = {"login": DECOMPOSED, "password": PASSWORD}
    assert Client().post(reverse("account_login"), signed_in).status_code == 302
    client.force_login(person)
    page = client.post(
        reverse("accounts:profile"), {"username": "Jose\u0301", "time_zone": "UTC"}, follow=True
    )
    assert "Saved." in page.text
    person.refresh_from_db()
    assert person.username == "Jos\u00e9"


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Jörg", ["jorg", "JÖRG", "joerg", "Jo\u0308", "rg"]),
        ("Ἑλένη", ["ελενη", "Ελένη", "ΕΛΈΝΗ"]),
        ("Łukasz", ["lukasz", "łuk"]),
        ("Strauß", ["strauss", "STRAUß"]),
        ("प्रिया", ["प्रि", "रिया"]),
        ("Ærø", ["aero", "ÆRØ"]),
        ("שָׁלוֹם", ["שלום"]),
        ("Иван Чайка", ["чаика", "ЧАЙ"]),
        ("김철수", ["철수"]),
    ],
)
@pytest.mark.django_db
def test_people_are_found_without_accents(name: str, texts: list[str]) -> None:
    person = UserFactory(username=name)
    UserFactory(username="Somebody")
    for text in texts:
        assert list(people.search(text)) == [person], text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ｈildegard", "ordinary letters"),
        ("ﬁnn", "ordinary letters"),
        ("𝐀nna", "ordinary letters"),
        ("Max²", "ordinary letters"),
        ("Hіldegard", "one alphabet in your name. This one mixes Cyrillic and Latin"),
        ("Αnna", "one alphabet"),
        ("Анна Smith", "one alphabet"),
        ("Max٣", "one alphabet"),
    ],
)
@pytest.mark.django_db
def test_letters_that_only_look_like_others_are_refused(
    client: Client, name: str, sentence: str
) -> None:
    assert sentence in sign_up(client, username=name).text
    assert not User.objects.exists()
    person = UserFactory(username="Merchant")
    client.force_login(person)
    page = client.post(reverse("accounts:profile"), {"username": name, "time_zone": "UTC"})
    assert sentence in page.text
    person.refresh_from_db()
    assert person.username == "Merchant"


LOOK_ALIKE = [
    ("Bill", "BiII"),
    ("Paul", "PauI"),
    ("Max", "Мах"),
    ("Otto", "0tto"),
    ("anna", "ANNA"),
    ("Marie", "Mari\u0307e"),
    ("\u0643\u0645\u0627\u0644 \u0664\u0663", "\u06a9\u0645\u0627\u0644 \u0664\u06f3"),
    ("\u0639\u0644\u064a", "\u0639\u0644\u06cc"),
]


@pytest.mark.parametrize(("one", "other"), [*LOOK_ALIKE, *[(b, a) for a, b in LOOK_ALIKE]])
@pytest.mark.django_db
def test_who_looks_like_another_takes_another_name(client: Client, one: str, other: str) -> None:
    UserFactory(username=one)
    assert "looks like one that is" in sign_up(client, username=other).text
    person = UserFactory(username="Merchant")
    client.force_login(person)
    page = client.post(reverse("accounts:profile"), {"username": other, "time_zone": "UTC"})
    assert "looks like one that is" in page.text
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(username=other)


@pytest.mark.django_db
def test_a_name_looks_like_itself_and_is_free_again_when_it_is_given_up(client: Client) -> None:
    person = UserFactory(username="Bill")
    client.force_login(person)
    for name in ("BILL", "Bill", "William"):
        page = client.post(
            reverse("accounts:profile"), {"username": name, "time_zone": "UTC"}, follow=True
        )
        assert "Saved." in page.text
    UserFactory(username="BiII")


def test_different_names_look_different() -> None:
    assert len({look_of(name) for name in ("Anna", "Hanna", "Anne", "Änna", "Анна", "An na")}) == 6


PERSON = User(username="Hildegard", email="abbess.bingen@example.org")


@pytest.mark.parametrize(
    "password",
    ["hildegardx", "xHildegard1", "hildegard1234567", "Hildegard-12345678", "hildegardhildegard",
     "abbess99", "bingen.abbess", "abbess.bingen@example.org", "hildegardpassword"],
)  # fmt: skip
def test_a_name_and_a_bit_is_no_password(password: str) -> None:
    with pytest.raises(ValidationError, match="don't count"):
        NameValidator().validate(password, PERSON)


@pytest.mark.parametrize(
    "password", ["seven-herrings", "hildegard eats herrings", "eats.herrings.hildegard"]
)
def test_a_name_in_a_good_password_does_no_harm(password: str) -> None:
    NameValidator().validate(password, PERSON)
    NameValidator().validate(password, None)


def test_short_names_count_too() -> None:
    with pytest.raises(ValidationError):
        NameValidator().validate("Bo1234567", User(username="Bo"))
    NameValidator().validate("bobsled-riders", User(username="Bo"))


@pytest.mark.django_db
def test_it_holds_wherever_a_password_is_chosen(client: Client) -> None:
    assert "count in a password. It needs" in sign_up(client, password1="hildegard-x1").text
    person = UserFactory(username="Merchant")
    client.force_login(person)
    new = {"oldpassword": PASSWORD, "password1": "merchant-x1", "password2": "merchant-x1"}
    assert (
        "count in a password. It needs" in client.post(reverse("account_change_password"), new).text
    )
