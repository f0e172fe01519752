"""The Node.js with which a machine that has none builds the front end."""

import json
import re

from deploy.environment import FRONTEND


def test_scripts_of_the_front_end_call_no_npm() -> None:
    # The Node.js of the Python package registry has no `npm` that works when a script calls it by name.
    scripts: dict[str, str] = json.loads((FRONTEND / "package.json").read_text())["scripts"]

    assert {name for name, script in scripts.items() if re.search(r"\bnp[mx]\b", script)} == set()
