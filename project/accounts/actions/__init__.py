"""Log in and out, register, keep one's account, delete it."""

from project.accounts.actions.account import lock, record_change
from project.accounts.actions.confirmation import refuse_staff_move, send_confirmation
from project.accounts.actions.deletion import close_account
from project.accounts.actions.login import (
    log_in,
    register,
    require_free_address,
    verify_code,
)
from project.accounts.actions.presence import publish_editing
from project.accounts.actions.profile import update_profile
from project.accounts.actions.sessions import (
    end_sessions,
    forget_old_sessions_and_codes,
    log_out,
    log_out_by_secret,
    log_out_everywhere,
    replace_session,
)
from project.accounts.tokens import Login

__all__ = [
    "Login",
    "close_account",
    "end_sessions",
    "forget_old_sessions_and_codes",
    "lock",
    "log_in",
    "log_out",
    "log_out_by_secret",
    "log_out_everywhere",
    "publish_editing",
    "record_change",
    "refuse_staff_move",
    "register",
    "replace_session",
    "require_free_address",
    "send_confirmation",
    "update_profile",
    "verify_code",
]
