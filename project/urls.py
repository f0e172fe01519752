"""Addresses: the API, health, development helpers, and the shop's pages."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path

from project import pages
from project.accounts.second_factor.development import skip_second_factor
from project.api import api, not_found

urlpatterns: list[URLPattern | URLResolver] = [
    # Neither has an operation: the bare root, and names with a NUL, which Postgres cannot even look up.
    re_path(r"^api/?$|^api/.*\x00", not_found),
    path("api/", api.urls),
    re_path(r"^api(?:/.*)?$", not_found),
    path("healthz", pages.healthz),
    path("readyz", pages.readyz),
    path("metrics", pages.metrics),
    re_path(r"^media/(?P<name>(?:products|reviews|returns|claims)/[\w.-]+)$", pages.media),
]
if settings.DEBUG:
    urlpatterns += [
        path("dev/second-factor", skip_second_factor),
        path("dev/mail", pages.mailbox),
        path("dev/mail/<int:pk>", pages.mailbox_item),
        path("dev/mail/<int:pk>/preview", pages.mailbox_preview),
        path("dev/mail/<int:pk>/attachment", pages.mailbox_attachment),
        re_path(r"^dev/mail/samples/(?P<kind>\w+)/(?P<language>en|hi)$", pages.mail_sample_preview),
        re_path(r"^dev/mail/samples/(?P<kind>\w+)/(?P<language>en|hi)/(?P<number>\d)$", pages.mail_sample),
    ]
urlpatterns += [path("", include("project.storefront.urls"))]

handler404 = "project.storefront.views.page"
handler500 = "project.pages.server_error"
