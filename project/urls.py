"""Addresses: the API, health, development helpers, and the shop's pages."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path

from project import views
from project.accounts.second_factor.development import skip_second_factor
from project.api import api, not_found
from project.core.site_address import PROOF_PATH

urlpatterns: list[URLPattern | URLResolver] = [
    # Neither has an operation: the bare root, and names with a NUL, which Postgres cannot even look up.
    re_path(r"^api/?$|^api/.*\x00", not_found),
    path("api/", api.urls),
    re_path(r"^api(?:/.*)?$", not_found),
    path("healthz", views.healthz),
    path(PROOF_PATH.lstrip("/"), views.site_proof),
    path("healthz/renderer", views.renderer_healthz),
    path("readyz", views.readyz),
    path("metrics", views.metrics),
    re_path(r"^media/(?P<name>(?:products|reviews|returns|claims)/[\w.-]+)$", views.media),
]
if settings.DEBUG:
    urlpatterns += [
        path("dev/second-factor", skip_second_factor),
        path("dev/mail", views.mailbox),
        path("dev/mail/<int:pk>", views.mailbox_item),
        path("dev/mail/<int:pk>/preview", views.mailbox_preview),
        path("dev/mail/<int:pk>/attachment", views.mailbox_attachment),
        re_path(r"^dev/mail/samples/(?P<kind>\w+)/(?P<language>en|hi)$", views.mail_sample_preview),
        re_path(r"^dev/mail/samples/(?P<kind>\w+)/(?P<language>en|hi)/(?P<number>\d)$", views.mail_sample),
    ]
urlpatterns += [path("", include("project.storefront.urls"))]

handler404 = "project.storefront.views.page"
handler500 = "project.views.server_error"
