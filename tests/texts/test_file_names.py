"""Files that the documents name."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMED_FILE = re.compile(r"`([\w./-]+\.(?:py|tsx?|sh|toml))`")


def test_documents_name_files_that_exist() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    missing = [
        f"{document}: {name}"
        for document in tracked
        if document.endswith(".md")
        for name in NAMED_FILE.findall((ROOT / document).read_text())
        if not any(f"/{file}".endswith("/" + name.removeprefix("../")) for file in tracked)
    ]
    assert missing == []
