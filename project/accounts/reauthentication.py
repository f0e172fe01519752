"""Proof beyond the bearer token that the account is the caller's, for what changes who gets in.

A token can be stolen. Whoever changes the e-mail address or the password, ends sessions or deletes the
account also shows the code sent to the account's own address, or its password. Another kind of proof is
another field of `Proof` with its own check here.
"""

from dataclasses import dataclass

from django.contrib.auth.hashers import check_password

from project.accounts import codes
from project.accounts.errors import PasswordWrong
from project.accounts.models import CodePurpose, User
from project.core.errors import DomainError, ErrorCode, Forbidden
from project.events import audit


@dataclass(frozen=True)
class Proof:
    """Proof of the caller: one of these, as it was typed."""

    code: str = ""
    password: str = ""


@dataclass(frozen=True)
class CheckedProof:
    """A proof whose slow part is done; `hashed` is the password's hash that it matched."""

    code: str = ""
    hashed: str = ""


def check(user: User, proof: Proof) -> CheckedProof:
    """Compare the password, if that is the proof. Call it outside of any transaction: it is slow on purpose.

    Raises PROOF_NEEDED or PasswordWrong.
    """
    if not (proof.code or proof.password):
        raise Forbidden(user.public_id, code=ErrorCode.PROOF_NEEDED)
    if not proof.password:
        return CheckedProof(code=proof.code)
    hashed = user.password
    if not check_password(proof.password, hashed):
        log_failed_proof(user)
        raise PasswordWrong(user.public_id, errors={"proof": ErrorCode.PASSWORD_WRONG})
    return CheckedProof(hashed=hashed)


def require(user: User, proof: CheckedProof, *, purpose: CodePurpose) -> DomainError | None:
    """Accept the proof; None when it holds, else the refusal, to be raised after the commit.

    Call it in the transaction of the change, with the account's row locked.
    """
    if proof.hashed:
        # It may have been changed while it was being compared.
        return None if proof.hashed == user.password else PasswordWrong("changed meanwhile")
    refusal = codes.spend(purpose=purpose, email=user.email, code=proof.code, user=user)
    if refusal is not None:
        log_failed_proof(user)
        # A call may carry a second code: this says which of them is meant.
        refusal.errors = {"proof": refusal.code}
    return refusal


def log_failed_proof(user: User) -> None:
    """Log that somebody with a token of the account failed to prove that it is theirs."""
    audit.record("user.proof_failed", subject=user.subject, actor=user.subject)
