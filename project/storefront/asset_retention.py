"""Asset retention: the assets of earlier releases stay served for pages that were opened before a deploy.

Pages load code lazily, under names with the content's hash, so that the assets of their own release must stay
available. nginx serves these where the running release has no such file
(deploy/nginx.conf).
"""

import os
import shutil
import time
from pathlib import Path

from django.conf import settings

RETENTION_SECONDS = 7 * 24 * 3600
# Lists the files of the newest release, so that the next one knows which it replaces.
_CURRENT = ".current"


def retain_assets() -> tuple[int, int]:
    """Copy the assets of this build and remove those that were replaced a week ago; return how many of each.

    A file's modification time is when it was last part of a release.
    """
    built = settings.FRONTEND_DIST / "assets"
    retained: Path = settings.VAR_DIR / "assets"
    retained.mkdir(parents=True, exist_ok=True)
    current = retained / _CURRENT
    replaced = set(current.read_text().split()) if current.exists() else set()
    now = time.time()
    copied = removed = 0
    names = sorted(file.name for file in built.iterdir() if file.is_file())
    for name in names:
        if not (retained / name).exists():
            # nginx serves the folder meanwhile: rename the complete copy into place.
            unfinished = retained / f".{name}.{os.getpid()}"
            shutil.copyfile(built / name, unfinished)
            unfinished.rename(retained / name)
            copied += 1
    for name in {*names, *replaced}:
        if (retained / name).exists():
            os.utime(retained / name, (now, now))
    for file in retained.iterdir():
        if file != current and file.stat().st_mtime < now - RETENTION_SECONDS:
            file.unlink()
            removed += 1
    current.write_text("\n".join(names))
    return copied, removed
