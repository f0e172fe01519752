"""Customers of another shop get accounts without a password; nobody else's account is touched."""

from typing import Any

import pytest

from project.accounts.models import Address, Token, User
from project.core.models import Mail
from project.move_in.models import Imported, ImportRow
from tests.accounts.login_helpers import code_to, proof
from tests.factories import log_in, make_user
from tests.http import Api
from tests.move_in.import_helpers import carry, move, preview, rows, shown, upload

pytestmark = pytest.mark.django_db

SHOPIFY = b"""Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,\
Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,\
Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Total Spent,Tags,Note
'1,Asha,Rao,Asha@Example.com,yes,,12 Sample Street,Flat 3,Pune,MH,IN,'411001,,'+91 98765 43210,500.00,vip,
'2,Ben,Example,ben@example.com,no,,1 Sample Road,,London,LND,GB,SW1A 1AA,,,0,,
'3,,,not-an-address,no,,,,,,,,,,0,,
'4,Chitra,,chitra@example.com,no,,5 Sample Lane,,,,IN,110001,,12345,0,,
'5,,,dev@example.com,no,,,,,,,,,,0,,
"""


@pytest.fixture
def admin() -> Api:
    return Api(token=log_in(make_user(role="admin")))


def log_in_by_code(email: str) -> Api:
    guest = Api()
    assert guest.post("/auth/send-otp", {"email": email}).status == 200
    answer = guest.post("/auth/verify-otp", {"email": email, "otp": code_to(email)})
    return Api(token=answer.data["token"])


def bring_in(api: Api, body: bytes = SHOPIFY) -> str:
    import_id = preview(api, body, kind="customers", name="customers.csv")
    carry(api, import_id, "run")
    return import_id


def test_import_without_drafts_is_not_published(admin: Api) -> None:
    import_id = bring_in(admin)

    assert move(admin, import_id, "publish").refusal == (409, "INVALID_TRANSITION")
    assert shown(admin, import_id)["status"] == "done"


def test_accounts_have_names_phones_and_addresses_but_no_password(admin: Api) -> None:
    mails = Mail.objects.count()

    import_id = bring_in(admin)

    asha = User.objects.get(email="asha@example.com")
    assert (asha.name, asha.phone, asha.role) == ("Asha Rao", "9876543210", "customer")
    assert not asha.has_usable_password()
    address = Address.objects.get()
    assert (address.user, address.is_default, address.name, address.phone) == (
        asha,
        True,
        "Asha Rao",
        "9876543210",
    )
    assert (address.street, address.city, address.state, address.pincode) == (
        "12 Sample Street, Flat 3",
        "Pune",
        "Maharashtra",
        "411001",
    )
    found = {row["line"]: row for row in rows(admin, import_id)}
    assert [found[line]["fate"] for line in (2, 3, 4, 5, 6)] == ["new", "new", "refused", "new", "new"]
    said = {line: [each["sentence"] for each in found[line]["notes"]] for line in (2, 3, 5, 6)}
    assert said[2] == said[6] == []
    assert "India only" in said[3][0]
    assert any("10-digit" in sentence for sentence in said[5])
    assert (Mail.objects.count(), Token.objects.filter(user=asha).count()) == (mails, 0)


def test_imported_customer_logs_in_by_a_code_and_sees_the_address(admin: Api) -> None:
    bring_in(admin)

    customer = log_in_by_code("asha@example.com")

    assert customer.get("/auth/addresses").data["addresses"][0]["pincode"] == "411001"


@pytest.mark.parametrize(
    "text",
    [
        "user_email,first_name,last_name,billing_phone,billing_address_1,billing_city,billing_state,"
        "billing_postcode,billing_country\na@example.com,Asha,Rao,9876543210,1 Road,Pune,MH,411001,IN\n",
        "Name,Email,Phone,Address,City,State,Pincode\n"
        "Asha Rao,a@example.com,98765 43210,1 Road,Pune,Maharashtra,411 001\n",
    ],
)
def test_other_software_and_plain_tables_are_read(admin: Api, text: str) -> None:
    bring_in(admin, text.encode())

    address = Address.objects.get()
    assert (address.user.email, address.name, address.state) == ("a@example.com", "Asha Rao", "Maharashtra")


def test_existing_account_stays_as_it_is_and_twice_changes_nothing(admin: Api) -> None:
    asha = make_user(email="asha@example.com", name="Asha herself")
    before = User.objects.filter(pk=asha.pk).values().get()

    fates = [row["fate"] for row in rows(admin, bring_in(admin))]
    assert fates == ["unchanged", "new", "refused", "new", "new"]
    assert User.objects.filter(pk=asha.pk).values().get() == before
    count = User.objects.count()

    changed = SHOPIFY.replace(b"Chitra", b"Somebody")
    fates = [row["fate"] for row in rows(admin, bring_in(admin, changed))]

    assert fates == ["unchanged", "unchanged", "refused", "unchanged", "unchanged"]
    assert User.objects.count() == count
    assert User.objects.get(email="chitra@example.com").name == "Chitra"


def test_account_that_registers_during_the_import_stays_as_it_is(admin: Api) -> None:
    import_id = preview(admin, SHOPIFY, kind="customers")
    asha = make_user(email="asha@example.com")

    carry(admin, import_id, "run")

    assert rows(admin, import_id)[0]["fate"] == "refused"
    assert not asha.addresses.exists()


def test_taking_back_deletes_those_that_never_came(admin: Api) -> None:
    import_id = bring_in(admin)
    log_in_by_code("asha@example.com")
    chitra = User.objects.get(email="chitra@example.com")
    Api(token=log_in(chitra)).other("PUT", "/auth/profile", {"name": "Chitra herself", "phone": ""})

    carry(admin, import_id, "take_back")

    left = set(User.objects.filter(role="customer").values_list("email", flat=True))
    assert {"asha@example.com"} <= left and "ben@example.com" not in left and "dev@example.com" not in left
    assert rows(admin, import_id)[0]["step"] == "left"


def test_download_names_the_import_and_deletion_removes_its_lines(admin: Api) -> None:
    bring_in(admin)
    customer = log_in_by_code("asha@example.com")
    exported: list[dict[str, Any]] = customer.get("/auth/data").data["imports"]
    assert exported[0] == {"source": "shopify"}
    assert [each["email"] for each in exported[1:]] == ["asha@example.com"]

    assert customer.post("/auth/account/delete", {"proof": proof(customer, "delete")}).status == 200

    assert not ImportRow.objects.filter(key="asha@example.com").exists()
    assert not Imported.objects.filter(key="asha@example.com").exists()
    assert ImportRow.objects.count() == 4


def test_staff_without_the_right_see_no_customers(staff: Api, admin: Api) -> None:
    import_id = preview(admin, SHOPIFY, kind="customers")

    assert upload(staff, SHOPIFY, kind="customers").status == 403
    assert staff.get(f"/admin/imports/{import_id}/rows").status == 403
    assert staff.get("/admin/imports").data["imports"] == []
    assert Imported.objects.count() == 0 and ImportRow.objects.count() == 5
