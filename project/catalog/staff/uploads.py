"""Pictures that staff send: as files of a form, or as base64 inside JSON."""

import base64
import binascii
import io
import json
import re
from collections.abc import Sequence
from typing import IO

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.errors import ValidationError

from project.accounts.auth import May, signed_in
from project.accounts.models import User
from project.catalog.actions.pictures import store_upload
from project.catalog.models import Picture
from project.catalog.pictures.files import PictureTooLarge, keep_picture, key_of
from project.catalog.staff.forms import MAX_PICTURES
from project.core.errors import ErrorCode
from project.core.messages import fault_of
from project.core.photos import MAX_BYTES, PhotoRefused
from project.core.throttle import Limit, RateLimited
from project.core.uploads import take_large_body

_UPLOADS = Limit("admin-uploads", 60, 60, of_each="account", counts="pictures")
_BASE64 = re.compile(r"^data:image/[\w.+-]+;base64,")


class MayUpload(May):
    """Whoever has the right; their request may carry pictures as text."""

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the member of staff; the large body is taken only from them."""
        user = super().authenticate(request, token)
        if request.content_type == "application/json":
            take_large_body(request)
        return user


def limit_uploads(request: HttpRequest, number: int = 1) -> None:
    """Count so many uploads of the caller; raises RateLimited, which says so in words about uploads."""
    try:
        for _picture in range(number):
            _UPLOADS.count(f"user-{signed_in(request).pk}")
    except RateLimited as error:
        error.text = _("Too many upload requests. Please wait a moment and try again.")
        raise


def uploaded(request: HttpRequest) -> list[Picture]:
    """Store every picture of the request, files of a form or `images` (or `image`) of its JSON.

    Raises ValidationError for none, PhotoRefused, PictureTooLarge, RateLimited.
    """
    sources: list[IO[bytes] | str]
    if request.content_type == "multipart/form-data":
        sources = [file for name in request.FILES for file in request.FILES.getlist(name)]
    else:
        sources = list(_texts(request))
    if not 1 <= len(sources) <= MAX_PICTURES:
        kind = "too_many" if sources else "required"
        raise ValidationError([{"loc": ("body", "payload", "images"), "type": kind}])
    limit_uploads(request, len(sources))
    return [_stored(source, f"images.{place}") for place, source in enumerate(sources)]


def _texts(request: HttpRequest) -> Sequence[str]:
    try:
        body = json.loads(request.body)
    except ValueError:
        body = None
    images = body.get("images", body.get("image")) if isinstance(body, dict) else None
    if isinstance(images, str):
        images = [images]
    if not isinstance(images, list) or not all(isinstance(image, str) for image in images):
        raise ValidationError([{"loc": ("body", "payload", "images"), "type": "required"}])
    return images


def pictures_of(request: HttpRequest, images: Sequence[str], field: str = "images") -> list[Picture]:
    """Return the pictures that a form names: ours by their addresses, new ones by their base64.

    Raises ValidationError for an address that is not ours, PhotoRefused, PictureTooLarge, RateLimited.
    """
    result = []
    for place, image in enumerate(images):
        where = f"{field}.{place}" if field == "images" else field
        if key := key_of(image):
            picture = keep_picture(key)
        # Bare base64 of a JPEG begins with /9j/.
        elif image.startswith(("http:", "https:", "/")) and not image.startswith("/9j/"):
            picture = None
        else:
            limit_uploads(request)
            picture = _stored(image, where)
        if picture is None:
            loc = ("body", "payload", *where.split("."))
            raise ValidationError([fault_of(loc, _("We do not have this picture. Please upload it again"))])
        result.append(picture)
    return result


def decoded(text: str, field: str) -> io.BytesIO:
    """Return the file that base64 stands for, with or without its data: prefix.

    Raises PictureTooLarge before anything is decoded, PhotoRefused for what is no base64.
    """
    encoded = _BASE64.sub("", text, count=1)
    if len(encoded) * 3 // 4 > MAX_BYTES + 4:
        raise _too_large(f"{len(encoded)} characters", field)
    try:
        return io.BytesIO(base64.b64decode(encoded, validate=True))
    except (binascii.Error, ValueError) as error:
        raise PhotoRefused(str(error), errors={field: ErrorCode.PHOTO_INVALID}) from error


def _stored(source: IO[bytes] | str, field: str) -> Picture:
    """Store a file, or the one that base64 stands for."""
    file = decoded(source, field) if isinstance(source, str) else source
    try:
        return store_upload(file, field)
    except PictureTooLarge as error:
        raise _too_large(str(error), field) from error


def _too_large(why: str, field: str) -> PictureTooLarge:
    return PictureTooLarge(
        why,
        errors={field: ErrorCode.PHOTO_TOO_LARGE},
        text=_("Image file too large. Please use smaller images."),
    )
