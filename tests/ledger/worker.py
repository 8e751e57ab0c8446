"""One of several processes that ask a ledger at the same time; prints what it was told."""

import json
import random
import sys

from allonym.ledger.book import Book
from allonym.ledger.keys import Key
from allonym.ports import Choice


def main(url, secret, seed, names):
    book = Book.open(url, Key("draw", bytes.fromhex(secret)))
    order = [f"Name{n}" for n in range(int(names))]
    random.Random(int(seed)).shuffle(order)
    told = {}
    for name in order:
        first = int(name[4:]) // 3  # three names want the same
        choices = (Choice(f"Other{first + step}") for step in range(10 * int(names)))
        told[name] = book.settle("family.pl", name, choices).surrogate
    json.dump(told, sys.stdout)


main(*sys.argv[1:])
