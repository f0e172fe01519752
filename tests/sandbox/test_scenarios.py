"""Named disasters at the provider's side: on its page, and as commands."""

from __future__ import annotations

import httpx
import pytest

from project.sandbox.scenarios import SCENARIOS
from project.sandbox.texts import TEXTS
from tests.sandbox.conftest import Merchant
from tests.sandbox_process import SandboxProcess


def post(sandbox: SandboxProcess, **form: str) -> httpx.Response:
    """Press a button of the scenarios' card and follow to the list."""
    response = httpx.post(f"{sandbox.url}/scenarios", data=form, follow_redirects=True, trust_env=False)
    return response.raise_for_status()


def test_every_step_has_its_text() -> None:
    steps = {f"step_{step.name}" for scenario in SCENARIOS.values() for step in scenario.steps}

    assert steps <= TEXTS.keys()
    assert len(SCENARIOS) >= 20


def test_person_plays_a_scenario_step_by_step(merchant: Merchant, sandbox: SandboxProcess) -> None:
    merchant.page(merchantOrderId="OLD")

    shown = post(sandbox, do="start", name="late_success").text
    assert SCENARIOS["late_success"].title[0] in shown
    assert "Done in the shop" in shown
    # Nothing is bought yet: the bank has nobody to answer.
    post(sandbox, do="step", step="0")
    assert "cannot be done as things stand" in post(sandbox, do="step", step="1").text

    merchant.page()
    post(sandbox, do="step", step="1")
    assert merchant.status()["state"] == "FAILED"
    post(sandbox, do="step", step="1")  # a second click of the same button
    post(sandbox, do="step", step="2")
    post(sandbox, do="step", step="3")
    assert merchant.status()["state"] == "COMPLETED"

    assert "Start" in post(sandbox, do="step", step="4").text
    assert merchant.status("OLD")["state"] == "PENDING"


def test_stopped_scenario_takes_its_bad_luck_along(merchant: Merchant, sandbox: SandboxProcess) -> None:
    post(sandbox, do="start", name="double_capture")
    post(sandbox, do="step", step="0")
    assert len(sandbox.control("/state", "GET")["faults"]) == 1

    post(sandbox, do="stop")

    assert sandbox.control("/state", "GET")["faults"] == []
    assert merchant.pay().status_code == 200


@pytest.mark.parametrize("form", [{}, {"do": "start", "name": "nonsense"}, {"do": "step", "step": "0"}])
def test_form_that_fits_nothing_changes_nothing(sandbox: SandboxProcess, form: dict[str, str]) -> None:
    post(sandbox, **form)

    assert sandbox.control("/state", "GET")["settings"]["playing"] is None


def test_step_of_the_shop_is_not_the_providers_to_do(sandbox: SandboxProcess) -> None:
    with pytest.raises(AssertionError, match="400 .* is no step of the provider"):
        sandbox.control("/scenarios/plain_success/steps/0", orders=[])


def test_scenario_nobody_knows_is_a_400(sandbox: SandboxProcess) -> None:
    with pytest.raises(AssertionError, match="400"):
        sandbox.control("/scenarios/nonsense/steps/0", orders=[])
