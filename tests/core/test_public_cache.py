"""Public answers: computed once, and never older than the last commit."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import brotli
import pytest
import time_machine
from django.conf import settings as shop_settings
from django.core.cache import caches
from django.db import OperationalError, transaction
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from deploy.processes import free_port
from project.core import public_cache
from project.core.catalogue_changes import ANYTHING, AVAILABILITY
from project.core.public_cache import (
    MAX_BYTES,
    Entry,
    get_or_compute,
    move_catalogue_version,
    move_versions,
    shows_stock_of,
)
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


class Computation:
    """Something to compute; counts how often that was done, and says so in its answer.

    It shows the stock of these products.
    """

    def __init__(self, *slugs: str, seconds: float = 0.0) -> None:
        self.count = 0
        self._slugs = slugs
        self._seconds = seconds
        self._lock = threading.Lock()

    def __call__(self) -> Entry:
        with self._lock:
            self.count += 1
            number = self.count
        for slug in self._slugs:
            shows_stock_of(slug)
        time.sleep(self._seconds)
        return Entry.of(HttpResponse(f"answer {number}"))


@pytest.fixture
def empty_cache() -> Iterator[None]:
    caches["public"].clear()
    yield
    caches["public"].clear()


@pytest.fixture
def no_cache(settings: Settings) -> None:
    """A Redis that nobody can reach, in place of the cache."""
    gone = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    settings.CACHES = dict.fromkeys(("default", "limits", "public"), gone)


def test_answer_is_computed_once_until_the_version_moves() -> None:
    compute = Computation()

    first = [get_or_compute("key", compute).body for _ in range(3)]
    move_catalogue_version()
    second = [get_or_compute("key", compute).body for _ in range(3)]

    assert first == [b"answer 1"] * 3
    assert second == [b"answer 2"] * 3


def test_sale_drops_what_shows_the_stock_and_selling_out_what_depends_on_what_can_be_bought() -> None:
    bead, stone, terms = Computation("bead", "stone"), Computation("stone"), Computation()
    page_of_a_list = Computation("bead")

    def counts() -> tuple[int, ...]:
        for name, compute in (("bead", bead), ("stone", stone), ("terms", terms)):
            get_or_compute(name, compute, any_availability=False)
        get_or_compute("list", page_of_a_list)
        return bead.count, stone.count, terms.count, page_of_a_list.count

    assert counts() == counts() == (1, 1, 1, 1)
    move_versions(["bead"])
    assert counts() == counts() == (2, 1, 1, 2)
    move_versions(["stone", "another"])
    assert counts() == counts() == (3, 2, 1, 2)
    move_versions(["another", AVAILABILITY])
    assert counts() == counts() == (3, 2, 1, 3)
    move_versions(["bead", ANYTHING])
    assert counts() == counts() == (4, 3, 2, 4)


@pytest.mark.parametrize("answer", ["computed with it", "kept before"])
def test_page_depends_on_the_stock_that_its_answers_depend_on(answer: str) -> None:
    product, listed = Computation("bead"), Computation("stone")

    def pages() -> tuple[bytes, bytes]:
        def page(name: str, read: Callable[[], Entry]) -> bytes:
            return get_or_compute(
                name, lambda: Entry.of(HttpResponse(read().body)), any_availability=False
            ).body

        return (
            page("product page", lambda: get_or_compute("product", product, any_availability=False)),
            page("list page", lambda: get_or_compute("list", listed)),
        )

    if answer == "kept before":
        get_or_compute("product", product, any_availability=False)
        get_or_compute("list", listed)
    assert pages() == (b"answer 1", b"answer 1")
    move_versions(["bead"])
    assert pages() == (b"answer 2", b"answer 1")
    move_versions(["stone"])
    assert pages() == (b"answer 2", b"answer 2")
    move_versions(["another", AVAILABILITY])
    assert pages() == (b"answer 2", b"answer 3")


def test_keys_of_one_slot_do_not_get_each_other_s_answers(settings: Settings) -> None:
    settings.PUBLIC_CACHE_SLOTS = 1

    for _ in range(2):
        assert get_or_compute("a", lambda: Entry.of(HttpResponse("a"))).body == b"a"
        assert get_or_compute("b", lambda: Entry.of(HttpResponse("b"))).body == b"b"


def test_two_thousand_keys_leave_no_more_than_the_slots(settings: Settings, empty_cache: None) -> None:
    settings.PUBLIC_CACHE_SLOTS = 100

    for number in range(2_000):
        get_or_compute(f"key {number}", lambda: Entry.of(HttpResponse("answer")))

    slots = [f"{public_cache.release()}:{slot}" for slot in range(shop_settings.PUBLIC_CACHE_SLOTS + 1000)]
    assert 50 < len(caches["public"].get_many(slots)) <= 100


@pytest.mark.parametrize("refused", ["404", "cookie", "no-store", "large"])
def test_what_is_not_for_everybody_or_too_large_is_not_kept(refused: str) -> None:
    calls = 0

    def compute() -> Entry:
        nonlocal calls
        calls += 1
        response = HttpResponse("answer", status=404 if refused == "404" else 200)
        if refused == "cookie":
            response.set_cookie("name", "value")
        if refused == "no-store":
            response["Cache-Control"] = "no-store"
        if refused == "large":
            response.content = random.Random(1).randbytes(MAX_BYTES + 1)  # nobody can compress it
        return Entry.of(response)

    get_or_compute("key", compute)
    entry = get_or_compute("key", compute)

    assert calls == 2
    assert bool(entry.etag) == (refused == "large")


def test_equal_questions_at_once_are_computed_once() -> None:
    compute = Computation(seconds=0.3)

    answers = at_once(40, lambda number: [get_or_compute("key", compute).body for _ in range(25)])

    assert compute.count == 1
    assert {body for bodies in answers for body in bodies} == {b"answer 1"}


def test_failed_computation_lets_the_others_compute() -> None:
    failures = iter([True])
    began = threading.Barrier(2)

    def compute() -> Entry:
        if next(failures, False):
            began.wait()
            time.sleep(0.2)
            raise RuntimeError("the first one fails")
        return Entry.of(HttpResponse("answer"))

    def ask(number: int) -> bytes:
        if number == 0:
            with pytest.raises(RuntimeError):
                get_or_compute("key", compute)
            return b""
        began.wait()
        return get_or_compute("key", compute).body

    assert at_once(2, ask) == [b"", b"answer"]


def test_nobody_waits_for_ever_for_another_one_s_computation() -> None:
    began, end = threading.Event(), threading.Event()

    def stuck() -> Entry:
        began.set()
        end.wait()
        return Entry.of(HttpResponse("late"))

    thread = threading.Thread(target=get_or_compute, args=["key", stuck])
    thread.start()
    began.wait()
    answer = get_or_compute("key", lambda: Entry.of(HttpResponse("in time"))).body
    end.set()
    thread.join()

    assert answer == b"in time"


def test_answer_read_before_a_change_is_not_kept_after_it() -> None:
    """The data are read, then the change commits and moves the version, then the answer is kept."""

    def overtaken() -> Entry:
        move_catalogue_version()
        return Entry.of(HttpResponse("old"))

    assert get_or_compute("key", overtaken).body == b"old"
    assert get_or_compute("key", lambda: Entry.of(HttpResponse("new"))).body == b"new"


@pytest.mark.parametrize("sale", [["bead"], ["another", AVAILABILITY]], ids=["a piece", "the last piece"])
def test_answer_read_before_a_sale_is_not_kept_after_it(sale: list[str]) -> None:
    def overtaken() -> Entry:
        move_versions(sale)
        shows_stock_of("bead")
        return Entry.of(HttpResponse("old"))

    assert get_or_compute("key", overtaken).body == b"old"
    assert get_or_compute("key", lambda: Entry.of(HttpResponse("new"))).body == b"new"


@pytest.mark.parametrize(
    "move", [move_catalogue_version, partial(move_versions, ["bead"])], ids=["everything", "a sale"]
)
def test_who_asks_after_a_change_takes_no_answer_that_is_computed_since_before_it(
    move: Callable[[], bool],
) -> None:
    began, end = threading.Event(), threading.Event()

    def slow() -> Entry:
        shows_stock_of("bead")
        began.set()
        end.wait()
        return Entry.of(HttpResponse("old"))

    thread = threading.Thread(target=get_or_compute, args=["key", slow])
    thread.start()
    began.wait()
    move()
    answer = get_or_compute("key", lambda: Entry.of(HttpResponse("new"))).body
    end.set()
    thread.join()

    assert answer == b"new"
    assert get_or_compute("key", lambda: Entry.of(HttpResponse("newer"))).body != b"old"


@pytest.mark.parametrize("fails", ["by an error", "by its status"])
def test_answer_of_before_serves_while_the_database_is_away(fails: str) -> None:
    compute = Computation()
    get_or_compute("key", compute)
    move_catalogue_version()

    def away() -> Entry:
        if fails == "by an error":
            raise OperationalError("the database does not answer")
        return Entry.of(HttpResponse(status=503))

    assert get_or_compute("key", away).body == b"answer 1"
    assert get_or_compute("key", compute).body == b"answer 2"
    if fails == "by an error":
        with pytest.raises(OperationalError):
            get_or_compute("another key", away)
    else:
        assert get_or_compute("another key", away).status == 503


def test_answer_is_computed_anew_after_five_minutes_and_serves_for_an_hour(empty_cache: None) -> None:
    compute = Computation()
    get_or_compute("key", compute)
    slot = public_cache._slot("key")
    key, kept_at, *answer = caches["public"].get(slot)
    caches["public"].set(slot, (key, kept_at - public_cache.KEEP_SECONDS - 1, *answer))

    assert get_or_compute("key", lambda: Entry.of(HttpResponse(status=503))).body == b"answer 1"
    assert get_or_compute("key", compute).body == b"answer 2"


def test_answer_is_not_used_for_longer_because_the_clock_was_set_back(empty_cache: None) -> None:
    compute = Computation()
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        get_or_compute("key", compute)

    assert get_or_compute("key", compute).body == b"answer 2"


def test_open_transaction_neither_keeps_nor_takes() -> None:
    with transaction.atomic():
        assert get_or_compute("key", lambda: Entry.of(HttpResponse("uncommitted"))).body == b"uncommitted"

    assert get_or_compute("key", lambda: Entry.of(HttpResponse("committed"))).body == b"committed"
    with transaction.atomic():
        assert get_or_compute("key", lambda: Entry.of(HttpResponse("uncommitted"))).body == b"uncommitted"


@pytest.mark.parametrize("moved", ["bead", AVAILABILITY], ids=["a product's", "of what can be bought"])
def test_lost_version_of_stock_brings_no_old_answer_back(moved: str) -> None:
    compute = Computation("bead")
    get_or_compute("key", compute)
    move_versions([moved])
    get_or_compute("key", compute)

    caches["public"].delete(public_cache._version_of(moved))

    assert get_or_compute("key", compute).body == b"answer 3"


def test_lost_version_brings_no_old_answer_back() -> None:
    get_or_compute("key", lambda: Entry.of(HttpResponse("old")))

    caches["public"].delete("catalogue-version")

    assert get_or_compute("key", lambda: Entry.of(HttpResponse("new"))).body == b"new"


@pytest.mark.usefixtures("no_cache")
def test_without_the_cache_answers_are_computed() -> None:
    compute = Computation()

    for _ in range(5):
        get_or_compute("key", compute)
        move_catalogue_version()

    assert compute.count == 5


@pytest.mark.parametrize("then", ["asked", "another sale is told"])
def test_change_that_could_not_be_told_is_told_before_anything_is_answered_from_the_cache(
    settings: Settings, then: str
) -> None:
    working = settings.CACHES
    compute = Computation("bead")
    get_or_compute("key", compute, any_availability=False)

    settings.CACHES = working | {
        "public": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
        }
    }
    assert not move_versions(["bead"])
    settings.CACHES = working
    if then == "another sale is told":
        assert move_versions(["stone"])
    else:
        time.sleep(public_cache.PAUSE_SECONDS)

    assert get_or_compute("key", compute, any_availability=False).body == b"answer 2"


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("br;q=0", ""), ("", "")],
)
def test_body_is_sent_as_it_is_kept_in_an_encoding_the_caller_takes(accepted: str, sent: str) -> None:
    entry = Entry.of(HttpResponse("answer" * 1000))

    answer = entry.response_to(RequestFactory().get("/", headers={"Accept-Encoding": accepted}))

    assert isinstance(answer, HttpResponse)
    assert answer.get("Content-Encoding", "") == sent
    assert answer.content == (entry.bodies[sent] if sent else entry.body)
    assert answer["Vary"] == "Accept-Encoding"
    assert entry.body == brotli.decompress(entry.bodies["br"]) == b"answer" * 1000
