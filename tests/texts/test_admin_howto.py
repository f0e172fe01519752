"""The example of the HOWTO for lists is built of parts that exist."""

import re
from pathlib import Path

SRC = Path(__file__).parents[2] / "frontend/src"
HOWTO = (SRC / "features/admin/README.md").read_text()
IMPORT = re.compile(r'^import (?:type )?\{([^}]+)\} from "@/(.+)"$', re.MULTILINE)


def source_of(module: str) -> str:
    """Return the source of a module, as "lib/zod"."""
    places = (SRC / f"{module}{ending}" for ending in (".ts", ".tsx", "/index.ts"))
    return next(place.read_text() for place in places if place.is_file())


def test_every_import_of_the_example_is_exported() -> None:
    imports = IMPORT.findall(HOWTO)

    missing = [
        f"{name} of {module}"
        for names, module in imports
        for name in re.findall(r"\w+", names)
        if not re.search(rf"export .*\b{name}\b", source_of(module))
    ]

    assert len(imports) > 10
    assert missing == []


def test_every_part_that_the_text_names_exists() -> None:
    text, _, _ = HOWTO.partition("```tsx")
    sources = "".join(path.read_text() for path in (SRC / "features/admin/shared").rglob("*.ts*"))
    sources += (SRC / "lib/use-action.ts").read_text()

    named = re.findall(r"`((?:use)?[A-Z]\w+|use\w+|listFilters)`", text)

    assert [name for name in named if f"function {name}" not in sources] == []
