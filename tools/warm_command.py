"""The command `allonym`, started once and forked for each call: many short calls, one loading.

`serve` listens on a socket in a folder and `CLIENT` is the script that passes arguments, working
directory, environment and standard streams to it.  What runs is the command line itself, in a
process of its own; only what was loaded before the fork is shared.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path

CLIENT = """#!{python} -SE
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as s:
    s.connect({path!r})
    asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(s, [len(asked).to_bytes(8, "big")], [0, 1, 2])
    s.sendall(asked)
    answer = s.recv(1)
sys.exit(answer[0] if answer else 70)
"""


def serve(path: Path) -> None:
    """Answer calls one after another until the process is ended."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        while True:
            connection, _ = listening.accept()
            with connection:
                head, streams, _, _ = socket.recv_fds(connection, 8, 3)
                size, body = int.from_bytes(head, "big"), b""
                while len(body) < size:
                    body += connection.recv(1 << 16)
                arguments, folder, variables = json.loads(body)
                warm(arguments)
                child = os.fork()
                if not child:
                    call(arguments, folder, variables, streams)
                for stream in streams:
                    os.close(stream)
                _, status = os.waitpid(child, 0)
                connection.sendall(bytes([os.waitstatus_to_exitcode(status) & 255]))


def warm(arguments: list[str]) -> None:
    """Load what a call of a language needs, so that the next finds it loaded."""
    import allonym.cli.run
    from allonym.languages.lexicon import load_lexicon
    from allonym.languages.pack import available, load_pack
    from allonym.languages.pool import load_pool

    assert allonym.cli.run
    for code in set(arguments) & set(available()):
        pack = load_pack(code)
        load_lexicon(pack.where("lexicon"))
        for kind in ("given", "family", "place", "street", "org"):
            load_pool(pack, kind)


def call(arguments: list[str], folder: str, variables: dict[str, str], streams: list[int]) -> None:
    """Become the command; never returns."""
    code = 70
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        from allonym.cli import main

        sys.argv = ["allonym", *arguments]
        code = int(main() or 0)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except BaseException as error:  # noqa: BLE001 - a child of a fork must not go on
        print(f"{type(error).__name__}", file=sys.stderr)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
