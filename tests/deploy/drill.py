"""The installation drill: a bare Debian, installed as its README says, sold in, updated, broken and restored.

    python -m tests.deploy.drill [--cache FOLDER] [--only WORD]

The commands are read from the documents. It prints one Markdown table, and returns 1 when an aim was missed.
"""

import argparse
import json
import os
import re
import shlex
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx

from deploy.environment import CACHE, ROOT
from tests.deploy.debian_host import DebianHost, commands_under, what_is_missing
from tests.deploy.nginx import make_certificate
from tests.deploy.production import SELLER, Sockets, Storefront, Traffic
from tests.realtime.action_process import ActionProcess
from tests.sandbox_process import SandboxProcess
from tests.smtp_server import SmtpServer
from tests.waiting import eventually
from tests.webhook_receiver import WebhookReceiver

README = ROOT / "deploy" / "debian" / "README.md"
SETTINGS = Path("/etc/akshamala")
CERTIFICATES = Path("/etc/nginx/certs")
# What the shop's programs trust beside what everybody does: its own certificate and the chat's.
TRUSTED = Path("/etc/ssl/certs/drill.pem")
FILES, BACKUPS = "/var/lib/akshamala", "/var/backups/akshamala"
# Gigabytes. They are filled in earnest.
DISKS = {FILES: 4, BACKUPS: 2}
SOCKETS = 200
READS_PER_SECOND = 20
# Aims. A browser that was away for a minute tries again every 15 seconds.
TOLD_SECONDS, OVER_SECONDS, SCREENS_SECONDS, SOCKETS_SECONDS = 60.0, 60.0, 20.0, 10.0
# For how long a miss is waited for.
PATIENCE = 1.5
PSQL = "runuser -u postgres -- psql -qAt akshamala"
CLUSTER = "/var/lib/postgresql/*/main"
MIGRATION = """from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("core", "{newest}")]
    operations = [migrations.RunSQL("ALTER TABLE catalog_product ADD COLUMN drill integer")]
"""
SWITCH = "SELECT pg_walfile_name(pg_switch_wal())"


@dataclass
class Row:
    """A step of the drill, with its seconds by column and the aims that it missed."""

    step: str
    seconds: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def judge(self, column: str, seconds: float | None, aim: float) -> None:
        """Enter a figure; None is one that did not come in time."""
        if seconds is not None:
            self.seconds[column] = seconds
        if seconds is None or seconds > aim:
            self.missed.append(f"{column} within {aim:.0f} s")


COLUMNS = ("took", "mail", "chat", "over", "screens")


def table(rows: list[Row]) -> str:
    """Return the rows as Markdown, in seconds."""
    lines = [f"| step | {' | '.join(COLUMNS)} | notes | missed |", "| --- |" + " --- |" * (len(COLUMNS) + 2)]
    for row in rows:
        figures = [f"{row.seconds[name]:.0f}" if name in row.seconds else "" for name in COLUMNS]
        lines.append(f"| {' | '.join([row.step, *figures, '; '.join(row.notes), ', '.join(row.missed)])} |")
    return "\n".join(lines)


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong on the host or around it, how it is put right, and the alerts of it."""

    name: str
    make: Callable[[], object]
    heal: Callable[[], object]
    # Empty where it ends by itself before anybody needs to know.
    alerts: tuple[str, ...]
    channels: tuple[str, ...] = ("mail", "chat")


class Operators:
    """The mail server and the chat's incoming webhook by which alerts arrive."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.certificate = make_certificate(folder)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.certificate, folder / "privkey.pem")
        self.chat = WebhookReceiver(tls=tls)
        stack.callback(self.chat.stop)
        self.mail = SmtpServer()
        stack.callback(lambda: self.mail.stop())

    def start_mail(self) -> None:
        self.mail = SmtpServer(self.mail.port)

    def forget(self) -> None:
        self.chat.forget()
        self.mail.mails.clear()

    def alerts(self, channel: str, kind: str) -> list[str]:
        """Return which alerts have arrived of this kind: "fault" or "resolved"."""
        mails = [str(mail["Subject"]) for mail in self.mail.mails]
        chats = [json.loads(each.body)["text"].partition("\n")[0] for each in self.chat.received]
        begin = f"[Akshamala] {kind}: "
        told = [
            text.removeprefix(begin)
            for text in (mails if channel == "mail" else chats)
            if text.startswith(begin)
        ]
        return [alert for text in told for alert in text.split(", ")]

    def wait(self, fault: Fault, kind: str, aim: float, since: float) -> dict[str, float | None]:
        """Wait until each channel has told it all; return after how many seconds, None where it has not."""
        told: dict[str, float | None] = dict.fromkeys(fault.channels)
        while None in told.values() and time.monotonic() < since + aim * PATIENCE:
            for channel in fault.channels:
                if told[channel] is None and set(fault.alerts).issubset(self.alerts(channel, kind)):
                    told[channel] = time.monotonic() - since
            time.sleep(0.1)
        return told


