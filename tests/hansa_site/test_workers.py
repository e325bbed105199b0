"""What processes of workers do when they start."""

import gc
from collections.abc import Iterator

import pytest
from celery.signals import worker_process_init

import hansa_site.celery


@pytest.fixture
def garbage_collector() -> Iterator[None]:
    """The garbage collector of the tests, first as Python has it, then as it was."""
    before = gc.get_threshold()
    gc.set_threshold(700)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("garbage_collector")
def test_a_worker_spares_the_garbage_collector_what_is_loaded() -> None:
    worker_process_init.send(sender=hansa_site.celery.app)
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] > 700
