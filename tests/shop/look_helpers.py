"""A shop with a mark and colours of its own, as its owner saves them."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.catalog.staff_helpers import photo
from tests.factories import log_in, make_user
from tests.http import Answer, Api

BLUE = {"ground": "#eef4fb", "accent": "#1d4e7a"}


def sign_in() -> Api:
    """Log in the owner."""
    return Api(token=log_in(make_user(role="admin")))


def upload(owner: Api, kind: str, content: bytes) -> Answer:
    """Upload a picture of the settings."""
    return owner.form(f"/admin/settings/pictures/{kind}", {"file": SimpleUploadedFile("picture", content)})


def save(owner: Api, **sections: dict[str, Any]) -> Answer:
    """Save these fields of sections, the others as they are."""
    now = owner.get("/admin/settings").data
    changed = {name: now["settings"][name] | fields for name, fields in sections.items()}
    return owner.other("PATCH", "/admin/settings", {"version": now["version"], **changed})


def own_mark(owner: Api, color: str = "teal") -> str:
    """Give the shop a mark of this colour; return its digest."""
    digest: str = upload(owner, "mark", photo("PNG", size=(600, 600), color=color)).body["data"]
    assert save(owner, brand={"mark": digest}).status == 200
    return digest
