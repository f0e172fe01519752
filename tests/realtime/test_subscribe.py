"""The answer to a subscription, and the pushes after it."""

from itertools import islice

import httpx

from realtime.budget import TOPICS
from tests.realtime.action_process import ActionProcess
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess


def test_subscriber_gets_the_state_and_then_each_change(web: ServerProcess, actions: ActionProcess) -> None:
    bead = actions.do("product", 10)
    topic = f"product:{bead['slug']}"

    with Wire(web.url).open() as wire:
        first = wire.subscribe(topic)
        version = actions.do("count", bead["slug"], 7)
        push = wire.changed(topic)

    assert first["data"]["sellable"] == 10
    assert push["version"] == version > first["version"]
    assert push["data"]["sellable"] == 7


def test_push_carries_what_get_answers(web: ServerProcess, actions: ActionProcess) -> None:
    order = actions.do("order", actions.do("product")["id"])
    payment = actions.do("pay", order["order"])
    topic = f"payment:{payment}"

    with Wire(web.url).open() as wire:
        wire.subscribe(topic)
        actions.do("answer", payment, "success")
        pushed = wire.until(topic, lambda data: data["outcome"] == "success")

    answer = httpx.get(f"{web.url}/api/phonepe/status-check/{payment}", trust_env=False).json()
    # The one thing that differs is when each was asked for.
    assert pushed == {**answer["data"], "answeredAt": pushed["answeredAt"]}


def test_subscribing_with_the_newest_version_answers_only_that_it_is(
    web: ServerProcess, actions: ActionProcess
) -> None:
    topic = f"product:{actions.do('product')['slug']}"

    with Wire(web.url).open() as wire:
        version = wire.subscribe(topic)["version"]

        assert wire.ask("subscribe", topic=topic, version=version) == {
            "ok": True,
            "topic": topic,
            "same": True,
        }
        assert wire.subscribe(topic, version=version - 1)["version"] == version


def test_unsubscribed_topic_is_not_pushed(web: ServerProcess, actions: ActionProcess) -> None:
    bead = actions.do("product")

    with Wire(web.url).open() as wire:
        wire.subscribe(f"product:{bead['slug']}")
        assert wire.ask("unsubscribe", topic=f"product:{bead['slug']}")["ok"]
        actions.do("count", bead["slug"], 3)

        assert wire.silence(1.0)


def test_payment_that_settled_while_the_line_was_cut_is_there_after_subscribing_again(
    web: ServerProcess, actions: ActionProcess
) -> None:
    payment = actions.do("pay", actions.do("order", actions.do("product")["id"])["order"])
    with Wire(web.url).open() as wire:
        held = wire.subscribe(f"payment:{payment}")
        assert held["data"]["outcome"] != "success"

    actions.do("answer", payment, "success")

    with Wire(web.url).open() as wire:
        again = wire.subscribe(f"payment:{payment}", version=held["version"])
    assert again["data"]["outcome"] == "success"
    assert again["version"] > held["version"]


def test_order_is_shown_to_the_holder_of_its_key_only(web: ServerProcess, actions: ActionProcess) -> None:
    order = actions.do("order", actions.do("product")["id"])
    topic = f"order:{order['order']}"

    with Wire(web.url).open() as wire:
        without = wire.ask("subscribe", topic=topic)
        wrong = wire.ask("subscribe", topic=topic, key="guessed")
        right = wire.ask("subscribe", topic=topic, key=order["key"])

    assert without == wrong == {"ok": False, "code": "NOT_FOUND"}
    assert right["data"]["order"]["orderId"] == order["order"]


def test_staff_topics_are_for_their_roles(web: ServerProcess, actions: ActionProcess) -> None:
    topics = ("staff:transactions", "staff:dashboard")
    answers = {}
    for role in ("guest", "customer", "support", "admin"):
        auth = {} if role == "guest" else {"token": actions.do("user", role)["token"]}
        with Wire(web.url).open(**auth) as wire:
            answers[role] = [wire.ask("subscribe", topic=topic).get("code", "ok") for topic in topics]

    assert answers == {
        "guest": ["NOT_FOUND", "NOT_FOUND"],
        "customer": ["FORBIDDEN", "FORBIDDEN"],
        "support": ["ok", "FORBIDDEN"],
        "admin": ["ok", "ok"],
    }


def test_unknown_things_are_refused_with_a_code(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        assert wire.ask("subscribe", topic="payment:TXNNOBODY")["code"] == "NOT_FOUND"
        assert wire.ask("subscribe", topic="weather:pune")["code"] == "NOT_FOUND"
        assert wire.ask("subscribe", topic="product:a\x00b")["code"] == "NOT_FOUND"
        assert wire.ask("subscribe", topic="product:" + "x" * 500)["code"] == "NOT_FOUND"
        assert wire.ask("subscribe", topic=5)["code"] == "VALIDATION"
        assert wire.ask("subscribe")["code"] == "VALIDATION"
        assert wire.ask("pay", topic="payment:TXNNOBODY")["code"] == "NOT_FOUND"


def test_half_a_character_is_found_nowhere(web: ServerProcess, actions: ActionProcess) -> None:
    order = actions.do("order", actions.do("product")["id"])["order"]
    half = r"\ud800"

    with Wire(web.url).open() as wire:
        wire.send(f'421["subscribe",{{"topic":"order:{half}"}}]')
        assert wire.frame() == '431[{"ok":false,"code":"NOT_FOUND"}]'
        wire.send(f'422["subscribe",{{"topic":"order:{order}","key":"{half}"}}]')
        assert wire.frame() == '432[{"ok":false,"code":"NOT_FOUND"}]'
        wire.send(f'423["{half}",{{"topic":"product:a"}}]')
        assert wire.frame() == '433[{"ok":false,"code":"NOT_FOUND"}]'
        wire.send(f'424["unsubscribe",{{"topic":"{half}"}}]')
        assert wire.frame() == '434[{"ok":true,"topic":"?"}]'
    with Wire(web.url) as wire:
        wire.frame()
        wire.send(f'40{{"token":"{half}"}}')
        assert "TOKEN_REFUSED" in wire.frame()


def test_page_with_the_most_topics_subscribes_to_all_at_once(
    web: ServerProcess, actions: ActionProcess
) -> None:
    slugs = actions.do("products", TOPICS.value)

    with Wire(web.url).open() as wire:
        for number, slug in enumerate(slugs):
            wire.send(f'42{number}["subscribe",{{"topic":"product:{slug}"}}]')
        # Pushes of the products just made may come between the answers.
        frames = iter(wire.frame, None)
        answers = list(islice((frame for frame in frames if frame.startswith("43")), TOPICS.value))
        one_more = wire.ask("subscribe", topic="product:one-more")

    assert all('[{"ok":true,' in answer for answer in answers)
    assert one_more == {"ok": False, "code": "RATE_LIMITED"}
