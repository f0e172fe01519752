"""Write CONFIGURATION.md and env.example from the variables' declarations; `--check` only compares."""

import sys
import textwrap
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pydantic.fields import FieldInfo

from project.core.env import SUBJECTS, Variables
from project.payments.providers.registry import INSTALLED

DEPLOY = Path(__file__).resolve().parent
# In this order in both files: the payment providers come after the payments.
_PROVIDERS_AT = [subject.__name__ for subject in SUBJECTS].index("Payments") + 1
_PROVIDERS: list[type[Variables]] = [
    import_module(f"project.payments.providers.{name}.settings").Settings for name in INSTALLED
]
ALL = (*SUBJECTS[:_PROVIDERS_AT], *_PROVIDERS, *SUBJECTS[_PROVIDERS_AT:])

_WRAPPED: Final[dict[str, Any]] = {
    "subsequent_indent": "  ",
    "break_long_words": False,
    "break_on_hyphens": False,
}
TABLES = """# Configuration

The variables of the environment, with their defaults; [env.example](env.example) is the same list to fill in.
Each may stand in a file that `<name>_FILE` names (`SECRET_KEY_FILE=/run/secrets/key`). With `DEBUG` none is
required. The owner's rules are no variables but saved at `/admin/settings`
([project/core/shop_settings.py](../project/core/shop_settings.py)).

`python -m deploy.configuration` writes this file from [project/core/env.py](../project/core/env.py) and the
settings of each payment provider.
"""
EXAMPLE = """\
# Copy to .env; what is commented out shows its default. CONFIGURATION.md has the same in tables.
# Each may stand in a file instead: SECRET_KEY_FILE=/run/secrets/secret_key.
# A value with a quote, a backslash, $ or # goes between double quotes, with a backslash before each
# ", \\ and $: p"a\\b$c is written as "p\\"a\\\\b\\$c". Otherwise systemd drops the backslash, and compose
# what begins with $ or #.
# A good SECRET_KEY: python3 -c "import secrets; print(secrets.token_urlsafe(48))"
"""


def tables() -> str:
    """Return CONFIGURATION.md."""
    return TABLES + "".join(f"\n## {_title(subject)}\n\n{_items(subject)}" for subject in ALL)


def example() -> str:
    """Return env.example."""
    return EXAMPLE + "".join(f"\n# -- {_title(subject)} --\n\n{_lines(subject)}" for subject in ALL)


def _title(subject: type[Variables]) -> str:
    return (subject.__doc__ or "").removesuffix(".")


def _items(subject: type[Variables]) -> str:
    items = []
    for name, field in subject.model_fields.items():
        extra = _extra(field)
        default = extra["shown"] or (f"`{_value(field)}`" if _value(field) else "")
        notes = ["required" if extra["required"] else default, "secret" if extra["secret"] else ""]
        note = f" ({', '.join(str(note) for note in notes if note)})" if any(notes) else ""
        items.append(textwrap.fill(f"- `{name}`{note}: {field.description}", 120, **_WRAPPED) + "\n")
    return "".join(items)


def _lines(subject: type[Variables]) -> str:
    lines = []
    for name, field in subject.model_fields.items():
        extra = _extra(field)
        mark = "" if extra["asked"] and not subject.IS_OPTIONAL else "#"
        lines += textwrap.wrap(f"# {field.description}", 110, subsequent_indent="# ")
        value = _value(field) if mark else extra["shown"] or _value(field)
        # A password that is typed gets the quotes that it may need.
        quotes = '""' if name.endswith("_PASSWORD") and not extra["required"] else ""
        lines.append(f"{mark}{name}={value or quotes}")
    return "\n".join([*lines, ""])


def _extra(field: FieldInfo) -> dict[str, object]:
    assert isinstance(field.json_schema_extra, dict)
    return {**field.json_schema_extra}


def _value(field: FieldInfo) -> str:
    default = field.default
    return str(int(default)) if isinstance(default, bool) else str("" if default is None else default)


def main() -> int:
    """Write both files, or name those that are not what the code says."""
    texts = {DEPLOY / "CONFIGURATION.md": tables(), DEPLOY / "env.example": example()}
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.name} is not what the code says: run 'python -m deploy.configuration'")
        return 1 if stale else 0
    for path in stale:
        path.write_text(texts[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
