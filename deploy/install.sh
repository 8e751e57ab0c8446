#!/bin/sh
# Install Allonym with extras into a virtual environment of its own; the image is made by this, and
# its tests run it in an empty folder.  Usage: install.sh PREFIX EXTRAS
set -eu
prefix=$1
extras=$2
cd "$(dirname "$0")/.."
python3 -m venv "$prefix"
"$prefix/bin/pip" install --quiet --no-cache-dir --disable-pip-version-check \
    -c constraints.txt ".[$extras]"
"$prefix/bin/python" -m compileall -q "$prefix/lib"
"$prefix/bin/allonym" doctor >/dev/null
if ! "$prefix/bin/python" -c "from allonym.server.pages import page_is_built as b; exit(not b())"; then
    echo "install.sh: the review page is missing; it is built with npm packages, so the registry of npm" \
        "must be in reach, or build it before: python tools/build_page.py" >&2
    [ -n "${ALLONYM_WITHOUT_PAGE:-}" ] || exit 1
fi
