"""Files that the documents name."""

import re
import subprocess
from itertools import pairwise
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


def test_each_file_of_the_tour_uses_what_leads_to_the_next() -> None:
    tour = (ROOT / "CONTRIBUTING.md").read_text().partition("## A tour")[2].partition("\n## ")[0]
    steps = [re.findall(r"`([^`]+)`", step) for step in re.split(r"\n\d+\. ", tour)[1:]]
    assert 8 <= len(steps) <= 10
    for (file, *_, link), (following, *_) in pairwise(steps):
        for each in (file, following):
            assert re.search(rf"\b{link}\b", (ROOT / each).read_text()), f"{each} has no {link}"
