"""An account's lines are in its download, and end with it."""

import pytest

from project.accounts import personal_data
from project.waitlist.models import WaitlistEntry
from tests.buying import hold
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.waitlist.helpers import Guest, join, let_hold_lapse, place

pytestmark = pytest.mark.django_db


def test_download_names_the_lines_of_an_account() -> None:
    product = make_product(stock=1, title_en="A contended bead")
    hold(product)
    user = make_user()
    join(Api(token=log_in(user)), product)
    join(Guest(1), product)

    exported = personal_data.export_all(user)["waitlist"]

    assert [(line["product"], line["status"]) for line in exported] == [("A contended bead", "waiting")]


def test_offer_of_a_closed_account_goes_to_the_next() -> None:
    offered, waited = make_product(stock=1), make_product(stock=1)
    order, _ = hold(offered), hold(waited)
    user, next_guest = make_user(), Guest(1)
    customer = Api(token=log_in(user))
    join(customer, offered)
    join(customer, waited)
    join(next_guest, offered)
    let_hold_lapse(order)

    personal_data.erase_all(user)

    assert place(next_guest, offered) == ("offered", None)
    # The offer still counts against the network; that it was theirs is forgotten within a day.
    assert [entry.product for entry in WaitlistEntry.objects.filter(user=user)] == [offered]
    offered.refresh_from_db()
    assert (offered.held, offered.sellable) == (1, 0)
