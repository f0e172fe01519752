"""Delete an account: erase the person, keep what the law asks for."""

from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts import codes, personal_data, reauthentication
from project.accounts.actions.account import lock, record_change
from project.accounts.actions.sessions import log_out_everywhere
from project.accounts.address_proofs import end_proofs
from project.accounts.errors import AddressMoved
from project.accounts.models import CodePurpose, EmailCode, Token, User
from project.accounts.reauthentication import CheckedProof, Proof
from project.core.errors import DomainError, Forbidden
from project.core.mail import queue_mail
from project.core.models import Mail
from project.events import audit


def close_account(user: User, *, proof: Proof, language: str) -> None:
    """Erase the person; what the law has us keep (orders and their money) stays without a profile.

    Raises PROOF_NEEDED, PasswordWrong, CodeExpired, CodeWrong, CodeTooMany or Forbidden.
    Raises AddressMoved while a change of the address can be undone: nothing could be given back then.
    """
    _close_account(user, proof=reauthentication.check(user, proof), language=language)


@codes.commits_refusals
def _close_account(user: User, *, proof: CheckedProof, language: str) -> None | DomainError:
    """Erase the person.

    1. Prove it; staff are closed by an admin.
    2. Have every app erase its part.
    3. Say goodbye to the address, the last thing that is sent there.
    4. Erase the profile; end all sessions, which closes the live links.
    """
    user = lock(user)
    if user.is_staff_member:
        return Forbidden("staff accounts are closed by an admin")
    open_changes = user.credential_changes.filter(closed_at=None, expires_at__gt=timezone.now())
    if open_changes.exclude(email=user.email).exists():
        return AddressMoved(
            user.public_id,
            text=_(
                "Your email address has just changed. For the next days the account cannot be deleted, "
                "because the change can still be undone"
            ),
        )
    if refusal := reauthentication.require(user, proof, purpose=CodePurpose.DELETE):
        return refusal
    personal_data.erase_all(user)
    email = user.email
    EmailCode.objects.filter(email=email).delete()
    end_proofs(email)
    # Mails about orders are part of the books; these are not.
    Mail.objects.filter(to=email, reference="").delete()
    queue_mail(
        kind="account_deleted",
        dedupe_key=f"account-deleted:{user.public_id}",
        to=email,
        language=language,
        context={},
    )
    user.addresses.all().delete()
    user.credential_changes.all().delete()
    user.email = f"{user.public_id.lower()}@deleted.invalid"
    user.name = user.phone = ""
    user.set_unusable_password()
    user.is_active = False
    user.save()
    audit.record("user.deleted", subject=user.subject, actor=user.subject)
    record_change(user, "user.deleted")
    log_out_everywhere(user)
    Token.objects.filter(user=user).delete()
    return None
