"""The first words of docstrings."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("project", "realtime", "worker", "deploy", "tests")
QUESTIONS = ("What", "Who", "Whether", "How", "Where", "Which", "When", "Why")


def test_no_docstring_begins_with_a_question() -> None:
    files = [
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if ".cache" not in path.parts
    ]
    found = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if (text := ast.get_docstring(node)) and text.split()[0] in QUESTIONS
    ]

    assert len(files) > 500
    assert found == []
