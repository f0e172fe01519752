"""Staff's calls on cases through the API."""

from project.accounts.models import User
from project.payments.models import Case
from tests.buying import new_key
from tests.factories import log_in
from tests.http import Answer, Api


def of(user: User) -> Api:
    return Api(token=log_in(user))


def act(case: Case, user: User) -> Answer:
    return of(user).post(f"/admin/cases/{case.case_id}/act", key=new_key())
