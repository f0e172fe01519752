"""Programs of this machine, and the installation of missing ones."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

# Program → Debian packages that hold it, where they have another name.
PACKAGES = {
    "postgres": ["postgresql"],
    "nginx": ["nginx-light"],
    # For the nightly tests; WebKit's driver needs a virtual screen.
    "WebKitWebDriver": ["webkit2gtk-driver"],
    "Xvfb": ["xvfb"],
}
# WebKitGTK's browser, in the package of its library.
MINIBROWSER = Path("/usr/lib") / f"{platform.machine()}-linux-gnu" / "webkit2gtk-4.1" / "MiniBrowser"
# Programs of the nightly tests in Firefox and WebKit.
OTHER_BROWSERS = ("firefox-esr", "WebKitWebDriver", "Xvfb")


class MissingProgram(Exception):
    """A missing program that could not be installed; the message says what to do."""


def find_program(name: str) -> Path | None:
    """Return the program's path, also outside of PATH as on Debian; None when it is not installed."""
    if name == "postgres":
        # Newest version first; initdb and createdb are in the same folder.
        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=_version, reverse=True)
        if versions:
            return versions[0]
    names = ["chromium", "chromium-browser", "google-chrome"] if name == "chromium" else [name]
    for candidate in names:
        found = shutil.which(candidate) or shutil.which(candidate, path="/usr/sbin:/sbin")
        if found:
            return Path(found).resolve() if name == "postgres" else Path(found)
    return None


def is_installed(name: str) -> bool:
    """Return True when the program is installed."""
    return find_program(name) is not None


def require_programs(*names: str) -> None:
    """Install missing programs of `names` with apt.

    Raises MissingProgram without apt, without the right to use it, or when it fails.
    """
    missing = [name for name in names if not is_installed(name)]
    if not missing:
        return
    packages = [package for name in missing for package in PACKAGES.get(name, [name])]
    wish = f"apt-get install {' '.join(packages)}"
    if shutil.which("apt-get") is None:
        raise MissingProgram(f"Not installed: {', '.join(missing)}. Install them (on Debian: {wish}).")
    if os.geteuid() != 0:
        raise MissingProgram(f"Not installed: {', '.join(missing)}. Run as root: {wish}")
    print(f"Installing {', '.join(packages)}", flush=True)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", *packages],
    ):
        result = subprocess.run(command, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if result.returncode:
            raise MissingProgram(
                f"{' '.join(command)} failed:\n{result.stdout[-1500:]}\n{result.stderr[-1500:]}"
            )
    still = [name for name in missing if not is_installed(name)]
    if still:
        raise MissingProgram(f"Still not found after {wish}: {', '.join(still)}")


def require_browser() -> None:
    """Install a browser for the tests: a headless one, or any Chromium where apt lacks it.

    Raises MissingProgram when there is neither.
    """
    try:
        require_programs("chromium-headless-shell")
    except MissingProgram:
        require_programs("chromium")


def find_browser() -> Path | None:
    """Return the browser for the tests, a headless one if possible, as it needs half the processor time."""
    return find_program("chromium-headless-shell") or find_program("chromium")


def _version(program: Path) -> int:
    name = program.parts[-3]
    return int(name) if name.isdigit() else 0
