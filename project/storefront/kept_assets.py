"""The assets of this release and of those before it, kept for pages that were opened before a deploy.

A page fetches code as it needs it, by names with the content's hash, so its release must stay served while
anybody may still have it open. nginx serves these where the running release has no such file
(deploy/nginx.conf).
"""

import os
import shutil
import time
from pathlib import Path

from django.conf import settings

KEEP_SECONDS = 7 * 24 * 3600
# Names the files of the newest release, so that the next one knows which have just been replaced.
_CURRENT = ".current"


def keep_assets() -> tuple[int, int]:
    """Copy the assets of this build and remove those that were replaced a week ago; return how many of each.

    A file's modification time is when it was last part of a release.
    """
    built = settings.FRONTEND_DIST / "assets"
    kept: Path = settings.VAR_DIR / "assets"
    kept.mkdir(parents=True, exist_ok=True)
    current = kept / _CURRENT
    replaced = set(current.read_text().split()) if current.exists() else set()
    now = time.time()
    copied = removed = 0
    names = sorted(file.name for file in built.iterdir() if file.is_file())
    for name in names:
        if not (kept / name).exists():
            # Served while we copy: never half a file under its name.
            unfinished = kept / f".{name}.{os.getpid()}"
            shutil.copyfile(built / name, unfinished)
            unfinished.rename(kept / name)
            copied += 1
    for name in {*names, *replaced}:
        if (kept / name).exists():
            os.utime(kept / name, (now, now))
    for file in kept.iterdir():
        if file != current and file.stat().st_mtime < now - KEEP_SECONDS:
            file.unlink()
            removed += 1
    current.write_text("\n".join(names))
    return copied, removed
