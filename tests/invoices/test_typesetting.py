"""Pages are set in type by a process of their own, which nobody has to look after."""

import io
import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool

import pypdf
import pytest

from deploy.environment import ROOT
from project.invoices.typesetting import print_html
from tests.waiting import eventually


def printed(text: str) -> str:
    pdf = print_html(f"<p>{text}</p>", sheet="document.css", identifier="1")
    return pypdf.PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


@pytest.mark.parametrize("separator", ["\u2028", "\u2029"])
def test_separators_that_html_does_not_know_are_printed_as_spaces(separator: str) -> None:
    assert "one" in printed(f"राव {separator}one")


def printer() -> int:
    """Return the process that prints for us."""
    [child] = multiprocessing.active_children()
    assert child.pid is not None
    return child.pid


def test_all_pages_are_printed_by_one_process() -> None:
    assert "one" in printed("one")
    first = printer()

    assert "two" in printed("two")

    assert printer() == first


def test_killed_printer_fails_one_page_and_another_printer_sets_the_next() -> None:
    printed("before")
    os.kill(printer(), signal.SIGKILL)

    with pytest.raises(BrokenProcessPool):
        printed("killed")

    assert "after" in printed("after")


def test_printer_ends_with_the_process_that_it_prints_for() -> None:
    code = (
        "import multiprocessing, signal\n"
        "from project.invoices.typesetting import print_html\n"
        "print_html('<p>page</p>', sheet='document.css', identifier='1')\n"
        "print(multiprocessing.active_children()[0].pid, flush=True)\n"
        "signal.pause()"
    )
    worker = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    pid = int(worker.stdout.readline())
    worker.kill()
    worker.wait()
    worker.stdout.close()

    eventually(lambda: not is_running(pid), seconds=10)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # Nobody may have collected its exit code yet.
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], stdout=subprocess.PIPE, text=True).stdout
    return bool(state.strip()) and not state.startswith("Z")
