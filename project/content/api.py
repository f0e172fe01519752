"""Edited content by REST, for everybody."""

from django.http import HttpRequest
from django.utils import timezone
from ninja.decorators import decorate_view

from project.content.banner import current_banner
from project.content.schemas import BannerData, BannerOut
from project.core.language import current_language
from project.core.public_reads import public_read
from project.core.schemas import Success
from project.routers import ApiRouter

router = ApiRouter("content")


@router.get("/banner")
@decorate_view(public_read("banner", 240, any_availability=False))
def get_banner(request: HttpRequest) -> Success[BannerData]:
    """Return the banner above the header, present or coming: pages show and hide it by its times."""
    banner = current_banner(current_language())
    if banner is None:
        return Success(data=BannerData(banner=None))
    is_shown = banner.starts_at is None or banner.starts_at <= timezone.now()
    return Success(data=BannerData(banner=BannerOut.model_validate(vars(banner) | {"is_shown": is_shown})))
