"""Helpers of the tests of the shop's own product files: export, change, bring in."""

import csv
import io
from dataclasses import dataclass
from typing import Any

from tests.http import Api
from tests.move_in.import_helpers import carry, preview, rows, shown


@dataclass(frozen=True)
class Report:
    """An import's rows by their fate; problems and notes as line, column and sentence."""

    import_id: str
    new: int
    changed: int
    unchanged: int
    refused: int
    problems: list[tuple[int, str, str]]
    notes: list[tuple[int, str, str]]

    @property
    def places(self) -> list[tuple[int, str]]:
        """Lines and columns of the problems."""
        return [(line, column) for line, column, _sentence in self.problems]


def exported(api: Api, query: str = "", *, name: str = "products.csv") -> str:
    """Return the whole file."""
    headers = {"Authorization": f"Bearer {api.token}"}
    response = api._client.get(f"/api/admin/{name}{query}", headers=headers)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return b"".join(response.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]


def table(text: str) -> list[dict[str, str]]:
    """Return the lines of a file by their columns."""
    return list(csv.DictReader(io.StringIO(text)))


def written(lines: list[dict[str, Any]]) -> str:
    """Return the file of these lines."""
    file = io.StringIO()
    writer = csv.DictWriter(file, list(lines[0]))
    writer.writeheader()
    writer.writerows(lines)
    return file.getvalue()


def send(api: Api, text: str | bytes, *, only_look: bool = False) -> Report:
    """Bring a file in, or have its preview made alone."""
    import_id = preview(api, text if isinstance(text, bytes) else text.encode())
    assert shown(api, import_id)["source"] == "own"
    if not only_look:
        carry(api, import_id, "run")
    counts, found = shown(api, import_id)["counts"], rows(api, import_id)
    fates = {name: counts[name] for name in ("new", "changed", "unchanged", "refused")}
    problems, notes = (
        [(each["line"], each["column"], each["sentence"]) for row in found for each in row[name]]
        for name in ("problems", "notes")
    )
    return Report(import_id, **fates, problems=problems, notes=notes)
