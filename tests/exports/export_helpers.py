"""Helpers of the tests of exports: request one, run the worker's job, read the file."""

import csv
import io
from typing import Any

from project.core.storage.files import EXPORTS, read
from project.exports import actions
from project.exports.models import Export
from tests.http import Answer, Api


def ask(api: Api, kind: str = "transactions", **body: Any) -> Answer:
    """Ask for a file through the API."""
    return api.post("/admin/exports", {"kind": kind} | body)


def make(api: Api, kind: str = "transactions", **body: Any) -> Export:
    """Ask for a file and have it made; return the row."""
    export_id = ask(api, kind, **body).data["export"]["_id"]
    run_due()
    return Export.objects.get(export_id=export_id)


def run_due() -> None:
    """Make everything that is due, as the worker does."""
    while due := actions.take_due_exports():
        for pk in due:
            actions.make_export(pk)


def rows_of(export: Export) -> list[dict[str, str]]:
    """Return the rows of the CSV file by their titles."""
    text = read(EXPORTS, export.stored_name).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))
