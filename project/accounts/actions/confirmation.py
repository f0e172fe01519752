"""Send the codes that confirm changes of an account."""

from django.utils.translation import gettext as _

from project.accounts import codes
from project.accounts.models import CodePurpose, User
from project.core.errors import Forbidden


def send_confirmation(user: User, *, purpose: CodePurpose, email: str, language: str) -> None:
    """Mail a code that confirms a change of the account: to the new address, or to the account's own.

    Raises Forbidden when staff ask to be deleted or moved, RateLimited within the pause after the last code.
    """
    if purpose == CodePurpose.DELETE and user.is_staff_member:
        raise Forbidden("staff accounts are closed by an admin")
    if purpose in (CodePurpose.EMAIL, CodePurpose.MOVE):
        refuse_staff_email_change(user)
    codes.send(purpose=purpose, email=email, language=language, user=user)


def refuse_staff_email_change(user: User) -> None:
    """Raise Forbidden for staff: a new address would be a way past the admins.

    Calls that use it ask for no fresh second factor, which only staff have to give.
    """
    if user.is_staff_member:
        raise Forbidden(
            "an admin changes it",
            text=_("As you work for the shop, another admin changes your email address"),
        )
