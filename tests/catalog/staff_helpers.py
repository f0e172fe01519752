"""Bodies that the forms of staff send, and who sends them."""

import base64
import io
from typing import Any

from PIL import Image

from project.accounts.models import Role, User
from tests.factories import log_in, make_category, make_user
from tests.http import Api


def keeper(*, name: str = "Asha", language: str = "en") -> tuple[Api, User]:
    """Log in somebody who keeps the catalogue."""
    user = make_user(role=Role.CATALOGUE, name=name)
    return Api(token=log_in(user), language=language), user


def product_body(**changes: Any) -> dict[str, Any]:
    """Return a whole product as the form sends it."""
    make_category("rudraksha")
    body: dict[str, Any] = {
        "title": {"en": "Six Mukhi Rudraksha", "hi": "छह मुखी रुद्राक्ष"},
        "shortDescription": {"en": "A bead for courage", "hi": "साहस का दाना"},
        "description": {"en": "Six clear faces.", "hi": "छह स्पष्ट मुख।"},
        "category": "rudraksha",
        "price": 500,
        "originalPrice": 1000,
        "discountPercentage": 50,
        "stock": 7,
        "isAvailable": True,
        "specifications": {"type": "Bead", "zodiacSigns": ["Aries", "Leo"]},
        "benefits": {"en": ["Gives courage"], "hi": ["साहस देता है"]},
        "customization": {
            "origins": [
                {"name": "Nepal", "price": 0, "available": True},
                {"name": "Indonesian", "price": 200, "available": True},
            ],
            "xrayCertification": {"available": True, "price": 500},
            "pendantOptions": [{"type": "none", "price": 0}, {"type": "silver", "price": 300}],
            "sizes": [{"name": "small", "price": -200}, {"name": "regular", "price": 0}],
        },
        "shipping": {"weight": 40, "dimensions": "5 × 5 × 3 cm", "freeShipping": False},
        "seo": {"metaTitle": "Six Mukhi", "metaDescription": "Courage", "keywords": "bead, courage"},
        "tags": ["mars", "bead"],
        "isFeatured": True,
        "isOnSale": True,
    }
    return body | changes


def photo(
    kind: str = "JPEG", *, size: tuple[int, int] = (900, 600), exif: bytes = b"", color: str = "maroon"
) -> bytes:
    """Return a picture file of this kind."""
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, kind, **({"exif": exif} if exif else {}))
    return file.getvalue()


def as_base64(content: bytes, *, prefix: str = "data:image/jpeg;base64,") -> str:
    """Return the file as a form's JSON carries it."""
    return prefix + base64.b64encode(content).decode()
