"""Instructions for the model are read in English where they are, whatever a chat is in."""

import json

import pytest

from allonym.api import Pipeline
from allonym.chat.conversation import numbered
from allonym.chat.requests import hide_request
from allonym.profile import load_profile

pytestmark = pytest.mark.model


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "said", "names"),
    [
        ("sk", "Volal Peter Varga.", ("Ján Novák", "Zuzana Krásna")),
        ("pl", "Spotkałem się z Adamem Lisem.", ("Jan Kowalski", "Grzegorz Brzęczyszczykiewicz")),
        ("sv", "Erik Holm ringde.", ("Karin Lindqvist", "Anna Ek")),
        ("auto", "Aino Saari soitti.", ("Matti Virtanen", "Ahmed Hassan")),
    ],
)
def test_orders_in_english_stay_and_names_in_them_go(language, said, names):
    profile = numbered(load_profile("chat"))
    pipeline = Pipeline.load(language=language, profile=profile, secret=b"a secret for the tests")

    def sent(order):
        tool = {"type": "function", "function": {"name": "f", "description": order}}
        messages = [{"role": "system", "content": order}, {"role": "user", "content": said}]
        made = hide_request(pipeline, {"model": "m", "messages": messages, "tools": [tool]})
        body = json.loads(made.body)
        assert said not in str(body)
        found = body["messages"][0]["content"], body["tools"][0]["function"]["description"]
        assert found[0] == found[1]
        return found[0]

    orders = ("Answer.", "Summarize.", "Rewrite.", "You are a helpful assistant.", "City name")
    assert [sent(order) for order in orders] == [*orders]
    for name in names:
        for order in ("User: {}", "{}", "The user is {}.", "Write to {} at once."):
            assert not set(name.split()) & set(sent(order.format(name)).strip(".").split())
