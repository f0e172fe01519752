"""Actions on bank accounts, statements and matches; no other code changes them."""

from project.bank.actions.accounts import create_account
from project.bank.actions.by_staff import match_by_staff, set_aside, unmatch_by_staff
from project.bank.actions.imports import import_statement
from project.bank.actions.reconciliation import reconcile_lately
