"""Pictures of another shop's products, fetched from public addresses."""

import asyncio
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from project.catalog.actions.pictures import store_upload
from project.catalog.models import Picture
from project.catalog.pictures.files import PictureTooLarge, keep_picture
from project.core.outbound import AddressRefused, DownloadFailed, download
from project.core.photos import MAX_BYTES, PhotoRefused

SECONDS: Final = 30.0
AT_ONCE: Final = 4


@dataclass(frozen=True)
class Fetched:
    """The keys of pictures by their addresses, and sentences about those that could not be fetched."""

    keys: Mapping[str, str]
    problems: Sequence[str]

    def pictures(self) -> dict[str, Picture]:
        """Return the pictures by address, protected from removal."""
        found = {address: keep_picture(key) for address, key in self.keys.items()}
        return {address: picture for address, picture in found.items() if picture is not None}


def fetch(addresses: Iterable[str], known: Mapping[str, str]) -> Fetched:
    """Fetch and store the pictures that are not `known`; not inside a transaction.

    Raises UploadUnavailable, PhotosBusy.
    """
    wanted = list(dict.fromkeys(addresses))
    there = set(Picture.objects.filter(key__in=known.values()).values_list("key", flat=True))
    keys = {each: known[each] for each in wanted if known.get(each) in there}
    problems = []
    missing = [each for each in wanted if each not in keys]
    for address, body in zip(missing, asyncio.run(_download_all(missing)), strict=True):
        try:
            if isinstance(body, Exception):
                raise body
            keys[address] = store_upload(io.BytesIO(body), "picture").key
        except AddressRefused as error:
            problems.append(_("{address}: not a public address ({why})").format(address=address, why=error))
        except DownloadFailed as error:
            problems.append(_("{address}: could not be fetched ({why})").format(address=address, why=error))
        except (PhotoRefused, PictureTooLarge) as error:
            why = next(iter(error.errors.values()), error.code).label
            problems.append(f"{address}: {why}")
    return Fetched(keys, problems)


async def _download_all(addresses: Sequence[str]) -> Sequence[bytes | AddressRefused | DownloadFailed]:
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(address: str) -> bytes | AddressRefused | DownloadFailed:
        async with turns:
            try:
                return await download(address, most_bytes=MAX_BYTES, seconds=SECONDS)
            except (AddressRefused, DownloadFailed) as error:
                return error

    return await asyncio.gather(*map(one, addresses))
