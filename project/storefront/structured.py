"""What search engines read: schema.org descriptions of the shop, its products and the way to a page."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from project.core.money import CURRENCY
from project.storefront.pages import absolute, in_language
from project.storefront.pictures import sources_of
from project.storefront.texts import text

Thing = dict[str, Any]


def organization(shop: Thing) -> Thing:
    """Describe the seller."""
    contact = {
        "@type": "ContactPoint",
        "contactType": "customer service",
        "areaServed": "IN",
        "availableLanguage": ["en", "hi"],
        **({"email": shop["email"]} if shop["email"] else {}),
        **({"telephone": shop["phone"]} if shop["phone"] else {}),
    }
    return {
        "@type": "Organization",
        "@id": absolute("/#organization"),
        "name": shop["name"],
        "legalName": shop["legalName"],
        "url": absolute("/"),
        "logo": absolute("/icons/icon-512.png"),
        "contactPoint": contact,
        **({"address": shop["address"]} if shop["address"] else {}),
        **({"sameAs": list(shop["social"].values())} if shop["social"] else {}),
    }


def website(language: str) -> Thing:
    """Describe the site and its search."""
    return {
        "@type": "WebSite",
        "@id": absolute("/#website"),
        "name": settings.SHOP["name"],
        "url": in_language("/", language),
        "inLanguage": f"{language}-IN",
        "publisher": {"@id": absolute("/#organization")},
        "potentialAction": {
            "@type": "SearchAction",
            "target": {
                "@type": "EntryPoint",
                "urlTemplate": in_language("/products?search={search_term_string}", language),
            },
            "query-input": "required name=search_term_string",
        },
    }


_KINDS_OF_PAGES = {"about": "AboutPage", "contact": "ContactPage"}


def reading(document: Thing, language: str) -> Thing:
    """Describe one of the fixed pages."""
    return {
        "@type": _KINDS_OF_PAGES.get(document["name"], "WebPage"),
        "name": document["title"],
        "description": document["lead"],
        "url": in_language(f"/{document['name']}", language),
        "inLanguage": f"{language}-IN",
        "isPartOf": {"@id": absolute("/#website")},
        "about": {"@id": absolute("/#organization")},
        **({"dateModified": document["updatedMonth"]} if document["updatedMonth"] else {}),
    }


def returns_policy(promises: Thing) -> Thing:
    """Describe what the seller takes back, as a part of the seller's description."""
    return {
        "hasMerchantReturnPolicy": {
            "@type": "MerchantReturnPolicy",
            "applicableCountry": "IN",
            "returnPolicyCategory": "https://schema.org/MerchantReturnFiniteReturnWindow",
            "merchantReturnDays": promises["returnDays"],
            "returnMethod": "https://schema.org/ReturnByMail",
            "returnFees": "https://schema.org/FreeReturn",
            "refundType": [
                "https://schema.org/FullRefund",
                "https://schema.org/ExchangeRefund",
            ],
            "itemCondition": "https://schema.org/DamagedCondition",
            "merchantReturnLink": absolute("/returns"),
        }
    }


def breadcrumb(language: str, trail: Sequence[tuple[str, str]]) -> Thing:
    """Describe the way here: names and paths, the home page first."""
    steps = [(text("common:home"), "/"), *trail]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": position,
                "name": name,
                "item": in_language(path, language),
            }
            for position, (name, path) in enumerate(steps, start=1)
        ],
    }


def product(data: Thing, language: str, *, rated: bool) -> Thing:
    """Describe a product as the API shows it; its rating only where real buyers gave it."""
    address = in_language(f"/products/{data['slug']}", language)
    rating = data["rating"]
    return {
        "@type": "Product",
        "@id": address,
        "url": address,
        "name": data["title"],
        "description": data["description"] or data["shortDescription"],
        "sku": data["_id"],
        "category": data["category"]["name"],
        "inLanguage": f"{language}-IN",
        "brand": {"@type": "Brand", "name": settings.SHOP["name"]},
        **(
            {"image": [absolute(sources_of(picture).src) for picture in data["pictures"]]}
            if data["pictures"]
            else {}
        ),
        "offers": {
            "@type": "Offer",
            "url": address,
            "price": f"{data['price']:.2f}",
            "priceCurrency": CURRENCY,
            "availability": f"https://schema.org/{'InStock' if data['isAvailable'] else 'OutOfStock'}",
            "itemCondition": "https://schema.org/NewCondition",
            "seller": {"@id": absolute("/#organization")},
        },
        **(
            {
                "aggregateRating": {
                    "@type": "AggregateRating",
                    "ratingValue": rating["average"],
                    "reviewCount": rating["count"],
                }
            }
            if rated and rating["count"]
            else {}
        ),
    }
