"""The ledger audit of claims: claims and ledger entries agree, and each difference is listed."""

import pytest
from django.db import Error, transaction

from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case, Movement
from project.payments.shared.ledger import balances
from project.returns.claims.ledger_audit import differences
from project.returns.models.claim import Claim
from tests.disabled_triggers import disable_triggers
from tests.returns.claims.claim_helpers import bought, claimed, decide, paid
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


@pytest.fixture
def approved(provider: SandboxProcess) -> Claim:
    """A claim of 500 rupees that is approved and not yet paid."""
    change_shop(returns={"approval_above_paise": 10**9})
    opened = claimed(bought(provider))
    decide(opened)
    opened.refresh_from_db()
    return opened


def test_audit_passes_at_every_step_and_payable_is_what_is_still_to_be_sent(
    provider: SandboxProcess, approved: Claim
) -> None:
    assert (audit_ledger(), balances()["payable"]) == ([], 200_000)

    claimed(bought(provider))
    decide(claimed(bought(provider)), "decline")
    assert (audit_ledger(), balances()["payable"]) == ([], 200_000)

    paid(approved)
    assert (audit_ledger(), balances()["payable"]) == ([], 0)


def test_amount_that_was_changed_behind_the_shops_back_is_named(approved: Claim) -> None:
    Claim.objects.filter(pk=approved.pk).update(transfer_paise=199_999)

    (problem,) = audit_ledger()

    assert problem == f"{approved.claim_id}: owed by transfer ₹1,999.99, elsewhere ₹2,000"
    assert Case.objects.filter(kind="books_differ", closed_at=None).count() == 1
    Claim.objects.filter(pk=approved.pk).update(transfer_paise=200_000)
    assert audit_ledger() == []


def test_claim_called_paid_for_which_nothing_left_is_named(approved: Claim) -> None:
    Claim.objects.filter(pk=approved.pk).update(status="paid", bank_reference="UTR000001")

    assert list(differences()) == [f"{approved.claim_id}: sent by transfer ₹2,000, elsewhere ₹0"]


def test_claim_called_declined_whose_money_is_set_aside_is_named(approved: Claim) -> None:
    Claim.objects.filter(pk=approved.pk).update(status="declined")

    assert list(differences()) == [f"{approved.claim_id}: owed by transfer ₹0, elsewhere ₹2,000"]


@pytest.mark.both_stacks
def test_movement_that_is_gone_or_of_no_claim_is_named(approved: Claim) -> None:
    disable_triggers("payments_movement")
    Movement.objects.filter(kind="compensated").update(reference="CLM-NONE")

    first, second = differences()

    assert first == f"{approved.claim_id}: owed by transfer ₹2,000, elsewhere ₹0"
    assert second.endswith("CLM-NONE: 200000 from bank to payable: of no claim")


@pytest.mark.both_stacks
def test_movements_of_a_claim_are_written_once(approved: Claim) -> None:
    movement = Movement.objects.get(kind="compensated")

    for change in (
        lambda: Movement.objects.filter(pk=movement.pk).update(amount_paise=1),
        lambda: Movement.objects.filter(pk=movement.pk).delete(),
        lambda: Movement.objects.create(
            kind="compensated",
            source="bank",
            target="payable",
            amount_paise=1,
            payment=movement.payment,
            reference=approved.claim_id,
        ),
    ):
        with pytest.raises(Error), transaction.atomic():
            change()
