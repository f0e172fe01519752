"""Customers of another shop: accounts without a password, which log in by a code."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from django.contrib.auth.hashers import make_password
from django.db.models import ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from project.accounts import address_book
from project.accounts.actions.login import create_user
from project.accounts.models import User
from project.accounts.schemas.addresses import SavedAddressIn
from project.accounts.schemas.fields import Email, OptionalPhone
from project.core.errors import DomainError
from project.core.india import STATES
from project.core.limits import MAX_NAME
from project.core.phone_numbers import phone_digits
from project.core.pincodes import find_place
from project.core.rights import Right
from project.events import audit
from project.events.models import AuditEntry
from project.move_in.kind import Checked, EditedSince, Note, Outcome, Record, Refused, note
from project.move_in.models import Fate, ImportKind, ImportRow
from project.move_in.plain_kind import PlainKind, problem_of
from project.move_in.reading.groups import Line

_FIELDS: Final = {
    "email": gettext_lazy("Email"),
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
    "phone": gettext_lazy("Phone"),
    "address_phone": gettext_lazy("Phone of the address"),
    "street": gettext_lazy("Street"),
    "street2": gettext_lazy("Street, second line"),
    "city": gettext_lazy("City"),
    "state": gettext_lazy("State"),
    "pincode": gettext_lazy("Pincode"),
    "country": gettext_lazy("Country"),
}


def _headings(name: str, *others: str) -> Sequence[str]:
    words = name.split("|")
    return [
        *(f"default address {word}" for word in words),
        *words,
        *(f"billing_{word}" for word in words),
        *(f"billing {word}" for word in words),
        *others,
    ]


class Customers(PlainKind):
    """Customers: Shopify's, those of WooCommerce's reports and exports, or columns that were mapped."""

    name = ImportKind.CUSTOMERS
    right = Right.USERS
    fields = _FIELDS
    layout: ClassVar = {
        "email": ("email", "user_email", "billing_email", "billing email", "email address"),
        "name": ("name", "full name", "customer", "display_name", "username"),
        "first_name": ("first name", "first_name", "billing_first_name", "billing first name"),
        "last_name": ("last name", "last_name", "billing_last_name", "billing last name"),
        "phone": ("phone", "phone number", "mobile", "billing_phone", "billing phone"),
        "address_phone": ("default address phone",),
        "street": _headings("address1|address_1|address 1", "address", "street"),
        "street2": _headings("address2|address_2|address 2"),
        "city": _headings("city"),
        "state": _headings("province|state|region", "default address province code", "province code"),
        "pincode": _headings("zip|postcode|pincode|postal code"),
        "country": _headings("country code|country", "country / region"),
    }
    signs: ClassVar = {
        "shopify": ["accepts email marketing"],
        "woocommerce": ["billing_email"],
    }
    needed = frozenset({"email"})

    def recognised(self, columns: Sequence[str]) -> str:
        # A file of orders has an address of each buyer, too.
        headings = {column.casefold() for column in columns}
        return "" if headings & {"financial status", "lineitem name"} else super().recognised(columns)

    def records(self, found: Sequence[Line]) -> Iterator[Record]:
        for line in found:
            email = line["email"].strip().lower()
            name = line["name"] or " ".join(filter(None, (line["first_name"], line["last_name"])))
            content: dict[str, Any] = {"email": email, "name": name[:MAX_NAME], "phone": "", "address": None}
            problem = problem_of(Email, email, "email")
            problems = [note(line.number, str(_FIELDS["email"]), problem)] if problem else []
            notes = []
            if why := problem_of(OptionalPhone, line["phone"], "phone"):
                notes.append(_left_out(line, "phone", why))
            else:
                content["phone"] = phone_digits(line["phone"])
            if line["street"]:
                address = _address(line, content)
                if why := _outside(line) or problem_of(SavedAddressIn, address):
                    notes.append(_left_out(line, "street", why))
                else:
                    content["address"] = SavedAddressIn.model_validate(address).stored()
            yield Record(line.number, email, name or email, content, problems, notes)

    def exists(self, result: str) -> bool:
        return User.objects.filter(public_id=result, is_active=True).exists()

    def check(self, row: ImportRow, result: str) -> Checked:
        if result or User.objects.filter(email=row.key).exists():
            told = _("There is an account of this address, which stays as it is")
            return Checked(Fate.UNCHANGED, notes=[note(row.line, "", told)])
        return Checked(Fate.NEW)

    def carry_out(self, row: ImportRow, result: str, prepared: Any, *, actor: str) -> Outcome:
        """Make the account; nobody is told, and its owner proves the address at the first login."""
        content, hashed = row.record["content"], make_password(None)
        user = create_user(
            content["email"],
            language=row.of_import.language,
            name=content["name"],
            phone=content["phone"],
            hashed=hashed,
        )
        if isinstance(user, DomainError):
            raise user
        if user.password != hashed:
            raise Refused(
                [note(row.line, "", _("There is an account of this address, which stays as it is"))]
            )
        if content["address"]:
            address_book.add(user, fields=content["address"], is_default=True)
            user.refresh_from_db()
        return Outcome(Fate.NEW, user.public_id, version_after=user.version)

    def take_back(self, row: ImportRow, *, actor: str) -> Sequence[Note]:
        user = User.objects.select_for_update().filter(public_id=row.result, is_active=True).first()
        if user is None:
            return []
        logins = AuditEntry.objects.filter(subject=user.subject, action="user.logged_in")
        if user.version != row.version_after or user.is_staff_member or logins.exists():
            raise EditedSince
        try:
            user.delete()
        except ProtectedError:
            raise EditedSince from None
        audit.record("user.deleted", subject=user.subject, actor=actor)
        return []


def _address(line: Line, content: dict[str, Any]) -> dict[str, str]:
    """Return the form of the address; the pincode tells the city and the state that are not spelled out."""
    pincode = line["pincode"].replace(" ", "").removeprefix("'")
    place = find_place(pincode)
    is_known = line["state"] in STATES or place is None
    return {
        "name": content["name"] or content["email"],
        "phone": line["address_phone"] or line["phone"],
        "street": ", ".join(filter(None, (line["street"], line["street2"]))),
        "city": line["city"] or (place.city if place else ""),
        "state": line["state"] if is_known or place is None else place.state,
        "pincode": pincode,
    }


def _outside(line: Line) -> str:
    is_here = line["country"].casefold() in ("", "in", "ind", "india", "भारत")
    return "" if is_here else _("The shop delivers within India only")


def _left_out(line: Line, name: str, why: str) -> Note:
    told = _("“{value}” is left out. {why}").format(value=line[name][:80], why=why)
    return note(line.number, str(_FIELDS[name]), told)
