"""Lighthouse's ratings of the main pages on a phone, as `deploy/run` serves them, and when they are usable.

    .venv/bin/python -m tests.benchmarks.pages             each page three times, the median counts
    .venv/bin/python -m tests.benchmarks.pages --runs 1 --only /products
    .venv/bin/python -m tests.benchmarks.pages --language hi

Lighthouse 12.8.2 comes from its own folder here; it slows the processor four times and the network to slow
4G by calculation, so nothing else should run on the machine. Usable is measured by the clock on SLOW_NETWORK:
the page has hydrated, so its buttons answer. Nothing here asserts; the figures stand in README.md.
"""

import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

from deploy import environment, processes
from deploy.environment import ROOT
from deploy.machine import find_browser, find_program, require_programs

FOLDER = Path(__file__).parent / "lighthouse"
GUEST = {
    "firstName": "Sample",
    "lastName": "Shopper",
    "email": "guest@akshamala.example",
    "phone": "9876543210",
    "address": {
        "street": "12 Sample Road",
        "city": "Pune",
        "state": "Maharashtra",
        "pincode": "411001",
        "country": "India",
    },
}
READY_SECONDS = 900.0
# Lighthouse's phone, and what blocks somebody who touches it.
SLOWDOWN = 4
LONG_TASK_MS = 50.0
SLOW_NETWORK = {"offline": False, "latency": 300, "downloadThroughput": 2e5, "uploadThroughput": 2e5}
NOTE_HYDRATION = """new MutationObserver(() => {
    if (document.documentElement?.dataset.ready === "") window.hydrated ??= performance.now()
}).observe(document, { attributes: true, childList: true, subtree: true })"""
CATEGORIES = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
    "seo": "SEO",
}
FIGURES = {
    "first-contentful-paint": "FCP",
    "largest-contentful-paint": "LCP",
    "total-blocking-time": "TBT",
    "cumulative-layout-shift": "CLS",
}
CHROMIUM_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
# A payment is nobody's business but the payer's: its page forbids search engines, for which Lighthouse takes
# a third of the points.
PRIVATE = ["--skip-audits=is-crawlable"]
# What Lighthouse says when the browser's recording of a page load is not whole, and how often we let it.
AGAIN = "Please run Lighthouse again"
RECORDINGS = 3


@dataclass(frozen=True)
class Visit:
    """One page to measure."""

    name: str
    path: str
    options: tuple[str, ...] = ()


def main() -> int:
    arguments = _parser().parse_args()
    require_programs("chromium")
    python, node = environment.prepare()
    if not (FOLDER / "node_modules").is_dir():
        subprocess.run([*node.npm, "ci"], cwd=FOLDER, env=node.environment(), check=True)
    with shop() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=CHROMIUM_FLAGS.split())
        visits = [
            Visit("front page", "/"),
            Visit("product list", "/products"),
            Visit("product page", _a_product(url)),
            Visit("payment status", f"/order-confirmation/{_a_payment(url)}", tuple(PRIVATE)),
        ]
        columns = [*CATEGORIES.values(), *FIGURES.values(), "own TBT", "script", "usable"]
        print("| page |", " | ".join(columns), "|")
        print("| --- |" + " --- |" * len(columns))
        for visit in visits:
            if arguments.only and arguments.only != visit.path:
                continue
            if arguments.language == "hi":
                visit = replace(visit, path=f"{visit.path}?lang=hi")
            reports = [_measure(node, url, visit) for _ in range(arguments.runs)]
            usable = statistics.median(_usable_ms(browser, url, visit) for _ in range(arguments.runs))
            print(f"| {visit.name} |", " | ".join([*_row(reports), f"{usable:,.0f} ms"]), "|", flush=True)
            _complain(reports)
    return 0


@contextmanager
def shop() -> Iterator[str]:
    """Run the shop as `deploy/run` does, with data of its own, and yield its address once it is at rest."""
    port = processes.free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="akshamala-pages-") as folder:
        env = {**os.environ, "VAR_DIR": folder, "RATE_LIMIT_FACTOR": "0", "LOG_LEVEL": "WARNING"}
        with (Path(folder) / "run.log").open("wb") as log:
            process = processes.spawn(
                [sys.executable, "-m", "deploy.supervisor", "--port", str(port)],
                env=env,
                cwd=ROOT,
                output=log,
            )
        try:
            for is_ready in (lambda: _answers(url), lambda: _pictures_are_rendered(Path(folder))):
                if not processes.wait_until(is_ready, process, seconds=READY_SECONDS):
                    raise RuntimeError((Path(folder) / "run.log").read_text())
            yield url
        finally:
            processes.stop(process, seconds=30)


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", trust_env=False).is_success
    except httpx.HTTPError:
        return False


def _pictures_are_rendered(folder: Path) -> bool:
    """Return whether a new shop's worker is done: until then a page shows large sources and shares a core."""
    with closing(sqlite3.connect(folder / "akshamala.sqlite3")) as database:
        [(processing,)] = database.execute("SELECT count(*) FROM catalog_picture WHERE status = 'processing'")
    return not processing


def _a_product(url: str) -> str:
    found = httpx.get(f"{url}/api/products/featured?limit=1", trust_env=False).json()
    return f"/products/{found['data']['products'][0]['slug']}"


