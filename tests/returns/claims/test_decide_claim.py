"""Staff decide about a claim, one or two of them: the price goes back, the rest is set aside."""

from itertools import product
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from project.core.errors import InvalidTransition
from project.core.models import Mail
from project.events.models import Event
from project.payments.models import Case, Movement, Refund
from project.payments.shared.ledger import balances
from project.returns.models.claim import Claim, ClaimStatus
from tests.factories import log_in, make_user
from tests.http import Api
from tests.orders.order_helpers import delivered
from tests.payments.refund_helpers import advance, finish
from tests.returns.claims.claim_helpers import REFERENCE, bought, claim, claimed, decide, finance, paid, shown
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

# Written out once more on purpose.
ALLOWED = {
    ("opened", "approval"),
    ("opened", "approved"),
    ("opened", "declined"),
    ("opened", "withdrawn"),
    ("approval", "approved"),
    ("approval", "declined"),
    ("approved", "paid"),
}
# What the database wants of a claim, whatever its status.
DECIDED = {"due_paise": 250_000, "transfer_paise": 200_000, "bank_reference": REFERENCE}


def test_every_pair_of_statuses() -> None:
    opened = claimed(delivered())
    for old, new in product(ClaimStatus.values, repeat=2):
        Claim.objects.filter(pk=opened.pk).update(status=old, **DECIDED)
        opened.refresh_from_db()

        if old == new:
            assert opened.transition_to(new) is False, (old, new)
        elif (old, new) in ALLOWED:
            assert opened.transition_to(new) is True, (old, new)
        else:
            with pytest.raises(InvalidTransition):
                opened.transition_to(new)

        opened.refresh_from_db()
        assert opened.status == (new if (old, new) in ALLOWED else old), (old, new)


IMPOSSIBLE: list[dict[str, Any]] = [
    {"status": "gone"},
    {"quantity": 0},
    {"factor": 0},
    {"status": "approved"},
    {"status": "approved", "due_paise": 0, "transfer_paise": 0},
    {"status": "approved", "due_paise": 100},
    {"status": "approved", "due_paise": 100, "transfer_paise": 101},
    {"transfer_paise": 1},
    {"status": "paid", "due_paise": 100, "transfer_paise": 80},
]


@pytest.mark.both_stacks
def test_database_refuses_what_a_claim_cannot_be() -> None:
    opened = claimed(delivered())

    for wrong in IMPOSSIBLE:
        try:
            with transaction.atomic():
                Claim.objects.filter(pk=opened.pk).update(**wrong)
        except IntegrityError:
            continue
        pytest.fail(f"the database takes {wrong}")


@pytest.mark.both_stacks
def test_database_refuses_a_second_open_claim_of_a_line_and_one_person_for_two() -> None:
    opened = claimed(delivered(quantity=2))
    user = make_user(role="admin")

    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.create(order=opened.order, line=opened.line, quantity=1, text="x", factor=5)
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(pk=opened.pk).update(
            status="approved", due_paise=1, transfer_paise=0, proposed_by=user, decided_by=user
        )


def test_approved_claim_refunds_the_price_and_sets_the_rest_aside(provider: SandboxProcess) -> None:
    order = bought(provider)
    opened = claimed(order)
    before = balances()

    row = decide(opened, note="We are sorry.").data["claim"]

    assert (row["status"], row["due"], row["refund"], row["transfer"]) == ("approved", 2500, 500, 2000)
    assert (row["next"], row["payTo"]) == (["pay"], "asha.rao@okbank")
    refund = Refund.objects.get()
    assert (refund.status, refund.amount_paise, refund.notes) == ("requested", 50_000, opened.claim_id)
    assert refund.lines == [{"line": 1, "quantity": 1, "amountPaise": 50_000}]
    after = balances()
    assert after["payable"] - before["payable"] == 200_000
    assert after["bank"] - before["bank"] == -200_000
    told = shown(order)["claims"][0]
    assert (told["status"], told["note"], told["due"]) == ("approved", "We are sorry.", 2500)
    step = [step for step in shown(order)["history"] if step["kind"] == "claim_approved"][0]
    assert (step["note"], step["data"]["claimId"]) == ("We are sorry.", opened.claim_id)
    mail = Mail.objects.get(kind="claim_decided").text
    assert "We are sorry." in mail and "₹2,500" in mail and "asha.rao@okbank: ₹2,000" in mail


