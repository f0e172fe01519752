"""Choice of the storage for the shop's files; for settings.py."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

# What Amazon's own storage can do without.
_OPTIONAL: Final = "S3_ENDPOINT_URL"
# The names of pictures change with their content.
_FOR_EVER: Final = "public, max-age=31536000, immutable"

# Backups are taken by another user of the shop's group (deploy/debian); nobody else reads what buyers sent.
_FOR_GROUP: Final = {"file_permissions_mode": 0o640, "directory_permissions_mode": 0o750}
_FOR_OWNER: Final[dict[str, Any]] = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}


def storages(s3: Mapping[str, str], *, var_dir: Path) -> dict[str, Any]:
    """Return Django's STORAGES: object storage where any of the `s3` variables is set, else folders.

    Raises ImproperlyConfigured for a half-configured one.
    """
    if not any(s3.values()):
        local = {"BACKEND": "project.core.storage.local.LocalStorage"}
        stores = {
            "default": local | {"OPTIONS": _FOR_GROUP},
            "pictures": local,
            "exports": local | {"OPTIONS": _FOR_OWNER | {"location": var_dir / "exports"}},
        }
    else:
        _check(s3)
        private = _bucket(s3, s3["S3_PRIVATE_BUCKET"], "private, no-store")
        stores = {
            "default": private,
            "pictures": _bucket(s3, s3["S3_PICTURES_BUCKET"], _FOR_EVER),
            "exports": private | {"OPTIONS": private["OPTIONS"] | {"location": "exports"}},
        }
    return stores | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


def _check(s3: Mapping[str, str]) -> None:
    missing = [name for name, value in s3.items() if not value and name != _OPTIONAL]
    if missing:
        raise ImproperlyConfigured(
            f"{', '.join(missing)} must be set: with any S3_ variable files go to object storage"
        )
    for name in ("S3_ENDPOINT_URL", "S3_PICTURES_URL"):
        url = urlsplit(s3[name])
        if s3[name] and (url.scheme not in ("http", "https") or not url.hostname or url.query):
            raise ImproperlyConfigured(f"{name} must be an http(s) address, not {s3[name]!r}")
    if s3["S3_PRIVATE_BUCKET"] == s3["S3_PICTURES_BUCKET"]:
        raise ImproperlyConfigured(
            "S3_PRIVATE_BUCKET and S3_PICTURES_BUCKET must be two buckets: everybody may read the second"
        )


def _bucket(s3: Mapping[str, str], name: str, cache_control: str) -> dict[str, Any]:
    return {
        "BACKEND": "project.core.storage.s3.S3Files",
        "OPTIONS": {
            "bucket_name": name,
            "endpoint_url": s3["S3_ENDPOINT_URL"] or None,
            "region_name": s3["S3_REGION"],
            "access_key": s3["S3_ACCESS_KEY_ID"],
            "secret_key": s3["S3_SECRET_ACCESS_KEY"],
            "object_parameters": {"CacheControl": cache_control},
        },
    }
