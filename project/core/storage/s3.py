"""Files in object storage that speaks S3. Loaded when the first file is asked for: boto3 takes its time.

By itself the library waits for minutes. Here nobody waits long for a storage that is away, and only one
caller at a time does: the others are refused at once (project/core/circuit_breaker.py).
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import PurePath
from typing import IO, Any, Final, cast

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from storages.backends.s3 import S3Storage

from project.core.circuit_breaker import CircuitBreaker
from project.core.storage.errors import StorageUnavailable

# Told to whoever fetches a picture; Python's own list of types knows no avif.
_TYPES: Final = {".avif": "image/avif", ".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}
_WRONG_KEYS: Final = {"InvalidAccessKeyId", "SignatureDoesNotMatch", "AuthorizationHeaderMalformed"}
_IS_IT_THERE: Final = "Is the object storage running, and can this host reach S3_ENDPOINT_URL?"

_circuit = CircuitBreaker(retry_seconds=2.0)
_connecting = threading.Lock()


class S3Files(S3Storage):  # type: ignore[misc]
    """django-storages' S3 with time limits, one connection for all threads, and errors in plain words."""

    def __init__(self, **options: Any) -> None:
        # Hosts named after buckets and new kinds of checksums are Amazon's; others may not know them.
        own = {"s3": {"addressing_style": "path"}} if options.get("endpoint_url") else {}
        super().__init__(
            client_config=Config(
                signature_version="s3v4",
                connect_timeout=2,
                read_timeout=10,
                retries={"mode": "standard", "total_max_attempts": 2},
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
                **own,
            ),
            transfer_config=TransferConfig(use_threads=False),
            **options,
        )
        self._shared: Any = None

    @property
    def connection(self) -> Any:
        """Return the one connection; its client may be used by many threads, and each more takes 10 MB."""
        with _connecting:
            if self._shared is None:
                self._shared = super().connection
        return self._shared

    def _create_session(self) -> boto3.Session:
        return _session(self.access_key, self.secret_key)

    def get_object_parameters(self, name: str) -> dict[str, Any]:
        """Return the metadata of an object."""
        kind = _TYPES.get(PurePath(name).suffix)
        own: dict[str, Any] = super().get_object_parameters(name)
        return own | ({"ContentType": kind} if kind else {})

    def _open(self, name: str, mode: str = "rb") -> IO[bytes]:
        """Return the object as it arrives: one request, where the library's own file takes three."""
        with self._reached("GetObject"):
            found = self._client.get_object(Bucket=self.bucket_name, Key=self._normalize_name(name))
        return cast(IO[bytes], _Arriving(found["Body"], name))

    def _save(self, name: str, content: Any) -> str:
        with self._reached("PutObject"):
            return str(super()._save(name, content))

    def exists(self, name: str) -> bool:
        """Return whether there is such an object."""
        with self._reached("GetObject"):
            return bool(super().exists(name))

    def delete(self, name: str) -> None:
        """Remove the object; one that is gone does no harm."""
        with self._reached("DeleteObject"):
            super().delete(name)

    def find(self, prefix: str) -> list[str]:
        """Return the names of the objects whose names begin so."""
        with self._reached("ListBucket"):
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self.bucket_name, Prefix=self._normalize_name(prefix)
            )
            keys = [str(found["Key"]) for page in pages for found in page.get("Contents", ())]
        return [key.removeprefix(f"{self.location}/") for key in keys]

    def check(self) -> None:
        """Ask whether the bucket is there."""
        with self._reached("ListBucket"):
            self._client.head_bucket(Bucket=self.bucket_name)

    def plain_url(self, name: str) -> str:
        """Return the address without a signature, where nobody must find what is private."""
        return str(self.url(name)).partition("?")[0]

    @property
    def _client(self) -> Any:
        return self.connection.meta.client

    @contextmanager
    def _reached(self, right: str) -> Iterator[None]:
        """Ask the storage for what needs this right. Raises FileNotFoundError, StorageUnavailable."""
        if not _circuit.acquire_try():
            raise StorageUnavailable("does not answer", advice=_IS_IT_THERE)
        try:
            with _plain_errors():
                yield
        except ClientError as error:
            # It answers, whatever it says.
            _circuit.close()
            raise self._refusal(error, right) from error
        except StorageUnavailable:
            _circuit.open()
            raise
        _circuit.close()

    def _refusal(self, error: ClientError, right: str) -> Exception:
        """Return the storage's refusal in plain words."""
        code = error.response.get("Error", {}).get("Code", "")
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode")
        if code == "NoSuchKey":
            return FileNotFoundError(str(error))
        if code in _WRONG_KEYS:
            return StorageUnavailable(
                f"refuses our keys ({code})",
                advice="Compare S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION with those it gave you.",
            )
        if code == "NoSuchBucket" or status == 404:
            return StorageUnavailable(
                f"has no bucket {self.bucket_name}",
                advice="Make the bucket, or correct S3_PRIVATE_BUCKET or S3_PICTURES_BUCKET.",
            )
        if status == 403:
            return StorageUnavailable(
                f"does not let our keys do s3:{right} in {self.bucket_name}",
                advice="Allow them s3:ListBucket on both buckets, and s3:GetObject, s3:PutObject and"
                " s3:DeleteObject on what is in them.",
            )
        return StorageUnavailable(f"answers {status}: {error}", advice="See the object storage's own log.")


class _Arriving(File):  # type: ignore[type-arg]
    """An object's content, which comes as it is read."""

    def __init__(self, body: Any, name: str) -> None:
        super().__init__(body, name)
        self._body = body

    def read(self, size: int | None = None) -> bytes:
        """Return so many bytes, or all that are left. Raises StorageUnavailable."""
        with _plain_errors():
            return bytes(self._body.read(size))


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn what a storage raises that is away into StorageUnavailable; its refusals are ClientErrors."""
    try:
        yield
    except BotoCoreError as error:
        raise StorageUnavailable(f"does not answer: {error}", advice=_IS_IT_THERE) from error


@cache
def _session(access_key: str, secret_key: str) -> boto3.Session:
    return boto3.Session(aws_access_key_id=access_key, aws_secret_access_key=secret_key)
