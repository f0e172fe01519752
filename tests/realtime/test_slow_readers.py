"""A client that does not read costs the newest state of each topic, not memory."""

import json

import pytest

from project.events.topics import GUEST
from realtime import protocol
from realtime.frames import Frame
from realtime.heartbeat import CLOSE_SILENT, Heartbeat
from realtime.socket import MAX_HELD_ROWS, WINDOW, Watch
from tests.realtime.action_process import ActionProcess
from tests.realtime.line import Line
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess
from tests.waiting import until


def line_that_watches(*topics: str) -> Line:
    line = Line()
    for topic in topics:
        line.socket.watches[topic] = Watch(line.socket, topic, GUEST)
    return line


def push(line: Line, topic: str, version: int, text: str = "x" * 1000) -> None:
    line.socket.push(topic, Frame(protocol.changed(topic, version, protocol.dumps({"text": text}))))


def test_reader_that_stops_is_sent_a_window_and_then_the_newest_state() -> None:
    line = line_that_watches("a", "b")

    for version in range(1000):
        push(line, "a", version)
    push(line, "b", 1)

    assert line.bytes_sent < WINDOW + 2000
    assert line.frames.count("2") == 1
    line.frames.clear()
    line.socket.pong()
    assert [(p["topic"], p["version"]) for p in line.pushes()] == [("a", 999), ("b", 1)]


def test_window_counts_bytes_not_characters() -> None:
    english, hindi = line_that_watches("a"), line_that_watches("a")

    for version in range(1000):
        push(english, "a", version, "x" * 900)
        push(hindi, "a", version, "रु" * 150)

    assert WINDOW < hindi.bytes_sent < WINDOW + 2000
    assert len(hindi.frames) == pytest.approx(len(english.frames), abs=2)


def test_frame_larger_than_the_window_is_sent_and_then_only_the_newest_waits() -> None:
    line = line_that_watches("a", "b")

    push(line, "a", 1, "x" * 20 * WINDOW)
    for version in range(2, 100):
        push(line, "a", version, "x" * 20 * WINDOW)
        push(line, "b", version)

    assert [p["version"] for p in line.pushes()] == [1]
    assert line.frames[1:] == ["2"]
    line.frames.clear()
    line.socket.pong()
    # The first fills the window again, so the other waits for its own pong.
    assert [(p["topic"], p["version"]) for p in line.pushes()] == [("a", 99)]
    line.frames.clear()
    line.socket.pong()
    assert [(p["topic"], p["version"]) for p in line.pushes()] == [("b", 99)]


def test_pong_nobody_asked_for_opens_no_window() -> None:
    line = line_that_watches("a")

    for version in range(1000):
        line.socket.pong() if version < 10 else None
        push(line, "a", version)

    assert line.bytes_sent < WINDOW + 2000


def test_held_rows_are_merged_and_too_many_become_a_reset() -> None:
    line = line_that_watches("a", "board")
    for version in range(100):
        push(line, "a", version)
    assert line.frames[-1] == "2"

    def upsert(number: int, version: int) -> None:
        data = {
            "rows": [{"id": f"row-{number}", "version": version, "row": {}}],
            "statistics": {"n": version},
        }
        line.socket.push_rows("board", version, data, Frame("unused"))

    upsert(1, 1)
    upsert(2, 2)
    upsert(1, 3)
    line.frames.clear()
    line.socket.pong()
    (merged,) = [p for p in line.pushes() if p["topic"] == "board"]
    assert [(row["id"], row["version"]) for row in merged["data"]["rows"]] == [("row-1", 3), ("row-2", 2)]
    assert merged["data"]["statistics"] == {"n": 3}

    for version in range(100):
        push(line, "a", version)
    for number in range(MAX_HELD_ROWS + 10):
        upsert(number, number)
    line.frames.clear()
    line.socket.pong()
    (reset,) = [p for p in line.pushes() if p["topic"] == "board"]
    assert (reset["data"]["rows"], reset["data"]["reset"]) == ([], True)


def test_topic_left_meanwhile_is_owed_nothing() -> None:
    line = line_that_watches("a", "b")
    for version in range(100):
        push(line, "a", version)
    push(line, "b", 1)

    line.socket.watches.pop("b")
    line.socket.forget("b")
    line.frames.clear()
    line.socket.pong()

    assert [p["topic"] for p in line.pushes()] == ["a"]


def test_stopped_reader_of_a_real_server_gets_the_last_state_when_it_reads_again(
    web: ServerProcess, actions: ActionProcess
) -> None:
    bead = actions.do("product", 1)
    topic = f"product:{bead['slug']}"
    order = actions.do("order", *[actions.do("product")["id"] for _ in range(15)])
    with Wire(web.url, answer_pings=False).open() as wire:
        wire.subscribe(topic)
        answers = [wire.subscribe(f"order:{order['order']}", key=order["key"]) for _ in range(19)]
        assert sum(len(json.dumps(answer)) for answer in answers) > WINDOW + 1000

        for pieces in (2, 3, 4):
            actions.do("count", bead["slug"], pieces)
        assert wire.drain(1) == []
        assert wire.pings >= 1
        for _ in range(wire.pings):
            wire.send("3")

        assert wire.changed(topic)["data"]["sellable"] == 4
        assert wire.silence(0.5)


@pytest.mark.asyncio
async def test_heartbeat_closes_who_does_not_answer_and_keeps_who_does() -> None:
    wheel = Heartbeat(interval=0.2, timeout=0.15)
    dead, living = Line(), Line()
    wheel.add(dead.socket)
    wheel.add(living.socket)

    answered = 0

    def answer_pings() -> bool:
        nonlocal answered
        for _ in range(living.frames.count("2") - answered):
            living.socket.pong()
            answered += 1
        return dead.socket.closed

    await until(answer_pings)

    assert dead.closed_with == CLOSE_SILENT
    assert not living.socket.closed
    assert answered >= 1
    wheel.stop()
