"""``python -m allonym`` is the command line."""

from allonym.cli import main

main()
