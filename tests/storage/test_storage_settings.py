"""Object storage is configured wholly or not at all, costs no start its time, and a health check tries it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy import processes
from deploy.environment import ROOT
from project.backoffice.health.infrastructure import check_storage
from project.start import EXIT_CODE
from tests.core.test_settings import PRODUCTION, load, refusals
from tests.object_storage import PICTURES_BUCKET, PRIVATE_BUCKET, ObjectStorage

WHOLE = {
    "S3_REGION": "ap-south-1",
    "S3_ACCESS_KEY_ID": "key",
    "S3_SECRET_ACCESS_KEY": "secret",
    "S3_PRIVATE_BUCKET": "private",
    "S3_PICTURES_BUCKET": "pictures",
    "S3_PICTURES_URL": "https://cdn.example/",
}


MISSING = "must be set: with any S3_ variable files go to object storage"


def without(missing: str) -> dict[str, str]:
    return {name: value for name, value in WHOLE.items() if name != missing}


def test_half_configured_storage_stops_the_start_with_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import project.wsgi"],
        cwd=ROOT,
        env=PRODUCTION | without("S3_REGION") | {"VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert done.returncode == EXIT_CODE
    assert done.stderr == f"The shop does not start: S3_REGION {MISSING}\n"


def test_each_variable_that_is_missing_is_named(tmp_path: Path) -> None:
    names = sorted(WHOLE)

    said = refusals(tmp_path, [PRODUCTION | without(name) for name in names])

    assert said == [f"{name} {MISSING}" for name in names]


def test_wrong_value_is_named(tmp_path: Path) -> None:
    address = "must be an http(s) address"
    wrong = [
        ({"S3_PICTURES_BUCKET": "private"}, "must be two buckets"),
        ({"S3_ENDPOINT_URL": "minio:9000"}, f"S3_ENDPOINT_URL {address}"),
        ({"S3_PICTURES_URL": "cdn.example"}, f"S3_PICTURES_URL {address}"),
        ({"S3_PICTURES_URL": "https://cdn.example/?a=b"}, f"S3_PICTURES_URL {address}"),
    ]

    said = refusals(tmp_path, [{"DEBUG": "1", **WHOLE, **bad} for bad, _ in wrong])

    for (_, named), what in zip(wrong, said, strict=True):
        assert named in what


def test_keys_may_stand_in_files(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("from a file\n")
    keys = {name: value for name, value in WHOLE.items() if name != "S3_SECRET_ACCESS_KEY"}

    result = load(
        tmp_path,
        "print(s.STORAGES['default']['OPTIONS']['secret_key'], s.PICTURES_URL, sep='|')",
        DEBUG="1",
        S3_SECRET_ACCESS_KEY_FILE=str(tmp_path / "secret"),
        **keys,
    )

    assert result.stdout == "from a file|https://cdn.example/\n"


@pytest.mark.parametrize("configured", [{}, WHOLE], ids=["folders", "object storage"])
def test_no_process_waits_for_its_library_at_the_start(tmp_path: Path, configured: dict[str, str]) -> None:
    code = "import sys, project.wsgi; print(sorted({'boto3', 'botocore'} & {*sys.modules}))"

    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=PRODUCTION | configured | {"VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert done.stdout == "[]\n", done.stderr


def said() -> tuple[str, str, str]:
    """Return the result of the health check."""
    found = check_storage()
    return found.status, found.text, found.advice


@pytest.mark.django_db
def test_check_finds_nothing_wrong(s3: ObjectStorage) -> None:
    assert said() == ("ok", "takes files", "")
    assert s3.names(PRIVATE_BUCKET) == s3.names(PICTURES_BUCKET) == []


@pytest.fixture
def guarded(s3: ObjectStorage) -> Iterator[ObjectStorage]:
    """A storage that looks at keys, and whose the shop does not have."""
    s3.ask_for_keys()
    yield s3
    s3.ask_for_no_keys()


@pytest.mark.django_db
def test_check_says_that_the_keys_are_wrong(guarded: ObjectStorage) -> None:
    wrong = (
        "failing",
        "refuses our keys (InvalidAccessKeyId)",
        "Compare S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION with those it gave you.",
    )

    assert said() == wrong


@pytest.mark.django_db
def test_check_says_that_the_secret_is_wrong(guarded: ObjectStorage, settings: object) -> None:
    guarded.keys = (guarded.keys[0], "another secret")
    for name, value in guarded.settings().items():
        setattr(settings, name, value)

    assert said()[1] == "refuses our keys (SignatureDoesNotMatch)"


@pytest.mark.django_db
def test_check_says_that_a_bucket_is_missing(s3: ObjectStorage) -> None:
    s3.client().delete_bucket(Bucket=PRIVATE_BUCKET)

    assert said()[:2] == ("failing", f"has no bucket {PRIVATE_BUCKET}")


@pytest.mark.django_db
def test_check_says_that_strangers_can_read_what_is_private(s3: ObjectStorage) -> None:
    policy = s3.client().get_bucket_policy(Bucket=PICTURES_BUCKET)["Policy"]
    s3.client().put_bucket_policy(
        Bucket=PRIVATE_BUCKET, Policy=policy.replace(PICTURES_BUCKET, PRIVATE_BUCKET)
    )

    assert said()[0] == "failing"
    assert "strangers can read what is private" in said()[1]


@pytest.mark.django_db
def test_check_says_that_pictures_cannot_be_fetched(s3: ObjectStorage, settings: object) -> None:
    s3.client().delete_bucket_policy(Bucket=PICTURES_BUCKET)
    closed = said()
    setattr(settings, "PICTURES_URL", f"http://127.0.0.1:{processes.free_port()}/")  # noqa: B010
    nowhere = said()

    assert (closed[0], nowhere[0]) == ("failing", "failing")
    assert closed[1].endswith(": 403") and nowhere[1].endswith(": ConnectError")


@pytest.mark.django_db
def test_check_says_that_the_storage_is_away(s3: ObjectStorage, settings: object) -> None:
    environment = s3.settings()
    for store in environment["STORAGES"].values():
        if "OPTIONS" in store and "endpoint_url" in store["OPTIONS"]:
            store["OPTIONS"]["endpoint_url"] = f"http://127.0.0.1:{processes.free_port()}"
    setattr(settings, "STORAGES", environment["STORAGES"])  # noqa: B010

    status, text, advice = said()

    assert (status, text[:15]) == ("failing", "does not answer")
    assert advice == "Is the object storage running, and can this host reach S3_ENDPOINT_URL?"
