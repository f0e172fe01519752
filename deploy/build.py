"""The files of a release, in dist/.

A source archive with the built pages, the wheels of the pinned Python packages for machines like this one, an
SBOM (CycloneDX) of the Python packages and one of those from npm, checksums, and the image where a Docker
engine answers.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy import environment
from deploy.environment import DIST, FRONTEND, LOCALE, ROOT, SERVER_DIST, Node, StepFailed, run_step
from project import __version__

NAME = f"akshamala-{__version__}"
PINNED = "deploy/requirements.txt"


def main() -> int:
    """Build everything anew, and name at the end what was left out."""
    argparse.ArgumentParser(
        "deploy/build", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    folder = ROOT / "dist"
    try:
        if _git("status", "--porcelain"):
            raise StepFailed("A release is built from a commit: commit or remove what has changed.")
        python, node = environment.prepare()
        environment.build_frontend(node)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        write_archive(folder)
        pip = [str(python), "-m", "pip", "download", "--require-hashes", "--only-binary", ":all:"]
        run_step([*pip, "-r", PINNED, "-d", str(folder / "wheels")], announce="Downloading the wheels")
        write_sboms(folder, python, node)
        _write_checksums(folder)
        said = _build_image()
    except StepFailed as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{NAME} is in {folder}. {said}")
    return 0


def write_archive(folder: Path) -> Path:
    """Pack the tracked files and what was built of them: pages and translations."""
    built = [*DIST.rglob("*"), *SERVER_DIST.rglob("*"), *LOCALE.rglob("*.mo")]
    files = {*(ROOT / name for name in _git("ls-files", "-z").split("\0") if name), *built}
    archive = folder / f"{NAME}.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for file in sorted(files):
            tar.add(file, f"{NAME}/{file.relative_to(ROOT)}", recursive=False)
    return archive


def write_sboms(folder: Path, python: Path, node: Node) -> None:
    """Write the SBOMs of what is installed with the shop, and of what its pages are built from."""
    of_python = folder / f"{NAME}-python.cdx.json"
    tool = str(python.with_name("cyclonedx-py"))
    run_step([tool, "requirements", PINNED, "-o", str(of_python)], announce="Writing the SBOM of Python")
    sbom = json.loads(of_python.read_text())
    sbom["metadata"]["component"] = {"type": "application", "name": "akshamala", "version": __version__}
    of_python.write_text(json.dumps(sbom, indent=2))

    # `npm sbom --omit=dev` leaves out React, too, as tools need it: a lock without the tools has it.
    with TemporaryDirectory() as temporary:
        package = Path(temporary, "akshamala")
        package.mkdir()
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(FRONTEND / name, package)

        def npm(*arguments: str) -> str:
            return _output([*node.npm, *arguments], cwd=package, env=node.environment())

        npm("pkg", "delete", "devDependencies")
        npm("install", "--package-lock-only", "--offline")
        sbom_of_npm = npm("sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application")
    (folder / f"{NAME}-npm.cdx.json").write_text(sbom_of_npm)


def _write_checksums(folder: Path) -> None:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    with (folder / "SHA256SUMS").open("w") as sums:
        for file in files:
            sums.write(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n")


def _build_image() -> str:
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "info"], capture_output=True).returncode:
        return "Left out: the image, as no Docker engine answers here."
    image = f"akshamala:{__version__}"
    run_step([docker, "build", "-f", "deploy/Dockerfile", "-t", image, "."], announce="Building the image")
    return f"The image is {image}."


def _git(*arguments: str) -> str:
    return _output(["git", *arguments], cwd=ROOT)


def _output(command: list[str], *, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    if done.returncode:
        raise StepFailed(f"{' '.join(command)}: failed\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
