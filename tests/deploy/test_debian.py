"""The units of deploy/debian run what compose.yaml runs, on ports that nginx knows."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.debian_host import commands_under

ROOT = Path(__file__).resolve().parents[2]
DEBIAN = ROOT / "deploy" / "debian"
COMPOSE: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())[
    "services"
]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text()
COMMON = "akshamala-.service.d/akshamala.conf"
UNITS = {
    "web-live-1": "akshamala-live@.service",
    "web-rest-1": "akshamala-rest@.service",
    "renderer-1": "akshamala-renderer@.service",
    "worker": "akshamala-worker.service",
    "watch": "akshamala-watch.service",
    "migrate": "akshamala-migrate.service",
}


def read_unit(name: str) -> dict[str, list[str]]:
    """Return the values of each directive, in order, of all sections."""
    values: dict[str, list[str]] = {}
    for line in (DEBIAN / "units" / name).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            directive, _, value = line.partition("=")
            values.setdefault(directive, []).append(value)
    return values


def unit_commands(name: str) -> list[str]:
    """Return what a unit runs, with the folder and the addresses that a container has."""
    changes = {
        "/srv/akshamala/.venv/bin/": "",
        "deploy/gunicorn.conf.py": "gunicorn.conf.py",
        "127.0.0.1:810%i": "0.0.0.0:8000",
        "port=820%i:interface=127.0.0.1": "port=8000:interface=0.0.0.0",
    }
    commands = read_unit(name)["ExecStart"]
    for old, new in changes.items():
        commands = [command.replace(old, new) for command in commands]
    return commands


def compose_commands(name: str) -> list[str]:
    """Return what a service runs; several where a shell runs one after the other."""
    command = COMPOSE[name].get("command") or json.loads(re.findall(r"^CMD (.*)$", DOCKERFILE, re.M)[-1])
    return str(command[2]).split(" && ") if command[:2] == ["sh", "-c"] else [" ".join(command)]


def nginx_conf() -> str:
    command = ["sed", "-E", "-f", str(DEBIAN / "nginx.sed"), str(ROOT / "deploy" / "nginx.conf")]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("service", UNITS)
def test_unit_runs_what_the_service_runs(service: str) -> None:
    assert unit_commands(UNITS[service]) == compose_commands(service)


@pytest.mark.parametrize("service", [name for name in UNITS if "stop_grace_period" in COMPOSE[name]])
def test_unit_has_as_long_to_stop_as_the_service(service: str) -> None:
    assert [f"{seconds}s" for seconds in read_unit(UNITS[service])["TimeoutStopSec"]] == [
        COMPOSE[service]["stop_grace_period"]
    ]


def test_units_have_the_limits_and_variables_of_the_services() -> None:
    common = read_unit(COMMON)
    variables = dict(pair.split("=", 1) for line in common["Environment"] for pair in line.split())
    of_the_image = dict(re.findall(r"^(?:ENV|   ) (\w+)=(\S+)", DOCKERFILE, re.M))

    assert int(common["LimitNOFILE"][0]) == COMPOSE["web-rest-1"]["ulimits"]["nofile"]["soft"]
    assert common["MemoryMax"][0].lower() == COMPOSE["web-rest-1"]["mem_limit"]
    # Which folder is the host's business.
    assert variables.keys() == of_the_image.keys() - {"VAR_DIR"}
    assert {name: variables[name] for name in variables if name != "PATH"} == {
        name: of_the_image[name] for name in variables if name != "PATH"
    }
    renderer = read_unit(UNITS["renderer-1"])["Environment"][0]
    assert f"RENDERER_WORKERS={COMPOSE['renderer-1']['environment']['RENDERER_WORKERS']}" in renderer.split()


def test_host_settings_are_those_that_compose_sets() -> None:
    written = re.search(r"# Last:.*?host\.env", (DEBIAN / "install").read_text(), re.S)
    assert written is not None

    names = set(re.findall(r"\b([A-Z_]+)=", written[0]))

    assert names == COMPOSE["worker"]["environment"].keys() - {"POSTGRES_PASSWORD", "PROCESS_URLS"} | {
        "VAR_DIR"
    }
    assert f"NUM_PROXIES={COMPOSE['worker']['environment']['NUM_PROXIES']}" in written[0]


def test_renderer_and_backup_get_no_settings_of_the_shop() -> None:
    assert "EnvironmentFile" not in read_unit("akshamala-renderer@.service")
    assert "EnvironmentFile" not in read_unit("akshamala-backup.service")
    assert "EnvironmentFile" not in read_unit(COMMON)


def test_postgres_and_redis_have_the_options_of_the_services() -> None:
    lines = (DEBIAN / "postgresql.conf").read_text().splitlines()
    settings = [line.split(" = ", 1) for line in lines if line[0] != "#"]
    options = {name: value.strip("'") for name, value in settings}
    options["archive_command"] = re.sub(r"^.*/deploy(?=/backup/)", "", options["archive_command"])
    [_, redis] = read_unit("redis-server.service.d/akshamala.conf")["ExecStart"]

    assert [f"-c{name}={value}" for name, value in options.items()] == COMPOSE["postgres"]["command"][1:]
    assert redis.replace('""', "").endswith(" ".join(COMPOSE["redis"]["command"][1:]))
    # After a start Postgres first looks at archive_timeout when a checkpoint is due: by default in 5 min.
    assert int(options["checkpoint_timeout"]) <= int(options["archive_timeout"]) == 60


def test_nginx_asks_the_ports_that_units_listen_on() -> None:
    wanted = " ".join(read_unit("akshamala.target")["Wants"]).split()
    listening = {
        template: {
            re.sub("%i", re.findall(r"@(\d)", unit)[0], port)
            for unit in wanted
            if unit.startswith(f"akshamala-{template}@")
            for port in re.findall(r"\b8\d0%i", read_unit(f"akshamala-{template}@.service")["ExecStart"][0])
        }
        for template in ("live", "rest")
    }

    asked = {
        group: set(re.findall(r"server 127\.0\.0\.1:(\d+) max_fails=0;", servers))
        for group, servers in re.findall(r"upstream (\w+) \{(.*?)\}", nginx_conf(), re.S)
    }

    assert listening == {"live": {"8201", "8202"}, "rest": {"8101", "8102"}}
    assert asked == {**listening, "rest_once": listening["rest"]}


def test_watcher_asks_each_process_that_the_target_starts() -> None:
    asked = dict(
        re.findall(r"([\w-]+)=http://127\.0\.0\.1:8(\d\d\d)/", (DEBIAN / "processes.env").read_text())
    )
    wanted = re.findall(r"akshamala-(\w+)@(\d)", " ".join(read_unit("akshamala.target")["Wants"]))
    of_compose = re.findall(r"([\w-]+)=http", COMPOSE["watch"]["environment"]["PROCESS_URLS"])

    hundreds = {"rest": "1", "live": "2", "renderer": "3"}
    assert asked == {f"{name}-{number}": f"{hundreds[name]}0{number}" for name, number in wanted}
    assert sorted(of_compose) == sorted(asked)


def test_groups_ask_the_renderers_beside_them() -> None:
    [address] = read_unit("akshamala-rest@.service")["Environment"]
    [listens] = read_unit("akshamala-renderer@.service")["Environment"]

    assert address.rpartition(":")[2] == re.findall(r"RENDERER_PORT=(\S+)", listens)[0]


def test_target_starts_every_unit() -> None:
    wanted = {re.sub(r"@\d", "@", unit) for unit in " ".join(read_unit("akshamala.target")["Wants"]).split()}

    ours = {path.name for path in (DEBIAN / "units").glob("akshamala*.*") if path.is_file()}
    # Its timer starts the backup, and its failure the timer of the next try.
    of_the_backup = {"akshamala-backup.service", "akshamala-backup-retry.timer"}
    assert ours - {"akshamala.target"} - of_the_backup <= wanted


def test_first_backup_is_taken_when_the_timer_starts() -> None:
    # Persistent= catches up on what is older than the stamp; without a stamp systemd waits for the next day.
    assert read_unit("akshamala-backup.timer")["Persistent"] == ["yes"]
    stamp = re.search(r"^stamp=(\S+)$", (DEBIAN / "install").read_text(), re.M)
    assert stamp is not None
    assert stamp[1] == "/var/lib/systemd/timers/stamp-akshamala-backup.timer"


def test_failed_backup_is_tried_again_as_soon_as_in_compose() -> None:
    service, retry = read_unit("akshamala-backup.service"), read_unit("akshamala-backup-retry.timer")
    pause = re.search(r"^\s*sleep (\d+)", (ROOT / "deploy" / "backup" / "schedule").read_text(), re.M)

    # With Restart= a backup that is started by hand after a failure would wait for the next try.
    assert "Restart" not in service
    assert service["OnFailure"] == ["akshamala-backup-retry.timer"]
    assert retry["Unit"] == ["akshamala-backup.service"]
    assert pause is not None
    assert retry["OnActiveSec"] == [pause[1]]


def test_drill_finds_the_commands_that_it_types() -> None:
    packages, certificate, start = commands_under(DEBIAN / "README.md", "First start")
    [update] = commands_under(DEBIAN / "README.md", "Update, without a gap")
    [restore] = commands_under(DEBIAN / "README.md", "Backup and restore")

    assert "git clone <address>" in packages and "git clone <address>" in update
    assert "-days 30" in certificate and "deploy/debian/manage" in start
    assert "\nln -sfn" in update
    assert "./restore latest" in restore and "after_restore" in restore


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    units = tmp_path / "units"
    shutil.copytree(DEBIAN / "units", units)
    release = tmp_path / "release"
    programs = release / ".venv" / "bin"
    programs.mkdir(parents=True)
    (release / "deploy").symlink_to(ROOT / "deploy")
    for name in ("python", "gunicorn", "node"):
        (programs / name).symlink_to("/bin/true")
    for file in units.rglob("*.*"):
        if file.is_file():
            file.write_text(file.read_text().replace("/srv/akshamala", str(release)))
    names = [str(units / path.name.replace("@", "@1")) for path in units.iterdir() if path.is_file()]

    said = subprocess.run(["systemd-analyze", "verify", "--man=no", *names], capture_output=True, text=True)

    ours = [line for line in said.stderr.splitlines() if "akshamala" in line]
    assert (said.returncode, ours) == (0, [])


def test_nginx_runs_as_the_user_who_may_read_pictures_and_assets() -> None:
    [user] = re.findall(r"^user (\S+);$", nginx_conf(), re.M)

    assert f"usermod --append --groups akshamala {user}\n" in (DEBIAN / "install").read_text()
