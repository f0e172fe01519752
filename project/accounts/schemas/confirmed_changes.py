"""Changes that take proof of who makes them, and their undoing."""

from typing import Annotated, Literal

from pydantic import Field

from project.accounts.reauthentication import Proof
from project.accounts.schemas.fields import Code, Email, NewPassword, Password
from project.core.schemas import ApiModel


class ConfirmationIn(ApiModel):
    """Change that a logged-in person wants to confirm by a code sent to their account's address."""

    purpose: Literal["move", "password", "sessions", "delete"]


class ProofIn(ApiModel):
    """Proof that the account is the caller's: the code sent to its address, or its password."""

    otp: Code = ""
    password: Password = ""

    def given(self) -> Proof:
        """Return it as the actions take it."""
        return Proof(code=self.otp, password=self.password)


class ProvenIn(ApiModel):
    """Changes that need proof beyond the token."""

    proof: ProofIn = ProofIn()


class EmailChangeIn(ProvenIn):
    """A new address and the code that was sent to it."""

    email: Email
    otp: Code


class PasswordChangeIn(ProvenIn):
    """A new password."""

    password: NewPassword


class SessionsEndIn(ProvenIn):
    """Session to end; without `sessionId` all of them."""

    session_id: Annotated[str, Field(max_length=40)] | None = None


class DeletionIn(ProvenIn):
    """The proof alone."""


class UndoIn(ApiModel):
    """The key of the link in a mail about a changed credential."""

    key: Annotated[str, Field(max_length=100)]
