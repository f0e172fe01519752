"""The shop's pages: their addresses are those of the front end's routes (manifest.py)."""

from django.urls import re_path

from project.storefront import product_feed, sitemap, views, web_manifest

urlpatterns = [
    re_path(r"^sitemap\.xml$", sitemap.sitemap),
    re_path(r"^feeds/google\.xml$", product_feed.product_feed),
    re_path(r"^robots\.txt$", sitemap.robots),
    re_path(r"^\.well-known/security\.txt$", sitemap.security),
    re_path(r"^manifest\.webmanifest$", web_manifest.web_manifest),
    # A missing file stays a plain 404.
    re_path(r"^(?!static/|assets/|media/|sandbox/|dev/(?!components))", views.page),
]