def test_transfer_is_noted_with_the_banks_reference(provider: SandboxProcess) -> None:
    order = bought(provider)
    opened = claimed(order)
    decide(opened)
    finish(provider, advance(Refund.objects.get()))
    held = balances()

    row = paid(opened).data["claim"]

    assert (row["status"], row["bankReference"], row["next"]) == ("paid", REFERENCE, [])
    after = balances()
    assert (after["payable"], after["bank"]) == (0, held["bank"])
    assert after["customers"] - held["customers"] == 200_000
    assert sum(after.values()) == 0
    assert shown(order)["claims"][0]["bankReference"] == REFERENCE
    assert [step["kind"] for step in shown(order)["history"]][-1] == "claim_paid"
    assert REFERENCE in Mail.objects.get(kind="claim_paid").text


def test_same_reference_again_changes_nothing_and_another_is_refused(provider: SandboxProcess) -> None:
    opened = claimed(bought(provider))
    decide(opened)
    paid(opened)
    entries = Movement.objects.count()

    assert paid(opened).data["claim"]["bankReference"] == REFERENCE
    assert paid(opened, "UTR000000000000").refusal == (409, "INVALID_TRANSITION")

    assert Movement.objects.count() == entries
    assert Mail.objects.filter(kind="claim_paid").count() == 1
    assert Event.objects.filter(name="order.claim_paid").count() == 1


def test_reference_that_is_none_is_refused(provider: SandboxProcess) -> None:
    opened = claimed(bought(provider))
    decide(opened)
    references = ("", "12345", "x" * 31, "UTR 123456", "UTR_123456", "यूटीआर123")

    for body in ({}, *({"bankReference": reference} for reference in references)):
        answer = finance().post(f"/admin/claims/{opened.claim_id}/paid", body)
        assert answer.refusal == (422, "VALIDATION"), body
        assert list(answer.body["errors"]) == ["bankReference"], body

    opened.refresh_from_db()
    assert opened.status == "approved"


def test_nothing_is_paid_that_was_not_approved(provider: SandboxProcess) -> None:
    order = bought(provider)
    opened = claimed(order)
    assert paid(opened).refusal == (409, "INVALID_TRANSITION")

    decide(opened, "decline")

    assert paid(opened).refusal == (409, "INVALID_TRANSITION")
    assert not Movement.objects.filter(kind__in=("compensated", "paid_out")).exists()


def test_declined_claim_says_why_and_forgets_where_the_money_would_have_gone() -> None:
    order = delivered()
    opened = claimed(order)
    path = f"/admin/claims/{opened.claim_id}/decide"

    assert finance().post(path, {"decision": "decline", "note": "  "}).refusal == (422, "VALIDATION")
    row = decide(opened, "decline", note="The report names another bead.").data["claim"]

    assert (row["status"], row["payTo"], row["next"]) == ("declined", "", [])
    told = shown(order)["claims"][0]
    assert (told["note"], told["due"]) == ("The report names another bead.", None)
    assert "The report names another bead." in Mail.objects.get(kind="claim_decided").text
    assert not Refund.objects.exists()


NO_DECISIONS: list[dict[str, Any]] = [
    {},
    {"decision": "pay"},
    {"decision": ""},
    {"decision": None},
    {"decision": "decline"},
    {"decision": "approve", "note": "x" * 501},
    {"decision": "approve", "note": 5},
]


