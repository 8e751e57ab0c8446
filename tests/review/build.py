"""Documents under review for tests: recognised by hand, so that no model is needed."""

from functools import cache

from allonym.model.draw import Draw
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.profile import load_profile
from allonym.review.desk import Desk, tools_for
from allonym.review.recognition import Recognition
from allonym.review.work import review_profile
from allonym.text.markup import parse_marks

SECRET = bytes(range(32))


@cache
def tools(language, profile="default", method=""):
    return tools_for(language, review_profile(load_profile(profile), method, ()))


def desk(marked, language="pl", doubtful=(), *, profile="default", method=""):
    """Return the desk of a marked text; types in `doubtful` were not sure enough."""
    text, marks = read(marked)
    made = tools(language, profile, method)
    view = Recognition(language, text, (), (), ()).view
    mentions = [Mention(Span(a, b), kind, (Evidence("model", "", 0.9),)) for a, b, kind in marks]
    sure = [m for m in mentions if m.type not in doubtful]
    entities = tuple(made.pipeline.link(view, sure))
    rest = tuple(m for m in mentions if m.type in doubtful)
    return Desk(Recognition(language, text, (), (), entities, rest), made, Draw(SECRET))


def read(marked):
    """Return a text with ``[[type|surface]]``, and start, end and type of each mark."""
    text, found = parse_marks(marked)
    return text, [(m.span.start, m.span.end, m.type) for m in found]
