"""Data of the last release are taken over: its database and files are opened by this code, which sells on."""

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.environment import ROOT
from tests.benchmarks.killed_processes import ask
from tests.deploy.customer import Customer
from tests.sandbox_process import SandboxProcess
from tests.server_process import ShopProcesses
from tests.waiting import eventually

# The commit of the last release: of the first one, that which it is compared with.
LAST_RELEASE = "f389f2f8"
# Of it, without the screens.
PARTS = ("manage.py", "project", "realtime", "worker", "tests", "deploy", "frontend/src/i18n")

pytestmark = pytest.mark.production_stack

# By models alone, which the code of both has.
KEPT = """
import json
from project.invoices.models import Document, DocumentFile
from project.orders.models import Order
from project.payments.models import Movement, Payment
print(json.dumps({
    "orders": list(Order.objects.order_by("pk").values_list("order_id", "status", "total_paise")),
    "payments": list(Payment.objects.order_by("pk").values_list("transaction_id", "status", "amount_paise")),
    "movements": list(Movement.objects.order_by("pk").values_list("kind", "amount_paise")),
    "documents": list(Document.objects.order_by("pk").values_list("number", "contents")),
    "files": list(DocumentFile.objects.order_by("pk").values_list("document__number", "sha256")),
}))
"""
# Prints some documents, with the code of the release.
PRINT = """
from project.invoices.actions import make_document
from project.invoices.models import DueDocument
for due in DueDocument.objects.order_by("pk")[:3]:
    make_document(due.pk)
"""
PRODUCT = """
from project.catalog.models import Product
print(Product.objects.visible().latest("on_hand").public_id)
"""
# The documents' files as they are read now.
READ = """
import hashlib, json
from project.invoices.actions.printing import pdf_of
from project.invoices.models import DocumentFile
numbers = DocumentFile.objects.order_by("pk").values_list("document__number", flat=True)
print(json.dumps([[number, hashlib.sha256(pdf_of(number).content).hexdigest()] for number in numbers]))
"""


class EarlierShop(ShopProcesses):
    """A shop whose database the code of a release made and filled; it runs with ours afterwards."""

    code: Path

    def _make_database(self) -> None:
        if self._postgres:
            self._on_postgres("CREATE DATABASE {}")
        self.code = self.folder / "release"
        archive = subprocess.run(
            ["git", "archive", LAST_RELEASE, *PARTS],
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
        )
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(self.code, filter="data")
        for arguments in (["migrate", "--verbosity", "0"], ["sample_shop", "--orders", "--verbosity", "0"]):
            subprocess.run(
                [sys.executable, "manage.py", *arguments],
                cwd=self.code,
                env=self.environment(),
                check=True,
            )


@pytest.fixture
def sandbox() -> Iterator[SandboxProcess]:
    with SandboxProcess() as process:
        yield process


@pytest.fixture
def shop(sandbox: SandboxProcess) -> Iterator[EarlierShop]:
    has_release = ["git", "cat-file", "-e", f"{LAST_RELEASE}^{{commit}}"]
    if subprocess.run(has_release, cwd=ROOT, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("a checkout without history")
    with EarlierShop(
        database_url=os.environ.get("DATABASE_URL", ""),
        redis_url=os.environ.get("REDIS_URL", ""),
        PHONEPE_PG_URL=sandbox.api_url,
        PHONEPE_OAUTH_URL=sandbox.api_url,
    ) as shop:
        yield shop


@pytest.mark.timeout(600)
def test_data_of_the_last_release_are_kept_and_the_shop_sells_on(
    shop: EarlierShop, sandbox: SandboxProcess
) -> None:
    in_release(shop, PRINT)
    before = json.loads(in_release(shop, KEPT)[-1])
    assert all(before.values())

    shop.manage("migrate", "--verbosity", "0")

    assert json.loads(ask(shop, KEPT)) == before
    assert json.loads(ask(shop, READ)) == before["files"]
    product = ask(shop, PRODUCT)
    web = shop.serve()
    shop.work()
    transaction = Customer(web, sandbox, product).buy()
    paid = (
        "from project.payments.models import Payment\n"
        f"print(Payment.objects.get(transaction_id={transaction!r}).order.status)"
    )
    eventually(lambda: ask(shop, paid) == "confirmed", seconds=60)
    shop.manage("audit_ledger")


def in_release(shop: EarlierShop, code: str) -> list[str]:
    """Run code in a process of the release and return the lines it prints."""
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
    done = subprocess.run(
        command, cwd=shop.code, env=shop.environment(), check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip().splitlines()