def test_decision_that_is_none_is_refused() -> None:
    opened = claimed(delivered())

    for body in NO_DECISIONS:
        answer = finance().post(f"/admin/claims/{opened.claim_id}/decide", body)
        assert answer.refusal == (422, "VALIDATION"), body

    opened.refresh_from_db()
    assert opened.status == "opened"


def test_unknown_claim_is_not_found() -> None:
    for step, body in (("decide", {"decision": "approve"}), ("paid", {"bankReference": REFERENCE})):
        assert finance().post(f"/admin/claims/CLM-NONE/{step}", body).refusal == (404, "NOT_FOUND")


def test_who_may_not_send_money_reads_but_does_not_decide() -> None:
    opened = claimed(delivered())
    customer = Api(token=log_in(make_user()))

    for role in ("orders", "support"):
        assert decide(opened, api=finance(role)).refusal == (403, "FORBIDDEN")
        assert decide(opened, "decline", api=finance(role)).refusal == (403, "FORBIDDEN")
        assert paid(opened, api=finance(role)).refusal == (403, "FORBIDDEN")
        (row,) = finance(role).get("/admin/claims").data["claims"]
        assert (row["payTo"], row["next"]) == ("", [])
    for stranger, refusal in ((Api(), (401, "UNAUTHENTICATED")), (customer, (403, "FORBIDDEN"))):
        assert decide(opened, api=stranger).refusal == refusal
        assert paid(opened, api=stranger).refusal == refusal
        assert stranger.get("/admin/claims").refusal == refusal
    opened.refresh_from_db()
    assert opened.status == "opened"


def test_second_factor_was_proven_a_short_while_ago() -> None:
    opened = claimed(delivered())
    unproven = Api(token=log_in(make_user(role="finance"), second_factor=False))

    assert decide(opened, api=unproven).status == 403
    assert paid(opened, api=unproven).status == 403


# -- Two people ----------------------------------------------------------------------------------


def test_above_the_set_amount_another_person_must_agree(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 249_999})
    order = bought(provider)
    opened = claimed(order)
    first, second = finance(), finance("admin")

    row = decide(opened, api=first, note="The report is right.").data["claim"]

    assert (row["status"], row["due"], row["next"]) == ("approval", None, ["decline"])
    assert (row["needsSecondPerson"], row["wouldBeDue"], row["decidedBy"]) == (True, 2500, "")
    assert not Refund.objects.exists() and not Mail.objects.filter(kind="claim_decided").exists()
    told = shown(order)["claims"][0]
    assert (told["status"], told["note"], told["canWithdraw"]) == ("approval", "", False)
    assert decide(opened, api=first).refusal == (403, "SECOND_PERSON_NEEDED")

    row = decide(opened, api=second).data["claim"]

    assert (row["status"], row["note"], row["refund"]) == ("approved", "The report is right.", 500)
    opened.refresh_from_db()
    assert (opened.proposed_by, opened.decided_by) != (None, None)
    assert opened.proposed_by != opened.decided_by
    refund = Refund.objects.get()
    assert (refund.status, refund.requested_by) == ("requested", opened.proposed_by)
    assert not Case.objects.filter(closed_at=None).exists()


def test_account_that_an_admin_has_just_made_finance_is_no_second_person(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 249_999})
    opened = claimed(bought(provider))
    boss, other = Api(token=log_in(make_user(role="admin"))), make_user()
    boss.other("PUT", f"/admin/users/{other.public_id}/role", {"role": "finance"})
    assert decide(opened, api=boss).data["claim"]["status"] == "approval"

    other.refresh_from_db()

    assert decide(opened, api=Api(token=log_in(other))).refusal == (403, "APPROVER_TOO_NEW")
    assert not Refund.objects.exists()


