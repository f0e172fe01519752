"""A right is asked for whenever something is delivered, and nobody's decides for another."""

import json
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

import pytest

from project.core.schemas import ApiModel
from project.events.topics import Caller, State, Topic
from realtime.authorized_reads import read_answers
from tests.realtime.action_process import ActionProcess
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess

SESSION_ENDED = 4401
# The address that orders of the action process are placed with.
ASHA = "asha@example.com"


class Note(ApiModel):
    note: str


@dataclass
class Notes(Topic):
    """A topic of a few people, each with a note in their language."""

    people: dict[int, str]
    reads: int = 0
    # What happens between asking for the right and reading.
    meanwhile: Callable[[], object] = lambda: None

    def may(self, caller: Caller, name: str) -> bool:
        return caller.user_id in self.people

    def audience(self, caller: Caller, name: str) -> Hashable:
        return self.people[caller.user_id or 0], caller.language

    def read(self, caller: Caller, name: str) -> State | None:
        self.meanwhile()
        self.reads += 1
        note = self.people.get(caller.user_id or 0)
        if note == "broken":
            raise ZeroDivisionError
        return State(self.reads, Note(note=note)) if note else None


def test_each_audience_is_read_once_and_everybody_gets_their_own() -> None:
    notes = Notes({1: "red", 2: "blue", 3: "red"})
    callers = [Caller(user_id=number) for number in (1, 2, 3, 4)]

    answers = read_answers(notes, "notes:a", callers)

    said = {caller.user_id: answer.state for answer in answers for caller in answer.callers}
    assert {number: state and state.data["note"] for number, state in said.items()} == {
        1: "red",
        2: "blue",
        3: "red",
        4: None,
    }
    assert notes.reads == 2


def test_right_that_ends_between_asking_and_reading_ends_for_its_holder_only() -> None:
    notes = Notes({1: "red", 2: "red"})
    first, second = Caller(user_id=1), Caller(user_id=2)
    notes.meanwhile = lambda: notes.people.pop(1, None)

    answers = read_answers(notes, "notes:a", [first, second])

    assert [(list(answer.callers), answer.state and answer.state.data) for answer in answers] == [
        ([first], None),
        ([second], {"note": "red"}),
    ]


def test_answer_that_cannot_be_made_holds_no_other_back() -> None:
    notes = Notes({1: "broken", 2: "blue"})

    answers = read_answers(notes, "notes:a", [Caller(user_id=1), Caller(user_id=2)])

    assert [answer.state.data for answer in answers if answer.state] == [{"note": "blue"}]
    assert [type(answer.error) for answer in answers if answer.error] == [ZeroDivisionError]


def test_ended_proof_ends_its_own_watches_and_no_others(web: ServerProcess, actions: ActionProcess) -> None:
    bead = actions.do("product")["id"]
    orders = [actions.do("order", bead)["order"] for _ in range(8)]
    topics = [f"order:{order}" for order in orders]
    ending, lasting = actions.do("prove", 6), actions.do("prove", 3600)

    with Wire(web.url).open() as ended, Wire(web.url).open() as valid, Wire(web.url).open() as asking:
        for topic in topics:
            ended.subscribe(topic, key=ending)
            valid.subscribe(topic, key=lasting)
        while asking.ask("subscribe", topic=topics[0], key=ending)["ok"]:
            time.sleep(0.6)
        for order in orders:
            actions.do("answer", actions.do("pay", order), "success")

        seen: set[str] = set()
        while seen != set(topics):
            name, push = valid.event()
            assert (name, "Asha" in json.dumps(push["data"])) == ("changed", True)
            seen.add(push["topic"])
        heard = [ended.event() for _ in topics]
        assert ended.silence(0.5)
        again = ended.ask("subscribe", topic=topics[0], key=lasting)

    assert {name for name, _ in heard} == {"ended"}
    assert {event["topic"] for _, event in heard} == set(topics)
    assert {event["code"] for _, event in heard} == {"NOT_FOUND"}
    assert again["data"]["order"]["orderId"] == orders[0]


def test_logged_out_account_ends_the_watches_of_its_address_by_proof_and_by_account(
    web: ServerProcess, actions: ActionProcess
) -> None:
    order = actions.do("order", actions.do("product")["id"])["order"]
    topic, proof = f"order:{order}", actions.do("prove", 3600)
    owner, other = actions.do("user", "customer", ASHA), actions.do("user", "customer")

    with (
        Wire(web.url).open() as by_proof,
        Wire(web.url).open(token=owner["token"]) as by_account,
        Wire(web.url).open(token=other["token"]) as by_other,
    ):
        assert by_other.ask("subscribe", topic=topic)["code"] == "FORBIDDEN"
        assert by_other.ask("subscribe", topic=topic, key=proof)["ok"]
        for wire in (by_proof, by_account):
            assert wire.ask("subscribe", topic=topic, key=proof if wire is by_proof else None)["ok"]
        actions.do("log_out", owner["token"])
        assert by_account.closed(5) == SESSION_ENDED
        refused = by_proof.ask("subscribe", topic=topic, key=proof)
        actions.do("answer", actions.do("pay", order), "success")
        heard = [by_proof.event(), by_other.event()]
        assert by_proof.silence(0.5)

    assert refused == {"ok": False, "code": "NOT_FOUND"}
    assert [(name, event["topic"]) for name, event in heard] == [("ended", topic)] * 2


@pytest.mark.parametrize("topic", ["product", "staff:transactions"])
def test_session_that_ended_unheard_gets_nothing_more(
    web: ServerProcess, actions: ActionProcess, topic: str
) -> None:
    bead, sold = actions.do("product", 5), actions.do("product", 1000)
    user = actions.do("user", "support")

    with Wire(web.url).open(token=user["token"]) as wire:
        wire.subscribe(f"product:{bead['slug']}" if topic == "product" else topic)
        actions.do("block", user["pk"])
        code, pieces = None, 5
        deadline = time.monotonic() + 15
        while code is None and time.monotonic() < deadline:
            # Changes the product's stock and the board of payments.
            pieces = 11 - pieces
            actions.do("count", bead["slug"], pieces)
            actions.do("pay", actions.do("order", sold["id"])["order"])
            try:
                code = wire.closed(0.5)
            except TimeoutError:
                continue

    assert code == SESSION_ENDED
