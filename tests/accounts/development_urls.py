"""The addresses of the shop in development: tests run without DEBUG."""

from django.urls import path

from project.accounts.second_factor.development import skip_second_factor
from project.urls import urlpatterns as addresses

urlpatterns = [path("dev/second-factor", skip_second_factor), *addresses]
