"""What stands in place of personal data: names, places, organisations, dates, numbers.

A room for each kind of thing and one for the methods; what all of them use (candidates, rules, the
choice of surrogates, inflection) stands beside the rooms.
"""
