"""The limit of one line a minute on repeated log lines; other lines are all written."""

import logging

import pytest

from project.core.log_rate_limit import STATEMENTS, TEXTS, LogRateLimit

pytestmark = pytest.mark.any_stack


def record(
    text: str,
    *arguments: object,
    name: str = "any.logger",
    line: int = 1,
    level: int = logging.WARNING,
    error: Exception | None = None,
) -> logging.LogRecord:
    caught = (type(error), error, None) if error else None
    return logging.LogRecord(name, level, "any.py", line, text, arguments, caught)


@pytest.mark.parametrize("level", [logging.WARNING, logging.ERROR])
def test_any_repeated_fault_is_logged_once_and_next_with_how_often_it_was_left_out(level: int) -> None:
    faults = LogRateLimit()

    passed = [faults.filter(record("no queue: %s", "refused", level=level)) for _ in range(40)]
    faults._seconds = 0.0
    later = record("no queue: %s", "refused", level=level)

    assert passed == [True] + [False] * 39
    assert faults.filter(later)
    assert (later.getMessage(), vars(later)["left_out"]) == ("no queue: refused", 39)


def test_each_text_is_seen_until_one_statement_floods_the_log() -> None:
    faults = LogRateLimit()

    passed = [faults.filter(record("%s was refused", number)) for number in [*range(200), *range(200)]]
    written_into = [faults.filter(record(f"{number} was refused", line=2)) for number in range(200)]

    assert passed == [True] * TEXTS + [False] * (400 - TEXTS)
    assert written_into == [True] * TEXTS + [False] * (200 - TEXTS)


def test_other_statements_other_errors_and_mere_information_pass() -> None:
    faults = LogRateLimit()
    first = record("failed", error=ValueError("a"))

    assert faults.filter(first) and not faults.filter(first)
    assert faults.filter(record("failed", error=ValueError("b")))
    assert faults.filter(record("failed", error=KeyError("a")))
    assert faults.filter(record("failed", line=2)) and faults.filter(record("failed", name="other"))
    assert all(faults.filter(record("done", level=logging.INFO)) for _ in range(2))
    assert all([faults.filter(record("%d of %d", "x")), not faults.filter(record("%d of %d", "x"))])


def test_table_of_faults_does_not_grow_beyond_its_bound() -> None:
    faults = LogRateLimit()

    passed = [faults.filter(record("failed", line=line)) for line in range(3 * STATEMENTS)]

    assert all(passed)
    assert len(faults._minutes) == STATEMENTS
    assert faults.filter(record("failed", line=0)) and not faults.filter(record("failed", line=0))
