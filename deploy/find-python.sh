# Sourced by run and test: enters the project's folder and sets $python to a Python that is new enough.
cd "$(dirname "$0")/.." || exit 1
python=
for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11, 1))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "Python 3.11.1 or newer is needed and was not found." >&2
    exit 1
fi
