"""Pincodes and states: the server and the browser know the same ones."""

import json
import re

import pytest

from deploy.environment import FRONTEND
from project.core.india import STATES, pincode_fits_state, state_name

pytestmark = pytest.mark.any_stack


def test_browser_judges_by_the_same_prefixes() -> None:
    source = (FRONTEND / "src/lib/indian-states.ts").read_text()
    table = source[source.index("const circles = {") : source.index("} as const")]

    browser = {
        quoted or plain: re.findall(r'"(\d+)"', prefixes)
        for quoted, plain, prefixes in re.findall(
            r'^  (?:"([^"]+)"|(\w+)): \[([^\]]*)\]', table, re.MULTILINE
        )
    }

    assert browser == {state: prefixes.split() for state, prefixes in STATES.items()}


def test_browser_calls_the_states_by_the_same_names() -> None:
    names = json.loads((FRONTEND / "src/i18n/hi/checkout.json").read_text())["states"]

    assert names == {state: state_name(state, "hi") for state in STATES}


@pytest.mark.parametrize(
    ("pincode", "state", "fits"),
    [
        ("411001", "Maharashtra", True),
        ("110001", "Maharashtra", False),
        ("901204", "Maharashtra", True),
        ("403001", "Goa", True),
        ("401001", "Goa", False),
        ("110001", "Atlantis", True),
        ("110001", "", True),
    ],
)
def test_pincode_must_be_one_of_the_states(pincode: str, state: str, fits: bool) -> None:
    assert pincode_fits_state(pincode, state) is fits


def test_state_is_named_in_the_readers_language() -> None:
    assert (state_name("Goa", "en"), state_name("Goa", "hi")) == ("Goa", "गोवा")
    assert state_name("Atlantis", "hi") == "Atlantis"
