"""Files in a folder of this machine."""

import os
import secrets
from pathlib import Path

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage


class LocalStorage(FileSystemStorage):
    """Django's, whose files appear whole or not at all; a file is replaced by one of the same name."""

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """Return the name as it is: whoever saves chose one that is free, or has the same content again."""
        return name

    def _save(self, name: str, content: "File[bytes]") -> str:
        path = Path(self.path(name))
        self._make_folder(path.parent)
        unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            made = os.open(unfinished, new, self.file_permissions_mode or 0o666)
            with os.fdopen(made, "wb") as file:
                for chunk in content.chunks():
                    file.write(chunk)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        return name

    def _make_folder(self, folder: Path) -> None:
        """Make the folder of a file; one that an earlier release left open to more users is closed."""
        wanted = self.directory_permissions_mode or 0o777
        folder.mkdir(mode=wanted, parents=True, exist_ok=True)
        # Not the one that private files and public pictures share.
        if folder != Path(settings.MEDIA_ROOT) and (left := folder.stat().st_mode) & 0o777 & ~wanted:
            folder.chmod(left & (0o7000 | wanted))

    def find(self, prefix: str) -> list[str]:
        """Return the names of the files whose names begin so; the prefix names a folder and a beginning."""
        folder, _, beginning = prefix.rpartition("/")
        lies_in = Path(self.path(folder))
        if not lies_in.is_dir():
            return []
        return [f"{folder}/{path.name}" for path in lies_in.iterdir() if path.name.startswith(beginning)]

    def check(self) -> None:
        """Do nothing: a folder that cannot be written says so when it is written."""
