"""The schedule of status checks: the provider's published one, then ever longer intervals."""

from datetime import UTC, datetime, timedelta

import pytest

from project.payments.attempts.schedule import next_check
from project.payments.refunds.schedule import next_refund_check

START = datetime(2026, 11, 1, 12, tzinfo=UTC)


def moments(expires_after: int) -> list[float]:
    """Return the seconds after the start at which an unsettled payment is asked about, to the very end."""
    expires_at = START + timedelta(seconds=expires_after)
    due, found = next_check(initiated_at=START, expires_at=expires_at, now=START), []
    while due is not None:
        found.append((due - START).total_seconds())
        due = next_check(initiated_at=START, expires_at=expires_at, now=due)
    return found


def test_the_table_of_the_provider_is_kept() -> None:
    asked = moments(600)

    first = [moment for moment in asked if moment < 600]
    assert 20 <= first[0] <= 25
    steps = [after - before for before, after in zip(first, first[1:], strict=False)]
    assert steps[:10] == [3] * 10
    assert steps[10:20] == [6] * 10
    assert steps[20:26] == [10] * 6
    assert steps[26:28] == [30] * 2
    assert set(steps[28:]) == {60}
    # Provider's own counts: one first look, 10, 10, 6, 2, then about 6 for a page of 600 s.
    assert len(first) == 1 + 10 + 10 + 6 + 2 + 6


def test_page_of_an_hour_is_asked_about_each_minute_to_its_end() -> None:
    asked = [moment for moment in moments(3600) if moment < 3600]

    assert len(asked) - 29 in range(55, 58)


@pytest.mark.parametrize("expires_after", [300, 600, 900, 3600])
def test_tail_looks_at_expiry_then_ever_more_slowly_for_three_days(expires_after: int) -> None:
    late = [moment - expires_after for moment in moments(expires_after) if moment >= expires_after]

    assert late[:4] == [0, 60, 300, 900]
    assert {after - before for before, after in zip(late[3:], late[4:], strict=False)} == {3600}
    assert 72 * 3600 <= late[-1] <= 73 * 3600


@pytest.mark.parametrize("age", [0, 5, 21.9])
def test_restart_before_the_first_look_does_not_move_it(age: float) -> None:
    now = START + timedelta(seconds=age)

    due = next_check(initiated_at=START, expires_at=START + timedelta(seconds=900), now=now)

    assert due == START + timedelta(seconds=22)


@pytest.mark.parametrize("age", [0, 22, 40, 52, 100, 112, 172, 231, 232, 600, 899.9, 900, 961, 2000, 90_000])
def test_next_check_is_always_later_than_now(age: float) -> None:
    now = START + timedelta(seconds=age)

    due = next_check(initiated_at=START, expires_at=START + timedelta(seconds=900), now=now)

    assert due is not None and due > now


def test_worker_that_slept_for_hours_goes_on_where_the_clock_stands() -> None:
    now = START + timedelta(hours=5)

    due = next_check(initiated_at=START, expires_at=START + timedelta(seconds=900), now=now)

    assert due == now + timedelta(hours=1)


@pytest.mark.parametrize(
    ("acknowledged", "age", "pause"),
    [
        (True, timedelta(hours=2), timedelta(hours=6)),
        (True, timedelta(days=11), timedelta(days=1)),
        (False, timedelta(hours=2), timedelta(minutes=15)),
        (False, timedelta(days=11), timedelta(minutes=15)),
    ],
)
def test_refund_is_asked_about_more_often_until_the_provider_has_acknowledged_it(
    acknowledged: bool, age: timedelta, pause: timedelta
) -> None:
    now = START + age

    assert next_refund_check(started_at=START, acknowledged=acknowledged, now=now) == now + pause
