"""The kinds of values in forms of people, each with the sentence it is refused with (see core.messages)."""

import re
import unicodedata
from typing import Annotated

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError as TooCommon
from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from project.core.email_addresses import check_email
from project.core.gst import is_gstin, state_of
from project.core.identifiers import plain_digits
from project.core.limits import MAX_ADDRESS_LINE
from project.core.messages import field_error
from project.core.phone_numbers import is_mobile, phone_digits

MIN_PASSWORD = 10
# Anything longer would only cost us time.
MAX_PASSWORD = 128
_COMMON = CommonPasswordValidator()


def check_phone(value: str) -> str:
    """Return the ten digits of a mobile number of India."""
    digits = _digits_of_phone(value)
    if not digits:
        raise PydanticCustomError("required", "required")
    return digits


def _digits_of_phone(value: str) -> str:
    digits = phone_digits(value)
    if digits and not re.fullmatch(r"[0-9]{10}", digits):
        raise field_error("Please enter a valid 10-digit phone number")
    if digits and not is_mobile(digits):
        raise field_error("A mobile number in India begins with 6, 7, 8 or 9")
    return digits


def _filled(value: str) -> str:
    value = re.sub(r"\s+", " ", value).strip()
    if not value:
        raise PydanticCustomError("required", "required")
    return value


def _pincode(value: str) -> str:
    value = re.sub(r"\s", "", plain_digits(value))
    if not value:
        raise PydanticCustomError("required", "required")
    if not re.fullmatch(r"[1-9][0-9]{5}", value):
        raise field_error("Please enter a valid 6-digit pincode")
    return value


def _gstin(value: str) -> str:
    """Return a GSTIN in capitals without spaces; "" stays so."""
    value = re.sub(r"[\s-]", "", plain_digits(value)).upper()
    if value and not (is_gstin(value) and state_of(value)):
        raise field_error(
            "This is not a GSTIN: please compare its 15 letters and digits with the certificate of "
            "registration"
        )
    return value


def _typed_password(value: str) -> str:
    # Two keyboards write the same letters of Devanagari in different ways.
    return unicodedata.normalize("NFKC", value)


def _new_password(value: str) -> str:
    value = _typed_password(value)
    if not value:
        raise PydanticCustomError("required", "required")
    if len(value) < MIN_PASSWORD:
        raise field_error("Please use at least 10 characters")
    try:
        _COMMON.validate(value)
    except TooCommon:
        raise field_error("This password is too easy to guess. Please choose another one") from None
    if len(set(value)) < 4:
        raise field_error("This password is too easy to guess. Please choose another one")
    return value


def _language(value: str) -> str:
    if value not in dict(settings.LANGUAGES):
        raise PydanticCustomError("invalid", "not a language of the shop")
    return value


Email = Annotated[str, AfterValidator(check_email)]
Phone = Annotated[str, AfterValidator(check_phone)]
# Some people give none.
OptionalPhone = Annotated[str, AfterValidator(_digits_of_phone)]
Line = Annotated[str, Field(max_length=MAX_ADDRESS_LINE), AfterValidator(_filled)]
# Of a business that buys; "" without one.
Gstin = Annotated[str, Field(max_length=40), AfterValidator(_gstin)]
Pincode = Annotated[str, Field(max_length=12), AfterValidator(_pincode)]
Password = Annotated[str, Field(max_length=MAX_PASSWORD), AfterValidator(_typed_password)]
NewPassword = Annotated[str, Field(max_length=MAX_PASSWORD), AfterValidator(_new_password)]
# A code of six digits, or the secret of the link beside it. Spaces around it are a mail program's.
Code = Annotated[str, Field(max_length=32), AfterValidator(str.strip), AfterValidator(plain_digits)]
Language = Annotated[
    str,
    AfterValidator(_language),
    WithJsonSchema({"type": "string", "enum": [code for code, _name in settings.LANGUAGES]}),
]
