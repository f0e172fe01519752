"""The fixed pages by REST."""

from django.http import HttpRequest
from ninja.decorators import decorate_view

from project.content.documents.contents import document
from project.content.documents.schemas import DocumentData
from project.core.language import current_language
from project.core.public_reads import public_read
from project.core.schemas import Success
from project.routers import ApiRouter

router = ApiRouter("documents")


@router.get("/documents/{name}")
@decorate_view(public_read("documents", 240, any_availability=False))
def get_document(request: HttpRequest, name: str) -> Success[DocumentData]:
    """One of the fixed pages, such as the terms; the numbers in it are the shop's settings."""
    return Success(data=DocumentData(document=document(name, current_language())))
