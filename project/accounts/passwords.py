"""The names that a new password must not be made of: those of its person and of the shop."""

import re
from collections.abc import Iterator

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError

from project.accounts.models import User
from project.core.shop import shop

_SHORTEST = 4
_GOODS = ("rudraksha", "रुद्राक्ष")
# Of the names of companies.
_ANYBODYS = frozenset(("private", "limited", "company"))
_SIMILARITY = UserAttributeSimilarityValidator(("name", "email"))


def is_made_of_names(password: str, user: User) -> bool:
    """Return whether the password contains, or nearly is, a name of this person or of the shop."""
    typed = password.casefold()
    if any(word in typed for word in (*_GOODS, *_words(user.name, user.email.partition("@")[0]))):
        return True
    now = shop()
    names = _words(now.brand.name, now.brand.name_hindi, now.seller.legal_name)
    if any(word in typed for word in names if word not in _ANYBODYS):
        return True
    try:
        _SIMILARITY.validate(password, user)
    except ValidationError:
        return True
    return False


def _words(*texts: str) -> Iterator[str]:
    # Not \W, which splits Devanagari at its vowel signs.
    for word in re.split(r"[\s\d.,'’()&_+-]+", " ".join(texts).casefold()):
        if len(word) >= _SHORTEST:
            yield word
