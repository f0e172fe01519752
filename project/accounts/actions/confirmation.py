"""Send the codes that confirm changes of an account."""

from project.accounts import codes
from project.accounts.models import CodePurpose, User
from project.core.errors import Forbidden
from project.core.messages import both


def send_confirmation(user: User, *, purpose: CodePurpose, email: str, language: str) -> None:
    """Mail a code that confirms a change of the account: to the new address, or to the account's own.

    Raises Forbidden when staff ask to be deleted or moved, RateLimited within the pause after the last code.
    """
    if user.is_staff_member:
        if purpose == CodePurpose.DELETE:
            raise Forbidden("staff accounts are closed by an admin")
        if purpose in (CodePurpose.EMAIL, CodePurpose.MOVE):
            raise Forbidden("an admin changes it", text=both("account.staff_email"))
    codes.send(purpose=purpose, email=email, language=language, user=user)
