"""A way round the second factor for the sample accounts; its address exists in development alone."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from project.accounts.actions.sessions import replace_session
from project.accounts.auth import bearer_token
from project.accounts.schemas.login import login_data
from project.accounts.second_factor.schemas import may_skip_second_factor
from project.accounts.session_cookie import set_session_cookie
from project.accounts.tokens import authenticate_token, record_second_factor


@require_POST
def skip_second_factor(request: HttpRequest) -> HttpResponse:
    """Replace the session of the sample account whose token is sent, as if its second factor was proven."""
    session = authenticate_token(bearer_token(request))
    if session is None or not session.user.is_staff_member or not may_skip_second_factor(session.user):
        raise Http404
    record_second_factor(session)
    login = replace_session(session)
    response = JsonResponse(login_data(login.session).json_object())
    set_session_cookie(response, login.secret)
    return response
