"""Partners' programs verify the shop's webhooks with the public libraries of Standard Webhooks."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import pytest

from deploy.machine import find_program
from project.webhooks import actions
from project.webhooks.models import Delivery
from tests.buying import place
from tests.factories import make_product, make_user
from tests.webhooks.helpers import make_endpoint, work

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
MODULES = HERE.parents[1] / "frontend" / "node_modules"


class Program:
    """A partner's program that runs."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.url = f"http://127.0.0.1:{self._lines().readline().strip()}/webhooks"

    def message(self) -> dict[str, Any]:
        """Return the next message that it has verified."""
        return dict(json.loads(self._lines().readline()))

    def _lines(self) -> IO[str]:
        assert self._process.stdout is not None
        return self._process.stdout


Start = Callable[[str], Program]


@pytest.fixture(params=["python", "node"])
def start(request: pytest.FixtureRequest) -> Iterator[Start]:
    """Start a program that knows a secret."""
    if request.param == "python":
        command, file = sys.executable, "receiver.py"
    else:
        command, file = str(find_program("node")), "receiver.cjs"
    with ExitStack() as running:

        def run(secret: str) -> Program:
            process = running.enter_context(
                subprocess.Popen(
                    [command, str(HERE / file), secret],
                    stdout=subprocess.PIPE,
                    text=True,
                    env={"NODE_PATH": str(MODULES)},
                )
            )
            running.callback(process.kill)
            return Program(process)

        yield run


def test_program_verifies_a_message_until_the_secret_before_the_rotation_ends(start: Start) -> None:
    # Its address is known before its secret.
    endpoint, secret = make_endpoint("http://127.0.0.1:1/webhooks")
    program = start(secret)
    endpoint.url = program.url
    endpoint.save()
    order = place(make_product())
    work()

    first = program.message()
    assert first["type"] == "order.created"
    assert first["data"] == {
        "orderId": order.order_id,
        "status": "pending",
        "totalAmount": order.total_paise / 100,
    }

    actions.rotate_secret(endpoint.public_id, actor=make_user(role="admin").subject)
    place(make_product())
    work()

    assert program.message()["type"] == "order.created"
    assert [row.status_code for row in Delivery.objects.all()] == [204, 204]


def test_program_refuses_a_message_of_another_secret(start: Start) -> None:
    endpoint, _ = make_endpoint("http://127.0.0.1:1/webhooks")
    _, other = make_endpoint("http://127.0.0.1:1/webhooks", "refund.failed")
    endpoint.url = start(other).url
    endpoint.save()

    actions.send_test(endpoint.public_id)
    work()

    message = Delivery.objects.get()
    assert (message.status_code, message.status, message.attempts) == (400, "waiting", 1)
