"""Helpers of the tests of imports: files, the other shop's picture server, the worker's job."""

import csv
import io
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from project.move_in import actions
from project.move_in.models import Import, ImportRow
from tests.http import Answer, Api
from tests.move_in.exports import SHOPIFY_COLUMNS


def line(handle: str, **cells: str) -> dict[str, str]:
    """Return a line of Shopify's export; underscores stand for spaces, which headings have."""
    named = {name.replace("_", " "): cell for name, cell in cells.items()}
    usual = {
        "Title": handle.replace("-", " ").title(),
        "Body (HTML)": "<p>Sample text</p>",
        "Type": "Malas",
        "Published": "true",
        "Status": "active",
        "Option1 Name": "Title",
        "Option1 Value": "Default Title",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "5",
        "Variant Price": "499.00",
    }
    return usual | {"Handle": handle} | named


def shopify(*lines: dict[str, str]) -> bytes:
    """Return Shopify's export of these lines."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, SHOPIFY_COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().encode()


def upload(api: Api, body: bytes, name: str = "products_export.csv", **fields: Any) -> Answer:
    """Upload a file of products."""
    file = SimpleUploadedFile(name, body)
    return api.form("/admin/imports", {"kind": "products", "file": file} | fields)


def preview(api: Api, body: bytes, **fields: Any) -> str:
    """Upload a file and have it checked; return the import's id."""
    import_id: str = upload(api, body, **fields).data["_id"]
    run_due()
    return import_id


def move(api: Api, import_id: str, verb: str) -> Answer:
    """Do something with an import, without its job."""
    return api.post(f"/admin/imports/{import_id}/verb", {"verb": verb})


def carry(api: Api, import_id: str, verb: str) -> dict[str, Any]:
    """Do something with an import and have its job done; return the import as the list has it."""
    assert move(api, import_id, verb).data == {}
    run_due()
    return shown(api, import_id)


def bring_in(api: Api, body: bytes) -> str:
    """Upload and import a file; return the import's id."""
    import_id = preview(api, body)
    carry(api, import_id, "run")
    return import_id


def shown(api: Api, import_id: str) -> dict[str, Any]:
    """Return the import as the list has it."""
    imports = api.get("/admin/imports").data["imports"]
    found: dict[str, Any] = next(each for each in imports if each["_id"] == import_id)
    return found


def rows(api: Api, import_id: str, **query: Any) -> list[dict[str, Any]]:
    """Return the import's rows."""
    found: list[dict[str, Any]] = api.get(f"/admin/imports/{import_id}/rows", {"limit": 100} | query).data[
        "rows"
    ]
    return found


def row_of(import_id: str, key: str) -> ImportRow:
    """Return one row of an import."""
    return ImportRow.objects.get(of_import=Import.objects.get(import_id=import_id), key=key)


def run_due() -> None:
    """Work on every import that is due, as the worker does."""
    while due := actions.take_due_imports():
        for pk in due:
            actions.work_on(pk)


def jpeg(color: str = "#aa5500", side: int = 40) -> bytes:
    """Return a picture."""
    file = io.BytesIO()
    Image.new("RGB", (side, side), color).save(file, "JPEG")
    return file.getvalue()


class OtherShop:
    """A server of another shop's pictures; `answers` has a status, headers and a body by path."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.usual: tuple[int, dict[str, str], bytes] = (200, {}, jpeg())
        self.asked: list[str] = []
        # Called before the path is answered for the first time.
        self.once: dict[str, Callable[[], object]] = {}
        shop = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                shop.asked.append(self.path)
                shop.once.pop(self.path, lambda: None)()
                status, headers, body = shop.answers.get(self.path, shop.usual)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet: pytest shows what a test needs."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def redirects(self, path: str, to: str) -> None:
        """Answer the path with a redirect."""
        self.answers[path] = (302, {"location": to}, b"")

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
