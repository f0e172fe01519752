"""Questions to the catalogue's API."""

from typing import Any

from django.test import Client


def get(path: str, language: str = "en", **query: Any) -> dict[str, Any]:
    response = Client(headers={"Accept-Language": language}).get(path, query)
    body: dict[str, Any] = response.json()
    assert response.status_code == 200, body
    assert body["success"] is True
    data: dict[str, Any] = body["data"]
    return data


def refused(path: str, **query: Any) -> tuple[int, str]:
    response = Client().get(path, query)
    body = response.json()
    assert body["success"] is False
    return response.status_code, body["code"]


def slugs(data: dict[str, Any]) -> list[str]:
    return [product["slug"] for product in data["products"]]
