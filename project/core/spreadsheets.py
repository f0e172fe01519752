"""Text in cells: what a spreadsheet might run as a formula is written so that it does not.

A spreadsheet takes a cell that begins with one of a few characters for a formula, also in a CSV file
(https://owasp.org/www-community/attacks/CSV_Injection). An apostrophe in front makes it plain text.
"""

# Beside the ASCII ones their full-width twins, which some spreadsheets read alike.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_SKIPPED = " \u00a0\ufeff"


def begins_a_formula(text: str) -> bool:
    """Return whether a spreadsheet might run this text; what it skips in front does not hide it."""
    return text.lstrip(_SKIPPED).startswith(_FORMULA)


def safe_cell(text: str) -> str:
    """Return the text as a CSV cell that no spreadsheet runs; `plain_cell` takes it back."""
    return f"'{text}" if begins_a_formula(text.lstrip("'")) else text


def plain_cell(text: str) -> str:
    """Return the text that `safe_cell` was given."""
    return text[1:] if text.startswith("'") and begins_a_formula(text.lstrip("'")) else text
