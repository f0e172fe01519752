"""nginx with the shop's configuration, as Debian runs it.

It runs from a rendered copy of deploy/nginx.conf in which only addresses and paths differ, and what
deploy/debian/nginx.sed changes for Debian's nginx.
"""

import os
import re
import subprocess
import time
from pathlib import Path

from deploy import machine, processes
from deploy.environment import ROOT
from tests.server_process import ServerProcess

NGINX_CONF = ROOT / "deploy" / "nginx.conf"
FOR_DEBIAN = ROOT / "deploy" / "debian" / "nginx.sed"


def serve_nginx(
    folder: Path,
    *,
    files: Path,
    port: int,
    live: list[str],
    rest: list[str],
    trust_proxy: bool = False,
    connections: int = 1024,
) -> ServerProcess:
    """Start nginx; its logs are `access` and `log` in the folder, as is its certificate, made unless there.

    `trust_proxy` takes the caller's address from X-Forwarded-For, so that a test can come from anywhere.
    """
    if not (folder / "fullchain.pem").exists():
        make_certificate(folder)
    conf = folder / "nginx.conf"
    text = _render(folder, files=files, port=port, live=live, rest=rest, trust_proxy=trust_proxy)
    conf.write_text(re.sub(r"worker_connections \d+;", f"worker_connections {connections};", text))
    nginx = machine.find_program("nginx")
    assert nginx is not None
    process = ServerProcess(
        [nginx, "-p", folder, "-c", conf, "-e", folder / "log", "-g", "daemon off;"],
        environment={},
        log=folder / "output",
    )
    deadline = time.monotonic() + 20
    while not processes.listening(port):
        if time.monotonic() > deadline:
            raise RuntimeError(f"nginx does not start:\n{process.log()}{(folder / 'log').read_text()}")
        time.sleep(0.05)
    return process


def _render(
    folder: Path, *, files: Path, port: int, live: list[str], rest: list[str], trust_proxy: bool
) -> str:
    """Return nginx's configuration as Debian has it, with this machine's ports and the test's paths."""
    text = subprocess.run(
        ["sed", "-E", "-f", str(FOR_DEBIAN), str(NGINX_CONF)], check=True, capture_output=True, text=True
    ).stdout
    first = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    if trust_proxy:
        first += "    set_real_ip_from 127.0.0.1;\n    real_ip_header X-Forwarded-For;\n"
    changes: list[tuple[str, str]] = [
        (r"^user www-data;\n", _user()),
        (r"^worker_processes auto;", "worker_processes 2;"),
        (r"^worker_rlimit_nofile .*\n", ""),
        (r"/run/nginx\.pid", f"{folder}/pid"),
        (r"^http \{\n", f"http {{\n{first}"),
        (r"/var/log/nginx/access\.log", f"{folder}/access"),
        (r"/var/log/nginx/error\.log", f"{folder}/log"),
        (r"/var/lib/nginx/pages", f"{folder}/pages"),
        (r"^\s+listen \[::\].*\n", ""),
        (r"listen 80 ", f"listen 127.0.0.1:{processes.free_port()} "),
        (r"listen 443 ", f"listen 127.0.0.1:{port} "),
        (r"/etc/nginx/certs", str(folder)),
        (r"/etc/nginx/unavailable", str(ROOT / "deploy" / "unavailable")),
        (r"/var/lib/akshamala", str(files)),
        *((rf"127\.0\.0\.1:820{number}", address) for number, address in enumerate(live, start=1)),
        *((rf"127\.0\.0\.1:810{number}", address) for number, address in enumerate(rest, start=1)),
    ]
    for pattern, replacement in changes:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text


def _user() -> str:
    """As root, nginx's workers would be somebody who may not enter the tests' folders."""
    return "user root;\n" if os.geteuid() == 0 else ""


def make_certificate(folder: Path) -> Path:
    """Make nginx's key and certificate in its folder; return the certificate, which vouches for itself."""
    certificate = folder / "fullchain.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
        + ["-addext", "subjectAltName=IP:127.0.0.1"]
        + ["-keyout", str(folder / "privkey.pem"), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )
    return certificate
