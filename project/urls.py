"""Addresses: the API, health, development helpers, and the front end's page for everything else."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, path, re_path

from project import pages
from project.api import api, not_found

urlpatterns: list[URLPattern | URLResolver] = [
    # Neither has an operation: the bare root, and names with a NUL, which Postgres cannot even look up.
    re_path(r"^api/?$|^api/.*\x00", not_found),
    path("api/", api.urls),
    re_path(r"^api(?:/.*)?$", not_found),
    path("healthz", pages.healthz),
    path("readyz", pages.readyz),
    re_path(r"^media/(?P<name>products/[\w.-]+)$", pages.media),
]
if settings.DEBUG:
    urlpatterns += [
        path("dev/mail", pages.mailbox),
        path("dev/mail/<int:pk>", pages.mailbox_item),
    ]
urlpatterns += [re_path(r"^(?!static/|assets/|media/|dev/|sandbox/).*$", pages.front_end)]

handler404 = "project.pages.page_not_found"
handler500 = "project.pages.server_error"
