"""Make what a release runs from on a host without containers: .venv with Node.js in it, and the built pages.

python3 -m deploy.release
"""

import subprocess
import sys

from deploy import environment


def main() -> int:
    """Do what deploy/Dockerfile does for an image; what is there already stays."""
    try:
        python, node = environment.prepare("requirements.txt")
        environment.build_frontend(node)
    except environment.StepFailed as error:
        print(error, file=sys.stderr)
        return 1
    # Where the renderer's unit finds it.
    link = environment.VENV / "bin" / "node"
    link.unlink(missing_ok=True)
    link.symlink_to(node.node)
    # Units may not write here: compiled now, or each start would compile it all.
    return subprocess.call(
        [python, "-m", "compileall", "-q", "project", "realtime", "worker"], cwd=environment.ROOT
    )


if __name__ == "__main__":
    sys.exit(main())
