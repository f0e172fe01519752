"""Processes started for a run end with it, however it ends, and come back when they crash."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from deploy import processes
from deploy.environment import ROOT
from deploy.supervisor import LONGEST_PAUSE, Supervised
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess
from tests.waiting import eventually

SLEEP = ["sleep", "60"]


def alive(pid: int) -> bool:
    """Return whether the process runs; one that only waits to be collected does not."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_a_process_that_heeds_no_term_is_killed_with_its_children(tmp_path: Path) -> None:
    script = f"trap '' TERM; sleep 60 & echo $! > {tmp_path}/child; touch {tmp_path}/deaf; wait; sleep 60"
    process = processes.spawn(["sh", "-c", script])
    eventually((tmp_path / "deaf").exists)
    child = int((tmp_path / "child").read_text())

    processes.stop(process, seconds=0.3)

    assert process.returncode == -signal.SIGKILL
    eventually(lambda: not alive(child))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child whose parent was killed")
def test_a_process_ends_when_its_parent_is_killed() -> None:
    code = f"from deploy import processes; print(processes.spawn({SLEEP!r}).pid, flush=True); input()"
    parent = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert alive(child)

    parent.kill()
    parent.communicate()

    eventually(lambda: not alive(child))


def children() -> set[int]:
    """Return the processes that we started, and those that they did."""
    return {child.pid for child in psutil.Process().children(recursive=True)}


def test_a_server_that_is_not_ready_in_time_is_stopped_and_raises(tmp_path: Path) -> None:
    before = children()

    with pytest.raises(RuntimeError, match="does not start:\nhello"):
        ServerProcess(
            ["sh", "-c", "echo hello; sleep 60 & wait"],
            environment=os.environ,
            log=tmp_path / "log",
            url=f"http://127.0.0.1:{processes.free_port()}",
            starts_within_seconds=0.5,
        )

    assert children() <= before


def test_a_sandbox_that_is_not_ready_in_time_is_stopped_and_raises() -> None:
    before = children()

    with pytest.raises(RuntimeError, match="the sandbox does not start"):
        SandboxProcess(starts_within_seconds=0.05)

    assert children() <= before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child whose parent was killed")
def test_a_sandbox_ends_when_the_tests_are_killed() -> None:
    code = (
        "from tests.sandbox_process import SandboxProcess; print(SandboxProcess().port, flush=True); input()"
    )
    tests = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert tests.stdout is not None
    port = int(tests.stdout.readline())
    assert processes.listening(port)

    tests.kill()
    tests.communicate()

    eventually(lambda: not processes.listening(port))


def crash(supervised: Supervised) -> float:
    """Start what ends at once, have it noticed, and return the pause before its next start."""
    supervised.start()
    assert supervised.process is not None
    supervised.process.wait()
    supervised.finish_printing()
    supervised.look_after()
    return supervised.start_again_at - time.monotonic()


def test_a_crashed_process_is_started_again_after_a_pause_that_grows(
    capfd: pytest.CaptureFixture[str],
) -> None:
    supervised = Supervised("web", ["sh", "-c", "echo hello; exit 3"], dict(os.environ), colour=36)
    pauses = [crash(supervised), crash(supervised)]
    supervised.look_after()
    stopped_while_it_pauses = supervised.process is None

    supervised.start_again_at = 0
    supervised.look_after()

    assert supervised.process is not None
    processes.stop(supervised.process)
    supervised.finish_printing()
    assert stopped_while_it_pauses
    assert 0.5 < pauses[0] <= 1 < pauses[1] <= 2
    printed = capfd.readouterr().out
    assert "web    │ hello" in printed
    assert "web ended with 3; starting it again in 1 s" in printed


def test_the_pause_stays_bearable() -> None:
    supervised = Supervised("web", ["false"], dict(os.environ), colour=36, pause=LONGEST_PAUSE)

    crash(supervised)

    assert supervised.pause == LONGEST_PAUSE


def test_services_run_beside_a_command_and_are_gone_afterwards() -> None:
    show = "import os; print(os.environ['DATABASE_URL'], os.environ['REDIS_URL'])"

    result = subprocess.run(
        [sys.executable, "deploy/services.py", "--", sys.executable, "-c", show],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

    assert result.returncode == 0, result.stderr
    addresses = result.stdout.split()
    assert [address.split(":")[0] for address in addresses] == ["postgres", "redis"]
    for address in addresses:
        assert not processes.listening(int(address.rsplit(":", 1)[1].split("/")[0]))
