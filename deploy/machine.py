"""Programs and libraries this machine has, and how it gets the ones it lacks."""

import ctypes.util
import os
import platform
import shutil
import subprocess
from pathlib import Path

# Program or library → Debian packages that hold it.
PACKAGES = {
    "postgres": ["postgresql"],
    "redis-server": ["redis-server"],
    "chromium": ["chromium"],
    "chromium-headless-shell": ["chromium-headless-shell"],
    "nginx": ["nginx-light"],
    "pgbouncer": ["pgbouncer"],
    # The other browsers of the nightly tests; WebKit's driver shows its pages on a virtual screen.
    "firefox-esr": ["firefox-esr"],
    "WebKitWebDriver": ["webkit2gtk-driver"],
    "Xvfb": ["xvfb"],
    # Sets the type of the invoices.
    "pango": ["libpangoft2-1.0-0", "libharfbuzz-subset0"],
}
# WebKitGTK's own small browser, in the package of its library.
MINIBROWSER = Path("/usr/lib") / f"{platform.machine()}-linux-gnu" / "webkit2gtk-4.1" / "MiniBrowser"
# What a library is told by.
LIBRARIES = {"pango": ["pangoft2-1.0", "harfbuzz-subset"]}


# What the nightly walks in Firefox and WebKit need.
OTHER_BROWSERS = ("firefox-esr", "WebKitWebDriver", "Xvfb")


class MissingProgram(Exception):
    """A program or library is not here and could not be installed; the message says what to do."""


def find_program(name: str) -> Path | None:
    """Return the program's path, also where Debian hides it from PATH; None when it is not installed."""
    if name == "postgres":
        # Newest version first; initdb and createdb lie beside it.
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
    """Return whether the program or library is here."""
    if name in LIBRARIES:
        return all(ctypes.util.find_library(library) for library in LIBRARIES[name])
    return find_program(name) is not None


def require_programs(*names: str) -> None:
    """Install with apt whichever of `names` is missing.

    Raises MissingProgram when apt is not here, we may not use it, or it failed.
    """
    missing = [name for name in names if not is_installed(name)]
    if not missing:
        return
    packages = [package for name in missing for package in PACKAGES[name]]
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
    """Have a browser for the tests: the one without a window's parts, or any Chromium where apt has it not.

    Raises MissingProgram when there is neither.
    """
    try:
        require_programs("chromium-headless-shell")
    except MissingProgram:
        require_programs("chromium")


def find_browser() -> Path | None:
    """Return the browser for the tests; without a window's parts it needs half the processor's time."""
    return find_program("chromium-headless-shell") or find_program("chromium")


def _version(program: Path) -> int:
    name = program.parts[-3]
    return int(name) if name.isdigit() else 0
