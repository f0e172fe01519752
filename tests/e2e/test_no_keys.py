"""The absence of keys in everything that browsers are sent."""

import re
from typing import Final

import pytest

from deploy.environment import DIST

pytestmark = pytest.mark.any_stack

KEYS: Final = {
    "private key": r"-----BEGIN [A-Z ]*PRIVATE KEY",
    "token with a signature": r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}",
    "key of a cloud": r"\b(?:AIza[\w-]{35}|AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|xox[abp]-[\w-]{10,})",
    "key of a payment service": r"\b(?:[sr]k|rzp)_(?:live|test)_\w{10,}",
    # A name that says what it is, and a value too long for a word: apiKey:"3f9c…".
    "named key": (
        r"(?i)(?:api|access|client|auth|secret|private|salt|merchant)[_-]?(?:key|secret|token|id|index)"
        r"[\"']?\s*[:=]\s*[\"'`][\w+/=-]{16,}[\"'`]"
    ),
    "key in a header": r"(?i)\b(?:basic|bearer)\s+[\w+/=.-]{16,}[\"'`]",
    "key in an address": r"(?i)[?&](?:api_?key|key|token|secret)=[\w-]{12,}",
}


def keys_in(text: str) -> list[str]:
    """Return what looks like a key, each with what it looks like."""
    return [
        f"{kind}: {found[0][:60]}" for kind, pattern in KEYS.items() for found in re.finditer(pattern, text)
    ]


@pytest.mark.parametrize(
    "text",
    [
        'fetch(u,{headers:{apiKey:"9f8e7d6c5b4a39281706"}})',
        'const a="https://astrology.example/v1?api_key=9f8e7d6c5b4a3928"',
        'h.set("Authorization","Bearer 9f8e7d6c5b4a39281706aa")',
        "-----BEGIN RSA PRIVATE KEY-----",
        "sk_live_" + "9f8e7d6c5b4a",
    ],
)
def test_a_key_is_noticed(text: str) -> None:
    assert keys_in(text) != []


def test_browsers_are_sent_no_key() -> None:
    files = [file for file in DIST.rglob("*") if file.suffix in {".js", ".html", ".css", ".json", ".map"}]
    found = {file.name: keys for file in files if (keys := keys_in(file.read_text()))}

    assert any(file.suffix == ".js" for file in files), "the front end is not built"
    assert found == {}
