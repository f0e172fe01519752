"""Preparation of a release on a host without containers: .venv with Node.js, and the built pages.

python3 -m deploy.release
"""

import subprocess
import sys

from deploy import environment


def main() -> int:
    """Install and build as deploy/Dockerfile does for an image, and keep finished steps."""
    try:
        python, node = environment.prepare("requirements.txt")
        environment.build_frontend(node)
    except environment.StepFailed as error:
        print(error, file=sys.stderr)
        return 1
    # The renderer's unit expects it there.
    link = environment.VENV / "bin" / "node"
    link.unlink(missing_ok=True)
    link.symlink_to(node.node)
    # Units may not write here, so each start would compile everything again.
    return subprocess.call(
        [python, "-m", "compileall", "-q", "project", "realtime", "worker"], cwd=environment.ROOT
    )


if __name__ == "__main__":
    sys.exit(main())