class Drill(Storefront):
    """One host and the world around it: the provider, the operators, and who reads, buys and watches."""

    def __init__(self, stack: ExitStack, host: DebianHost, repository: Path, folder: Path) -> None:
        self.url = "https://localhost"
        self.host = host
        self.repository = repository
        self.rows: list[Row] = []
        self._pieces = 5
        self._stack = stack
        self._folder = folder
        self.operators = Operators(stack, folder)

    # -- The documents ---------------------------------------------------------------------------

    def type(self, commands: str, *, seconds: float = 900) -> None:
        """Type lines of the README, in the folder where the lines before have ended."""
        here = 'cd "$(cat /run/drill-folder 2> /dev/null || echo /)"\n'
        commands = commands.replace("<address>", f"file://{self.repository}")
        self.host.run(f"{here}{commands}\npwd > /run/drill-folder", seconds=seconds)

    @contextmanager
    def timed(self, step: str) -> Iterator[Row]:
        row = Row(step)
        began = time.monotonic()
        yield row
        row.seconds["took"] = time.monotonic() - began
        self.add(row)

    def add(self, row: Row) -> None:
        self.rows.append(row)
        print(time.strftime("%X"), table([row]).splitlines()[-1], flush=True)

    # -- Installation ----------------------------------------------------------------------------

    def install(self) -> None:
        """Follow "First start" from the first line to the last, and buy something."""
        packages, certificate, start = commands_under(README, "First start")
        with self.timed("packages, clone, release, install"):
            self.type(packages, seconds=3000)
        self.type(certificate)
        self._fill_in()
        # Nothing is sold before an admin has named the seller, which a person does in the browser.
        start, manage, rest = start.partition("deploy/debian/manage")
        with self.timed("migrate and start, to the first page over TLS"):
            self.type(start)
            eventually(lambda: self._page("/"), seconds=60)
        self._stock()
        self.type(manage + rest)
        with self.timed("a purchase"), self.http() as http:
            self.buy(http)

    def _fill_in(self) -> None:
        """Fill in shop.env as its reader does, with the provider's sandbox and the operators of the drill."""
        certificate = self.host.path(f"{CERTIFICATES}/fullchain.pem")
        webhook = f"{self.url}/api/payments/webhooks/phonepe"
        self.sandbox = self._stack.enter_context(
            SandboxProcess(webhook_url=webhook, SSL_CERT_FILE=str(certificate))
        )
        self.trust()
        values = {
            "SITE_URL": self.url,
            **self.sandbox.merchant,
            "SMTP_HOST": "127.0.0.1",
            "SMTP_PORT": str(self.operators.mail.port),
            "SMTP_TLS": "0",
            "OPERATORS_MAIL": "operator@example.com",
            "OPERATORS_WEBHOOK_URL": self.operators.chat.url,
            "SSL_CERT_FILE": str(TRUSTED),
            # All requests come from one address.
            "RATE_LIMIT_FACTOR": "0",
        }
        file = self.host.path(f"{SETTINGS}/shop.env")
        kept = [line for line in file.read_text().splitlines() if line.partition("=")[0] not in values]
        file.write_text("\n".join([*kept, *(f"{name}={value}" for name, value in values.items())]) + "\n")

    def trust(self) -> None:
        """Let the shop's programs trust its certificate, which is self-signed, and the chat's."""
        own = self.host.path(f"{CERTIFICATES}/fullchain.pem").read_text()
        self.host.path(str(TRUSTED)).write_text(own + self.operators.certificate.read_text())

    def _stock(self) -> None:
        """Name the seller and put products on sale, as staff do in the browser."""
        environment = dict(os.environ)
        for name in ("shop.env", "host.env"):
            lines = self.host.path(f"{SETTINGS}/{name}").read_text().splitlines()
            pairs = (line.partition("=") for line in lines if line and line[0] != "#")
            environment |= {variable: value.strip("'\"") for variable, _, value in pairs}
        environment |= {"VAR_DIR": str(self._folder), "DJANGO_SETTINGS_MODULE": "project.settings"}
        self.actions = self._stack.enter_context(ActionProcess(environment))
        self.actions.do("shop", SELLER)
        # One that is bought, and one whose screens are compared with its row.
        self.product, self.watched = self.actions.do("product"), self.actions.do("product")

    def _page(self, path: str) -> bool:
        try:
            with self.http() as http:
                return http.get(path).is_success
        except httpx.HTTPError:
            return False

    # -- Update ----------------------------------------------------------------------------------

    def update(self) -> None:
        """Follow "Update" with changed assets and a migration, while many read, buy and watch."""
        self._publish_release()
        old_assets, old_build = self._assets(1), self._build()
        [commands] = commands_under(README, "Update, without a gap")
        release, link, restarts = commands.partition("ln -sfn")
        with self.timed("update") as row:
            with (
                Sockets(self.url, self._topic, SOCKETS) as sockets,
                Traffic(self, reads_per_second=READS_PER_SECOND, paths=self._paths()) as traffic,
            ):
                sockets.wait_for_all()
                self.type(release)
                began = time.monotonic()
                self.type(link + restarts)
                row.notes.append(f"{time.monotonic() - began:.0f} s of it from the new link on")
                sockets.wait_for_all()
            row.judge("screens", sockets.longest_gap, SOCKETS_SECONDS)
            replaced = old_assets - self._assets(2)
            with self.http() as http:
                refused = [name for name in replaced if not http.get(f"/assets/{name}").is_success]
            row.notes += [
                f"{len(traffic.failed)} of {traffic.reads} reads failed, slowest {traffic.slowest:.1f} s",
                f"{len(traffic.purchases)} purchases",
                f"{len(refused)} of {len(replaced)} replaced assets refused",
            ]
            row.missed += [f"read failed: {each}" for each in traffic.failed[:3]]
            row.missed += [f"asset refused: {each}" for each in refused[:3]]
            if not replaced or self._build() == old_build:
                row.missed.append("the new release is not served")

    def _publish_release(self) -> None:
        """Commit a release with changed texts, and with a migration of a table that everybody reads."""
        work = self._folder / "work"
        subprocess.run(["git", "clone", "-q", self.repository, work], check=True)
        # Texts without their full stops: a larger page could fail its budget.
        for texts in (work / "frontend" / "src" / "i18n" / "en").glob("*.json"):
            texts.write_text(texts.read_text().replace('."', '"'))
        migrations = work / "project" / "core" / "migrations"
        newest = (migrations / "max_migration.txt").read_text().strip()
        name = f"{int(newest[:4]) + 1:04d}_drill"
        (migrations / "max_migration.txt").write_text(f"{name}\n")
        (migrations / f"{name}.py").write_text(MIGRATION.format(newest=newest))
        git = ["git", "-C", str(work), "-c", "user.name=drill", "-c", "user.email=drill@example.com"]
        subprocess.run([*git, "add", "--all"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "Add a column"], check=True)
        subprocess.run([*git, "push", "-q", "origin", "HEAD"], check=True)

    def _assets(self, release: int) -> set[str]:
        folder = self.host.path(f"/srv/akshamala-{release}/frontend/dist/assets")
        return {file.name for file in folder.iterdir() if file.suffix not in (".br", ".gz")}

    def _paths(self) -> tuple[str, ...]:
        """Return what a reader of the first page asks for."""
        with self.http() as http:
            return (*Traffic.paths, *sorted(set(re.findall(r'"(/assets/[^"]+)"', http.get("/").text))))

    def _build(self) -> str:
        with self.http() as http:
            return http.get("/api/products").headers["X-Build"]

    # -- Faults ----------------------------------------------------------------------------------

    def faults(self) -> list[Fault]:
        """Return what is made go wrong, in this order."""

        def on_host(name: str, make: str, heal: str, *alerts: str) -> Fault:
            return Fault(name, partial(self.host.run, make), partial(self.host.run, heal), alerts)

        def stopped(name: str, units: str, *alerts: str) -> Fault:
            return on_host(name, f"systemctl stop {units}", f"systemctl start {units}", *alerts)

        def filled(name: str, folder: str, left: int, then: str, *alerts: str) -> Fault:
            free = f"$(df --output=avail --block-size=1 {folder} | tail -n 1)"
            make = f"fallocate -l $(({free} - {left or 2**20})) {folder}/filling\n"
            make += "" if left else f"dd if=/dev/zero of={folder}/rest bs=4k || true\n"
            return on_host(name, make + then, f"rm -f {folder}/filling {folder}/rest\n{then}", *alerts)

        base, take = f"{BACKUPS}/base", "systemctl start akshamala-backup"
        write = "SELECT pg_logical_emit_message(true, 'drill', '')"
        _, certificate, _ = commands_under(README, "First start")
        short = certificate.replace("-days 30", "-days 2")
        show = self._show_certificate
        return [
            stopped("nginx stopped", "nginx", "site"),
            on_host(
                "Postgres killed (-9)",
                "systemctl kill --signal=KILL 'postgresql@*'",
                f"until {PSQL} -c 'SELECT 1'; do sleep 0.2; done",
            ),
            stopped("Postgres stopped", "postgresql", "database"),
            stopped("Redis stopped", "redis-server", "cache"),
            stopped("Postgres and Redis stopped", "postgresql redis-server", "database", "cache"),
            stopped("worker stopped", "akshamala-worker", "worker"),
            stopped("watcher stopped", "akshamala-watch", "watch"),
            stopped("one of two live processes stopped", "akshamala-live@2", "processes"),
            stopped("both renderers stopped", "akshamala-renderer@1 akshamala-renderer@2", "processes"),
            Fault("provider down", self.sandbox.halt, self.sandbox.restart, ("provider",)),
            Fault(
                "mail server away",
                lambda: self.operators.mail.stop(),
                self.operators.start_mail,
                ("mailServer",),
                ("chat",),
            ),
            on_host(
                "a backup fails",
                f"chown root: {base}; timeout 30 {take} || true",
                f"chown postgres: {base}; {take}",
                "backup",
            ),
            on_host(
                "no backup for 27 hours",
                f"{PSQL} -c \"UPDATE core_heartbeat SET beat_at = beat_at - '27 h'::interval"
                " WHERE name = 'backup'\"",
                take,
                "backup",
            ),
            filled("log archive full", BACKUPS, 0, f'{PSQL} -c "{write}" -c "{SWITCH}"', "logArchive"),
            filled("files folder full", FILES, 0, "", "storage", "disk"),
            filled("disk nearly full", FILES, 1024**3, "", "disk"),
            Fault(
                "certificate ends in 2 days",
                partial(show, short),
                partial(show, certificate),
                ("certificate",),
            ),
        ]

    def break_each(self, only: str) -> None:
        """Make each fault, wait until it is told, put it right, and wait until that is told and seen."""
        with Sockets(self.url, self._topic, SOCKETS) as sockets:
            sockets.wait_for_all()
            for fault in self.faults():
                if only in fault.name:
                    self.add(self._break(fault, sockets))
        self.add(Row("clock stepped", notes=["not made: a container shares its machine's clock"]))

    def _break(self, fault: Fault, sockets: Sockets) -> Row:
        row = Row(fault.name, notes=list(fault.alerts))
        self.operators.forget()
        fault.make()
        if fault.alerts:
            for channel, seconds in self.operators.wait(
                fault, "fault", TOLD_SECONDS, time.monotonic()
            ).items():
                row.judge(channel, seconds, TOLD_SECONDS)
        fault.heal()
        healed = time.monotonic()
        # Above ten pieces the public is not told how many there are.
        self._pieces = 11 - self._pieces
        version = self.actions.do("count", self.watched["slug"], self._pieces)
        equal = sockets.wait_for_version(version, seconds=90)
        row.judge("screens", time.monotonic() - healed if equal else None, SCREENS_SECONDS)
        if fault.alerts:
            over = [*self.operators.wait(fault, "resolved", OVER_SECONDS, healed).values()]
            row.judge("over", None if None in over else max(each or 0.0 for each in over), OVER_SECONDS)
        others: set[str] = set()
        for channel in fault.channels:
            told = self.operators.alerts(channel, "fault")
            row.missed += [
                f"{channel}: {alert} told {told.count(alert)} times"
                for alert in fault.alerts
                if told.count(alert) > 1
            ]
            others |= set(told) - set(fault.alerts)
        row.notes += [f"also {alert}" for alert in sorted(others)]
        return row

    def _show_certificate(self, commands: str) -> None:
        self.type(commands)
        self.trust()
        self.host.run("systemctl reload nginx")

    # -- Restore ---------------------------------------------------------------------------------

    def restore(self) -> None:
        """Destroy database and files, and follow "Backup and restore" to a moment between two purchases."""
        with self.http() as http:
            kept = self.buy(http)
            time.sleep(2)
            moment = self._sql("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS+00')")
            time.sleep(2)
            lost = self.buy(http)
        segment = self._sql(SWITCH)
        archived = "SELECT last_archived_wal FROM pg_stat_archiver"
        eventually(lambda: self._sql(archived) >= segment, seconds=120)
        self.host.run(f"systemctl kill --signal=KILL 'postgresql@*' && rm -rf {CLUSTER}/* {FILES}/media")
        [commands] = commands_under(README, "Backup and restore")
        commands = commands.replace("restore latest", f"restore --to '{moment}' latest")
        commands = commands.replace("after_restore", f"after_restore --since '{moment}'")
        with self.timed("restore to a moment") as row:
            self.type(commands)
            eventually(lambda: self._page("/products"), seconds=60)
        here = set(self._sql("SELECT transaction_id FROM payments_payment").split())
        if kept not in here or lost in here:
            row.missed.append("the rows are not those of that moment")
        with self.timed("a purchase after it"), self.http() as http:
            self.buy(http)

    def _sql(self, statement: str) -> str:
        return self.host.run(f"{PSQL} -c {shlex.quote(statement)}").strip()

    @property
    def _topic(self) -> str:
        return f"product:{self.watched['slug']}"


def main() -> int:
    """Run the drill; return 1 when an aim was missed, 2 where it cannot be run."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.deploy.drill",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--cache", type=Path, default=CACHE / "debian", help="keeps the base system")
    parser.add_argument(
        "--only", default="", metavar="WORD", help="make only the faults with it in their name"
    )
    arguments = parser.parse_args()
    if missing := what_is_missing():
        print(missing, file=sys.stderr)
        return 2
    arguments.cache.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="akshamala-drill-")))
        repository = folder / "repository"
        subprocess.run(["git", "clone", "-q", "--bare", str(ROOT), str(repository)], check=True)
        host = stack.enter_context(
            DebianHost(folder, cache=arguments.cache, folders=[repository], disks=DISKS)
        )
        host.join_network()
        drill = Drill(stack, host, repository, folder)
        try:
            drill.install()
            drill.update()
            drill.break_each(arguments.only)
            drill.restore()
        finally:
            print(table(drill.rows))
    return int(any(row.missed for row in drill.rows))


if __name__ == "__main__":
    sys.exit(main())
