"""In whatever order things happen: one letter per key, none lost, none that was put aside."""

from datetime import timedelta
from unittest.mock import patch

from django.db.models import F
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.post import envelope, letters, services
from games.post.models import Letter
from games.post.services import delivery
from tests.factories import UserFactory
from tests.post.conftest import Desk, Killed

KEYS = ["a", "b", "c"]
STEPS = st.one_of(
    st.tuples(st.just("notify"), st.sampled_from(KEYS)),
    st.tuples(st.just("supersede"), st.sampled_from(KEYS)),
    st.tuples(st.just("deliver"), st.sampled_from(KEYS)),
    st.tuples(st.sampled_from(["sweep", "hour"]), st.just("")),
    st.tuples(st.just("break"), st.sampled_from(["writing", "before_sending", "fails", "mended"])),
)


class TestWholeRoom(TestCase):
    @given(st.lists(STEPS, max_size=25))
    def test_laws(self, steps: list[tuple[str, str]]) -> None:
        user = UserFactory()
        desk = Desk()
        with (
            patch.dict(letters._writers, {"test": desk.write}),
            patch.object(envelope, "send", desk.send),
            patch.object(delivery.log, "exception"),
        ):
            ordered, aside = set(), set()
            for step, what in steps:
                if step == "notify":
                    services.notify(kind="test", user=user, key=what, subject_of=f"game:{what}")
                    ordered.add(what)
                elif step == "supersede":
                    sent = {letter.key for letter in desk.sent}
                    if services.supersede(subject_of=f"game:{what}"):
                        assert what not in sent
                        aside.add(what)
                else:
                    self.happen(desk, step, what)
            desk.well()
            for _ in range(2):
                self.happen(desk, "hour", "")
                services.sweep()
        sent = [letter.key for letter in desk.sent]
        assert len(sent) == len(set(sent))
        assert set(sent) == ordered - aside
        assert not Letter.objects.waiting().exists()

    def happen(self, desk: Desk, step: str, what: str) -> None:
        if step == "hour":
            Letter.objects.update(due_at=F("due_at") - timedelta(hours=7))
        elif step == "break":
            desk.well()
            if what == "fails":
                desk.before_sending = OSError("the mail server is down")
            elif what != "mended":
                setattr(desk, what, Killed())
        else:
            # Attempts are counted elsewhere; here no letter may be given up.
            Letter.objects.update(attempts=0)
            try:
                if step == "sweep":
                    services.sweep()
                elif letter := Letter.objects.filter(key=what).first():
                    services.deliver(letter_id=letter.pk)
            except Killed:
                pass
