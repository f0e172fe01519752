"""Masking of personal data: enough is left to tell two people apart."""

DOTS = "•••"


def mask_name(name: str) -> str:
    """Keep the first letter of each part: A••• R•••."""
    return " ".join(f"{part[0]}{DOTS}" for part in name.split())


def mask_phone(phone: str) -> str:
    """Keep the last four digits."""
    return f"{DOTS}{phone[-4:]}" if phone else ""


def mask_all(text: str) -> str:
    """Keep nothing but that there is something."""
    return DOTS if text else ""


def mask_pincode(pincode: str) -> str:
    """Keep the sorting district: 411•••."""
    return f"{pincode[:3]}{DOTS}" if pincode else ""
