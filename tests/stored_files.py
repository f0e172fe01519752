"""The shop's files on this machine, and a folder for those of one test."""

from pathlib import Path

from django.core.files.storage import FileSystemStorage, storages
from pytest_django.fixtures import Settings

from project.catalog.models import Picture
from project.catalog.pictures.files import name_of, source_name
from project.core.storage.files import PICTURES


def own_files(settings: Settings, folder: Path) -> None:
    """Have the shop keep all its files in this folder."""
    settings.VAR_DIR = folder
    settings.MEDIA_ROOT = folder / "media"
    exports = dict(settings.STORAGES["exports"])
    exports["OPTIONS"] = exports["OPTIONS"] | {"location": folder / "exports"}
    settings.STORAGES = settings.STORAGES | {"exports": exports}


def path_of(store: str, name: str) -> Path:
    """Return where a file lies."""
    storage = storages[store]
    assert isinstance(storage, FileSystemStorage)
    return Path(storage.path(name))


def picture_path(picture: Picture, width: int, extension: str) -> Path:
    """Return where one size of a picture lies."""
    return path_of(PICTURES, name_of(picture, width, extension))


def source_path(picture: Picture) -> Path:
    """Return where the file lies that a picture's sizes are rendered from."""
    return path_of(PICTURES, source_name(picture))