def _a_payment(url: str) -> str:
    """Begin a payment and return its transaction id: the page then waits for the provider, live."""
    with httpx.Client(base_url=f"{url}/api", trust_env=False, timeout=30) as client:
        product = client.get("/products/featured?limit=1").json()["data"]["products"][0]
        item = {"productId": product["_id"], "quantity": 1, "customization": {}}
        quote = client.post("/orders/quote", json={"items": [item]}).json()["data"]
        order = client.post(
            "/orders/create-guest-order",
            json={"items": [item], "customerInfo": GUEST, "amount": quote["totalAmount"]},
            headers={"Idempotency-Key": "pages-order"},
        ).json()["data"]
        payment = client.post(
            "/phonepe/create-order",
            json={"orderId": order["orderId"], "key": order["orderKey"]},
            headers={"Idempotency-Key": "pages-payment"},
        ).json()["data"]
        return str(payment["transactionId"])


def _usable_ms(browser: Browser, url: str, visit: Visit) -> float:
    """Return the time from the request of a page to its hydration, for a first visitor on a slow phone."""
    context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75)
    page = context.new_page()
    page.add_init_script(NOTE_HYDRATION)
    phone = context.new_cdp_session(page)
    phone.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    page.goto(f"{url}{visit.path}")
    page.locator("html[data-ready]").wait_for(state="attached")
    hydrated: float = page.evaluate("hydrated")
    context.close()
    return hydrated


def _measure(node: environment.Node, url: str, visit: Visit) -> dict[str, Any]:
    """Return Lighthouse's report, and in it as `ownBlockingMs` what `_own_blocking_ms` says.

    Raises RuntimeError when it comes to none. A recording that broke off, at which Lighthouse itself asks for
    another run, is no measurement of the page: it is told and made again.
    """
    with tempfile.TemporaryDirectory(prefix="akshamala-lighthouse-") as folder:
        report = Path(folder) / "report.json"
        for recording in range(1, RECORDINGS + 1):
            try:
                _run_lighthouse(node, url, visit, report)
                break
            except RuntimeError as error:
                if AGAIN not in str(error) or recording == RECORDINGS:
                    raise
                print(f"  {error}", file=sys.stderr)
        found: dict[str, Any] = json.loads(report.read_text())
        found["ownBlockingMs"] = _own_blocking_ms(
            json.loads((report.parent / "report-0.trace.json").read_text())
        )
        return found


def _run_lighthouse(node: environment.Node, url: str, visit: Visit, report: Path) -> None:
    chromium = find_program("chromium")
    command: list[str | Path] = [
        node.node,
        FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js",
        f"{url}{visit.path}",
    ]
    command += ["--quiet", "--output=json", f"--output-path={report}", "--save-assets"]
    command += [f"--chrome-flags={CHROMIUM_FLAGS}", *visit.options]
    result = subprocess.run(
        command,
        env={**node.environment(), "CHROME_PATH": str(chromium)},
        capture_output=True,
        text=True,
    )
    if result.returncode:
        # Its report, when it has come to one, says why; else what it printed.
        raise RuntimeError(f"{visit.path}: {_reason(report) or result.stderr[-2000:]}")


def _own_blocking_ms(trace: dict[str, Any]) -> float:
    """Return the total blocking time of the page's own work: by the processor's time instead of the clock's.

    Milliseconds on Lighthouse's phone, four times slower. The clock also counts while shop, browser and
    Lighthouse, or other tenants of the machine, keep the page's thread from its processor.
    """
    events = trace["traceEvents"]
    paint = [event for event in events if event["name"] == "firstContentfulPaint"][-1]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = (
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"] == "RunTask"
        and event["pid"] == paint["pid"]
        and (event["pid"], event["tid"]) in main
        and event["ts"] >= paint["ts"]
    )
    return float(sum(max(0.0, SLOWDOWN * task - LONG_TASK_MS) for task in tasks))


def _reason(report: Path) -> str:
    try:
        return str(json.loads(report.read_text())["runtimeError"]["message"])
    except (OSError, ValueError, KeyError):
        return ""


def _row(reports: list[dict[str, Any]]) -> Iterator[str]:
    for name in CATEGORIES:
        yield f"{statistics.median(report['categories'][name]['score'] for report in reports) * 100:.0f}"
    for name in FIGURES:
        value = statistics.median(report["audits"][name]["numericValue"] for report in reports)
        yield f"{value:.3f}" if name.endswith("shift") else f"{value:,.0f} ms"
    yield f"{statistics.median(report['ownBlockingMs'] for report in reports):,.0f} ms"
    yield f"{statistics.median(_script_kb(report) for report in reports):.0f} kB"


def _script_kb(report: dict[str, Any]) -> float:
    """Return what came over the wire as script, compressed, later pieces and headers included."""
    requests = report["audits"]["network-requests"]["details"]["items"]
    return float(sum(r["transferSize"] for r in requests if r.get("resourceType") == "Script")) / 1000


def _complain(reports: list[dict[str, Any]]) -> None:
    """Say what cost points, so that a falling figure explains itself."""
    last = reports[-1]
    for category in last["categories"].values():
        for reference in category["auditRefs"]:
            audit = last["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                print(f"  {audit['id']}: {audit['score']} {audit.get('displayValue', '')}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tests.benchmarks.pages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--runs", type=int, default=3, help="how often each page is measured (default: 3)")
    parser.add_argument("--only", default="", help="the path of the one page to measure")
    parser.add_argument("--language", choices=["en", "hi"], default="en", help="the pages' language")
    return parser


if __name__ == "__main__":
    sys.exit(main())
