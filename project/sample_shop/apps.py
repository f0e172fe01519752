from django.apps import AppConfig


class SampleShopConfig(AppConfig):
    """A catalogue, accounts, reviews, orders and traffic for a trial shop; no other app reads it."""

    name = "project.sample_shop"
