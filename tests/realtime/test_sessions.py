"""A socket lives no longer than the session it was opened with."""

import time

import pytest

from tests.realtime.action_process import ActionProcess
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess
from tests.waiting import eventually

SESSION_ENDED = 4401
CLOSES_WITHIN_SECONDS = 2.0


def test_logging_out_closes_the_device_s_sockets_and_no_others(
    web: ServerProcess, actions: ActionProcess
) -> None:
    user = actions.do("user", "customer")
    other = actions.do("user", "customer")

    with (
        Wire(web.url).open(token=user["token"]) as wire,
        Wire(web.url).open(token=other["token"]) as bystander,
    ):
        actions.do("log_out", user["token"])
        began = time.monotonic()

        assert wire.closed() == SESSION_ENDED
        assert time.monotonic() - began < CLOSES_WITHIN_SECONDS
        assert bystander.silence(0.5)
        with Wire(web.url) as back:
            assert "TOKEN_REFUSED" in back.connect(token=user["token"])


def test_api_token_opens_no_socket(web: ServerProcess, actions: ActionProcess) -> None:
    with Wire(web.url) as program:
        assert "TOKEN_REFUSED" in program.connect(token=actions.do("api_token"))


def test_socket_follows_the_session_and_not_the_token_it_connected_with(
    web: ServerProcess, actions: ActionProcess
) -> None:
    user = actions.do("user", "support")
    bead = actions.do("product")
    short = actions.do("almost_expired", user["token"], 6)

    def is_refused() -> bool:
        with Wire(web.url) as late:
            return "TOKEN_REFUSED" in late.connect(token=short)

    with Wire(web.url).open(token=short) as wire:
        wire.subscribe("staff:transactions")
        eventually(is_refused)
        actions.do("pay", actions.do("order", bead["id"])["order"])
        assert wire.event()[1]["topic"] == "staff:transactions"

        actions.do("log_out", user["token"])

        assert wire.closed() == SESSION_ENDED


@pytest.mark.parametrize(("before", "after"), [("admin", "customer"), ("customer", "support")])
def test_another_role_closes_the_user_s_sockets(
    web: ServerProcess, actions: ActionProcess, before: str, after: str
) -> None:
    user = actions.do("user", before)

    with Wire(web.url).open(token=user["token"]) as wire:
        actions.do("role", user["pk"], after)
        began = time.monotonic()

        assert wire.closed() == SESSION_ENDED
        assert time.monotonic() - began < CLOSES_WITHIN_SECONDS


def test_logging_out_is_noticed_without_any_hint(deaf: ServerProcess, actions: ActionProcess) -> None:
    user = actions.do("user", "customer")

    with Wire(deaf.url).open(token=user["token"]) as wire:
        actions.do("log_out", user["token"])

        assert wire.closed(within=5) == SESSION_ENDED