def test_refund_that_waits_for_a_second_person_has_had_them(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 0})
    opened = claimed(bought(provider))
    decide(opened)

    decide(opened)

    refund = Refund.objects.get()
    opened.refresh_from_db()
    assert (refund.status, refund.requested_by, refund.decided_by) == (
        "requested",
        opened.proposed_by,
        opened.decided_by,
    )
    assert not Case.objects.filter(closed_at=None).exists()


def test_at_the_set_amount_one_person_is_enough(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 250_000})

    assert decide(claimed(bought(provider))).data["claim"]["status"] == "approved"


def test_many_small_claims_of_an_order_are_no_way_round(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 499_999})
    order = bought(provider, quantity=2)
    first = decide(claimed(order)).data["claim"]
    worker = finance()
    (_, waiting) = (claimed(order), worker.get("/admin/claims", {"status": "opened"}).data["claims"][0])

    second = decide(Claim.objects.get(claim_id=waiting["claimId"]), api=worker).data["claim"]

    assert (first["status"], waiting["needsSecondPerson"], second["status"]) == ("approved", True, "approval")


@pytest.mark.parametrize("same_person", [True, False])
def test_proposed_claim_may_be_declined_by_either(provider: SandboxProcess, same_person: bool) -> None:
    change_shop(returns={"approval_above_paise": 0})
    opened = claimed(bought(provider))
    first = finance()
    decide(opened, api=first)

    row = decide(opened, "decline", api=first if same_person else finance(), note="On second thoughts").data

    assert (row["claim"]["status"], row["claim"]["note"]) == ("declined", "On second thoughts")
    assert not Refund.objects.exists()


def test_nobody_approves_a_claim_of_their_own(provider: SandboxProcess) -> None:
    worker = make_user(role="finance")
    order = delivered()
    type(order).objects.filter(pk=order.pk).update(user=worker)
    own = Api(token=log_in(worker))
    opened = claimed(order, api=own)

    assert decide(opened, api=own).refusal == (403, "SECOND_PERSON_NEEDED")
    assert own.get("/admin/claims").data["claims"][0]["next"] == ["decline"]


# -- Once ----------------------------------------------------------------------------------------


def test_decision_that_is_sent_again_decides_nothing_anew(provider: SandboxProcess) -> None:
    opened = claimed(bought(provider))
    worker = finance()

    first = decide(opened, api=worker, key="one", note="Sorry")
    again = decide(opened, api=worker, key="one", note="Sorry")
    keyless = decide(opened, api=worker)

    assert [answer.data["claim"]["status"] for answer in (first, again, keyless)] == ["approved"] * 3
    assert Refund.objects.count() == 1
    assert Mail.objects.filter(kind="claim_decided").count() == 1
    assert decide(opened, "decline", api=worker, key="one").refusal == (409, "IDEMPOTENCY_MISMATCH")
    assert decide(opened, "decline", api=worker).refusal == (409, "INVALID_TRANSITION")
    assert decide(opened).refusal == (409, "INVALID_TRANSITION")


def test_lost_answer_of_the_first_of_two_is_no_second_person(provider: SandboxProcess) -> None:
    change_shop(returns={"approval_above_paise": 0})
    opened = claimed(bought(provider))
    first = finance()

    answers = [decide(opened, api=first, key="one") for _ in range(3)]

    assert {answer.data["claim"]["status"] for answer in answers} == {"approval"}


def test_declined_again_by_the_same_person_changes_nothing() -> None:
    opened = claimed(delivered())
    worker = finance()
    decide(opened, "decline", api=worker, note="First")

    again = decide(opened, "decline", api=worker, note="Second")

    assert again.data["claim"]["note"] == "First"
    assert decide(opened, "decline").refusal == (409, "INVALID_TRANSITION")
    assert Mail.objects.filter(kind="claim_decided").count() == 1


def test_order_with_no_money_of_its_own_is_owed_nothing() -> None:
    order = delivered()
    opened = claimed(order)

    assert decide(opened).refusal == (409, "NOT_CLAIMABLE")
    assert claim(order).refusal == (409, "NOT_CLAIMABLE")
