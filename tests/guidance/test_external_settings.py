"""Refused settings of the external services: incomplete ones, and a key over plain HTTP."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.any_stack

COMPLETE = {
    "ASTROLOGY_URL": "https://stars.example/sun",
    "ASTROLOGY_KEY": "k",
    "CHAT_URL": "https://chat.example/v1/chat/completions",
    "CHAT_KEY": "k",
    "CHAT_MODEL": "m",
    "HOROSCOPE_URL": "https://stars.example/daily",
    "HOROSCOPE_KEY": "k",
}
# A shop in earnest: it lacks other things as well, but these are looked at first.
EARNEST = {
    "DEBUG": "0",
    "SECRET_KEY": "mS3v-8QxkZ0aJ7tYb2LwRf5NcH9uEdG4pVi1oKqXyTzPnM6s_B",
    "SITE_URL": "https://shop.example",
    "SMTP_HOST": "smtp.example",
    "PHONEPE_CLIENT_ID": "c",
    "PHONEPE_CLIENT_SECRET": "s",
    "PHONEPE_WEBHOOK_SECRET": "w",
}


def complaint(**changes: str) -> str:
    """Return the last line that a start with these settings ends with."""
    result = subprocess.run(
        [sys.executable, "-c", "import project.settings"],
        env={**os.environ, **COMPLETE, **changes},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return result.stderr.strip().rpartition("\n")[2]


def test_complete_settings_are_taken() -> None:
    assert complaint() == ""


@pytest.mark.parametrize("name", ["ASTROLOGY_KEY", "CHAT_URL", "CHAT_MODEL", "HOROSCOPE_KEY"])
def test_half_a_service_stops_the_start(name: str) -> None:
    service = name.partition("_")[0]

    assert f"{service}_URL, {service}_KEY and what belongs to them" in complaint(**{name: ""})


@pytest.mark.parametrize("url", ["http://stars.example/sun", "stars.example/sun", "https://"])
def test_key_goes_to_an_https_address_only(url: str) -> None:
    assert "ASTROLOGY_URL must be an https address" in complaint(**EARNEST, ASTROLOGY_URL=url)
