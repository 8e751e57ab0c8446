# Shared by the scripts beside it: find a Python, make the virtual environment, install into it.
# Sourced, never run.

find_python() {
    for name in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    echo "Python 3.11 or newer is needed; on Debian or Ubuntu: apt-get install python3 python3-venv" >&2
    return 1
}

# make_environment DIR: a virtual environment of our own, so that an externally managed Python
# stays untouched.
make_environment() {
    [ -x "$1/bin/pip" ] && return 0
    python=$(find_python) || return 1
    if ! "$python" -m venv "$1" >/dev/null 2>&1; then
        rm -rf "$1"
        echo "$python cannot make virtual environments; on Debian or Ubuntu: apt-get install python3-venv" >&2
        return 1
    fi
}

# install_tests: Allonym with what its tests need, in .venv-test.
install_tests() {
    make_environment .venv-test
    .venv-test/bin/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
}
