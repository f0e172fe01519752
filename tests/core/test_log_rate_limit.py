"""What fails many times a second is logged once a minute, and nothing else is lost."""

import logging

import pytest

from project.core.log_rate_limit import LogRateLimit

pytestmark = pytest.mark.any_stack


def record(name: str, text: str, *arguments: object, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord(name, level, "", 0, text, arguments, None)


def test_fault_is_logged_once_and_then_with_how_often_it_was_left_out() -> None:
    faults = LogRateLimit(["huey"], seconds=0.2)

    passed = [faults.filter(record("huey.consumer.Worker", "no queue: %s", number)) for number in range(40)]
    faults = LogRateLimit(["huey"], seconds=0.0)
    every = [faults.filter(record("huey", "no queue")) for _ in range(3)]

    assert passed == [True] + [False] * 39
    assert every == [True, True, True]


def test_next_record_says_how_many_were_left_out() -> None:
    faults = LogRateLimit(["huey"], seconds=60)
    for _ in range(5):
        faults.filter(record("huey", "no queue: %s", "refused"))
    faults._seconds = 0.0
    later = record("huey", "no queue: %s", "refused")

    assert faults.filter(later)
    assert (later.getMessage(), vars(later)["left_out"]) == ("no queue: refused", 4)


def test_other_loggers_other_faults_and_mere_information_pass() -> None:
    faults = LogRateLimit(["huey"])
    faults.filter(record("huey", "no queue"))

    assert faults.filter(record("huey", "another fault"))
    assert faults.filter(record("hueylike", "no queue")) and faults.filter(record("hueylike", "no queue"))
    assert all(faults.filter(record("huey", "done", level=logging.INFO)) for _ in range(2))
