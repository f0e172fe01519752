"""A bare Debian with systemd, in a container with a network of its own (systemd-nspawn).

Needs root, debootstrap, systemd-container and nftables. `join_network` moves the caller into the network of
the container, so that the shop, the provider's sandbox and the mail server find each other at 127.0.0.1.
"""

import contextlib
import ctypes
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from deploy import processes
from tests.waiting import eventually

RELEASE = "bookworm"
BASE_SYSTEM = "systemd,systemd-sysv,dbus"
# Program that is needed → Debian package that holds it.
NEEDED = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container", "nft": "nftables"}
INSIDE, OUTSIDE = "10.98.0.2", "10.98.0.1"
TABLE = "debian_host"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
CLONE_NEWNET = 0x40000000
# How a machine reaches the package registries, where it has settings for that.
REGISTRIES = re.compile(r"(https?|no)_proxy|(PIP|npm_config)_\w+", re.IGNORECASE)


class CommandFailed(Exception):
    """A command on the host returned an error."""


class DebianHost:
    """A container that boots from a copy of the base system; everything ends with the block.

    `cache` keeps the base system between runs, `folders` are readable inside at the same paths, and `disks`
    are file systems of their own: gigabytes by mount point.
    """

    def __init__(
        self, folder: Path, *, cache: Path, folders: list[Path], disks: Mapping[str, int] | None = None
    ) -> None:
        self._base = cache / RELEASE
        self.root = folder / "root"
        self._folder = folder
        self._binds = [f"--bind-ro={path}" for path in folders]
        self._disks = disks or {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            if not (self._base / "etc" / "os-release").exists():
                partial = self._base.with_suffix(".partial")
                shutil.rmtree(partial, ignore_errors=True)
                mirror = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
                _call(
                    "debootstrap", "--variant=minbase", f"--include={BASE_SYSTEM}", RELEASE, partial, mirror
                )
                partial.rename(self._base)
            _call("cp", "-a", "--reflink=auto", self._base, self.root)
            stack.callback(shutil.rmtree, self.root)
            # Behind a proxy that signs anew its certificate is among those that this machine trusts.
            shutil.copy(CERTIFICATES, self.root / "etc" / "trusted.crt")
            for number, (mount_point, size) in enumerate(self._disks.items()):
                self._make_disk(stack, self._folder / f"disk{number}", mount_point, size)
            self._boot(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def _make_disk(self, stack: ExitStack, disk: Path, mount_point: str, size: int) -> None:
        image = disk.with_suffix(".img")
        _call("truncate", "-s", f"{size}G", image)
        _call("mkfs.ext4", "-q", "-m", "0", image)
        disk.mkdir()
        _call("mount", "-o", "loop", image, disk)
        stack.callback(_call, "umount", disk)
        self._binds.append(f"--bind={disk}:{mount_point}")

    def _boot(self, stack: ExitStack) -> None:
        """Start the container and wait until systemd is up and the world can be reached."""
        options = ["--boot", "--register=no", "--keep-unit", "--network-veth", "--resolv-conf=copy-host"]
        with (self._folder / "console").open("wb") as console:
            container = processes.spawn(
                ["systemd-nspawn", "-D", self.root, "--machine=shop", *options, *self._binds], output=console
            )
        stack.callback(processes.stop, container)
        self._leader = eventually(lambda: _find_leader(container.pid))
        # What runs inside ends at once; asked to, a container would first stop each unit.
        stack.callback(_kill, self._leader)
        _call("ip", "address", "replace", f"{OUTSIDE}/24", "dev", "ve-shop")
        _call("ip", "link", "set", "ve-shop", "up")
        Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        _call("nft", "add", "table", "ip", TABLE)
        stack.callback(_call, "nft", "delete", "table", "ip", TABLE)
        _call("nft", f"add chain ip {TABLE} out {{ type nat hook postrouting priority 100 ; }}")
        _call("nft", f"add rule ip {TABLE} out ip saddr {INSIDE} masquerade")
        is_up = "systemctl is-system-running | grep -E '^(running|degraded)$' || true"
        eventually(lambda: self.run(is_up), seconds=60)
        in_network = ["nsenter", f"--target={self._leader}", "--net", "ip"]
        _call(*in_network, "address", "replace", f"{INSIDE}/24", "dev", "host0")
        _call(*in_network, "link", "set", "host0", "up")
        _call(*in_network, "route", "replace", "default", "via", OUTSIDE)

    def run(self, script: str, *, seconds: float = 300) -> str:
        """Run lines of shell as root inside; return what they print. Raises CommandFailed."""
        trusted = ("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "CURL_CA_BUNDLE")
        variables = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "DEBIAN_FRONTEND": "noninteractive",
            **{name: value for name, value in os.environ.items() if REGISTRIES.fullmatch(name)},
            **dict.fromkeys(trusted, "/etc/trusted.crt"),
        }
        words = [f"{name}={value}" for name, value in variables.items()]
        inside = ["nsenter", "--target", str(self._leader), "--all", "--wdns=/", "env", "-i", *words]
        ended = subprocess.run(
            [*inside, "sh", "-euc", script],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
        )
        if ended.returncode:
            raise CommandFailed(f"{script}\nreturned {ended.returncode}:\n{ended.stdout[-6000:]}")
        return ended.stdout

    def path(self, inside: str) -> Path:
        """Return where this machine sees a file of the container's root."""
        return self.root / inside.lstrip("/")

    def join_network(self) -> None:
        """Move this thread, and what it starts, into the network of the container until the block ends."""
        ours, theirs = (
            os.open(f"/proc/{name}/ns/net", os.O_RDONLY) for name in ("thread-self", self._leader)
        )
        self._stack.callback(_set_network, ours)
        _set_network(theirs)


def what_is_missing() -> str:
    """Return in words why no container can be started here; empty when one can."""
    if os.geteuid() != 0:
        return "The drill starts a container, which root alone may do."
    packages = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    return f"Not installed: apt-get install {' '.join(packages)}" if packages else ""


def commands_under(document: Path, heading: str) -> list[str]:
    """Return the blocks of commands in a section of a document, as a reader would type them."""
    section = re.search(rf"^## {re.escape(heading)}.*?\n(.*?)(?=^## |\Z)", document.read_text(), re.M | re.S)
    if section is None:
        raise ValueError(f"{document} has no section {heading!r}")
    return re.findall(r"^```\n(.*?)^```$", section[1], re.M | re.S)


def _set_network(network: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(network, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")
    os.close(network)


def _find_leader(container: int) -> int:
    """Return the process that is systemd inside; 0 when there is none yet."""
    children = Path(f"/proc/{container}/task/{container}/children").read_text().split()
    ours = Path("/proc/self/ns/pid").readlink()
    with contextlib.suppress(FileNotFoundError):
        return next((int(child) for child in children if Path(f"/proc/{child}/ns/pid").readlink() != ours), 0)
    return 0


def _kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def _call(*words: str | int | Path) -> None:
    command = [str(word) for word in words]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode:
        raise CommandFailed(f"{shlex.join(command)}: {ended.stdout[-2000:]}{ended.stderr[-2000:]}")
