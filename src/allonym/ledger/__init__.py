"""The ledger: who is called what, recorded, unique both ways, and readable to few.

Needs the extra ``ledger`` (SQLAlchemy and cryptography), which is imported when a ledger is asked
for.  Three secrets share the work, so that the machine that pseudonymizes cannot undo it:

* ``draw`` draws, finds and records pairs, and reads the pseudonyms that it recorded;
* ``encrypt`` alone opens originals; the ledger keeps its public half, to which they are sealed;
* ``audit`` chains the lines that say who revealed what.
"""
