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
