"""The photos of reviews; `project.core.photos` says what becomes of them."""

from project.core.photos import MAX_PHOTOS, PhotoFolder, PhotoRefused, StoredPhoto, TooManyPhotos

__all__ = ["MAX_PHOTOS", "PhotoRefused", "StoredPhoto", "TooManyPhotos", "remove", "stored"]

_FOLDER = PhotoFolder("reviews")
stored = _FOLDER.stored
remove = _FOLDER.remove
