"""Identifiers, numbers and contacts: replaced in kind, with check digits that hold."""
