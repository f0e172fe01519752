"""A way round the second factor for the sample accounts; its address exists in development alone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from project.accounts.second_factor.schemas import is_sample
from project.accounts.tokens import authenticate_token, record_second_factor


@require_POST
def skip_second_factor(request: HttpRequest) -> HttpResponse:
    """Count the second factor of the sample account whose token is sent as proven."""
    session = authenticate_token(request.headers.get("Authorization", "").partition(" ")[2].strip())
    if session is None or not session.user.is_staff_member or not is_sample(session.user.email):
        raise Http404
    record_second_factor(session)
    return HttpResponse(status=204)
