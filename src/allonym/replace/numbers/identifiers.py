"""Replace identifiers in kind: same shape, right check digit, never the original, nobody's.

Each entity draws one new value, keyed by its old one, and every mention writes it with its own
separators and capitals.  A value that stands in the document or was given already is drawn again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from allonym.identifiers.schemes import with_national_checks
from allonym.languages.spoken import load_number_endings
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.types import is_a, longest_match
from allonym.ports import Choice, Ledger, ReplaceContext, Replacer
from allonym.replace.numbers import codes, contacts, network
from allonym.replace.numbers.births import move_birth
from allonym.replace.numbers.item import Item
from allonym.replace.numbers.registers import takes_alike, with_code, written_in
from allonym.replace.numbers.shape import (
    DIGITS,
    UPPER,
    Keyed,
    compact,
    exchanged,
    keep_labels,
    lay,
    scramble,
)
from allonym.replace.numbers.tables import Tables, compiled, load_tables
from allonym.replace.numbers.tied import Made, digits_of, of_people, with_digits
from allonym.replace.people.spelt import Spelt, new_names
from allonym.replace.places.world import World
from allonym.replace.time.dates import tagged
from allonym.replace.time.timeline import DateShift, Timeline
from allonym.text.capitals import SMALL

_NICK = re.compile(rf"(?=\S*{SMALL}{{3}})[^\W\d_]+(?:[._][^\W\d_]+){{0,2}}[._]?[0-9]{{1,4}}")
"""What is a user name wherever it stands: *Vlatka83*, *BerghKing78*, *Bergakungen_78*."""
_TRIES, _PHONE_TRIES, _NUMBERED = 200, 40, 20_000
Strategy = Callable[[Item], str | None]


def by_scheme(item: Item) -> str | None:
    """Return a value of the same shape that its scheme finds right; any where it has no scheme."""
    if not item.scheme and _NICK.fullmatch(item.value):
        return contacts.username(item)
    if codes.is_dated(item):
        return of_people(item, codes.case_number(item))
    value = _compact(item)
    made = _series(item, value) or _born(item, value) or _free(item, value)
    if made is None:
        return None
    laid = lay(item.value, made, item.keep)
    if laid is None:
        return None
    surface = with_code(laid, item.country, item.code)
    if item.scheme:
        return item.scheme.with_check(surface)
    return of_people(item, keep_labels(item.value, surface))


def _compact(item: Item) -> str:
    """The value's letters and digits; a letter O that the scheme reads as a nought is one."""
    whole = compact(item.value, item.keep)
    read = item.scheme.compact(item.value) if item.scheme else ""
    return whole[: len(whole) - len(read)] + read if len(read) <= len(whole) else whole


def _series(item: Item, value: str) -> str | None:
    for n, template in enumerate(item.tables.series.get(item.scheme_name, ())):
        mine = item.chance.below(2, "series") == n if item.scheme_name == "us.ssn" else True
        if len(template) == len(value) and mine:
            return codes.series(template, value, item.chance)
    return None


def _born(item: Item, value: str) -> str | None:
    if item.times is None:
        return None
    return move_birth(value, item.scheme_name, item.times.birth, item.chance)


def _free(item: Item, value: str) -> str:
    prefixes = item.scheme.prefix.split("|") if item.scheme else []
    prefix = next((len(p) for p in prefixes if p and value.startswith(p)), 0)
    keep = prefix + _kept(item.tables.keep, item)
    if item.scheme_name == "iban":
        made = scramble(value, item.chance, keep=4 + item.tables.banks.get(value[:2], 0))
        return with_national_checks(made)
    letters = re.match("[A-Z]*", value)
    if letters and not item.scheme and (item.code or letters[0] in item.tables.calling):
        keep = max(keep, letters.end())  # of an office, or of a country on the ear tag of a cow
    if item.scheme_name in item.tables.exchanged and value.isdecimal():
        return exchanged(value, item.chance)
    own = item.tables.letters.get(item.rule, UPPER)
    made = scramble(value, item.chance, keep=min(keep, len(value) - 1), alphabet=own)
    tail = _kept(item.tables.tail, item)
    return made[:-tail] + value[-tail:] if tail else made


def _kept(table: Mapping[str, int], item: Item) -> int:
    return table.get(item.rule, table.get(item.scheme_name, 0))


STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        "phone": contacts.phone, "email": contacts.email, "url": contacts.url,
        "username": contacts.username, "ip": network.ip, "mac": network.mac, "gps": network.gps,
        "plate": codes.plate, "postcode": codes.postcode,
        "case_number": lambda item: of_people(item, codes.case_number(item)),
        "property": codes.property_number,
        "*": by_scheme,
        "other": lambda i: by_scheme(i) if i.scheme or i.rule in i.tables.forms else None,
    }
)  # fmt: skip
"""How each type is made; a scheme with a check goes before the type's own way."""

_OWN_WAY = ("phone", "email", "url", "username", "ip", "mac", "gps", "postcode")
_TEXTUAL = ("phone", "email", "url", "username", "ip", "gps", "case_number", "property")
"""Types whose mentions are each rewritten; the others share one compact value."""

_TIMED = ("id", "case_number")
"""Types inside which a birth or a year may stand."""

IDENTIFIERS = (
    *_OWN_WAY, "iban", "account", "card", "id", "plate", "property", "case_number", "other",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class IdentifierReplacer:
    """Pseudonyms of identifiers."""

    fallback: Replacer  # writes the tag of an identifier that cannot be made anew
    # what the profile says about time, which moves births and years inside numbers
    shift: DateShift = field(default_factory=DateShift)
    wrong_check: bool = False  # give wrong check digits, so that no new number can be anybody's

    def replace(
        self,
        context: ReplaceContext,
        entities: Sequence[Entity],
        world: World | None = None,
        times: Timeline | None = None,
    ) -> Iterable[Replacement]:
        """Return a made-up value for each mention; a tag of low certainty where there is none."""
        if times is None and any(is_a(e.type, t) for e in entities for t in _TIMED):
            times = Timeline.of(context, self.shift)
        maker = _Maker(context, times, world or World(), load_tables(), wrong=self.wrong_check)
        for entity in sorted(entities, key=_order, reverse=True):  # VAT before company numbers
            made = maker.values(entity)
            for mention in entity.mentions:
                text = maker.write(entity, mention, made)
                if text is None or text == context.view.surface(mention.span):
                    yield from tagged(self.fallback, context, entity, mention)
                else:
                    yield Replacement(mention.span, text, entity.id, "pseudonym")


@dataclass(frozen=True, slots=True)
class _Value:
    """What an entity's fullest mention becomes, and the try that succeeded."""

    old: str = field(repr=False)
    new: str | None = field(repr=False)
    attempt: int = 0


class _Maker:
    """Makes values for one document; remembers which are taken."""

    def __init__(
        self,
        context: ReplaceContext,
        times: Timeline | None,
        world: World,
        tables: Tables,
        *,
        wrong: bool,
    ) -> None:
        self._context = context
        self._times = times
        self._world = world
        self._tables = tables
        self._wrong = wrong
        self._owners = {entity.id: entity for entity in context.entities}
        self._originals = frozenset(_originals(context))
        self._taken = {*self._originals}
        self._by_owner: dict[str, Entity | None] = {}
        self._made = Made()
        self._spelt: dict[tuple[EntityId, tuple[LemmaPart, ...]], Spelt] = {}
        self._endings = load_number_endings(context.language)
        self._last = ""  # the digits that what hangs on the number fits: 562-367-es

    def values(self, entity: Entity) -> _Value:
        """Draw the entity's new value."""
        surfaces = [self._context.view.surface(m.span) for m in entity.mentions]
        full = max(surfaces, key=lambda s: (len(compact(s)), -surfaces.index(s)))
        behind = {m.span.end for m in entity.mentions if self._context.view.surface(m.span) == full}
        hung = (self._endings.behind(self._context.view.text, end) for end in behind)
        self._last = self._endings.fitting(full, filter(None, hung))
        item = self._item(entity, full)
        if self._context.ledger is not None:
            made = self._recorded(item, self._context.ledger)
        else:
            made = next(self._draws(item, _PHONE_TRIES if is_a(item.type, "phone") else _TRIES))
        if made.new:
            self._made.add(item, made.new)
        return made

    def _draws(self, item: Item, tries: int) -> Iterator[_Value]:
        """Yield new values that are right, then one that at least is new, or none at all."""
        loose = _Value(item.value, None)
        nested, near = self._made.nested(item), self._made.next_to(item, self._taken)
        for tied in filter(None, (nested, near)):
            if self._good(item, tied):
                self._taken.add(compact(tied))
                yield _Value(item.value, tied)
        for attempt in range(tries):
            if attempt == codes.FOLLOWING and (one := self._of_small_town(item)):
                yield one
            new = self._try(item.attempt(attempt))
            if new is None or not self._is_free(item, new):
                continue
            if self._good(item, new):
                self._taken.add(compact(new))
                self._by_owner[compact(new)] = item.owner
                yield _Value(item.value, new, attempt)
            loose = loose if loose.new else _Value(item.value, new, attempt)
        yield loose

    def _is_free(self, item: Item, new: str) -> bool:
        """Tell whether nothing has a value, but what its owner goes by as well: *@asa.oberg*."""
        key = compact(new)
        theirs = item.owner is not None and self._by_owner.get(key) is item.owner
        return key not in self._taken or (theirs and key not in self._originals)

    def _of_small_town(self, item: Item) -> _Value | None:
        """Return a postcode that others have as well, where the town drawn has no more of them."""
        if not is_a(item.type, "postcode") or item.move is None:
            return None
        new = self._try(item)
        fits = new is not None and compact(new) not in self._originals
        return _Value(item.value, new) if fits else None

    def _recorded(self, item: Item, ledger: Ledger) -> _Value:
        """Return the value that the ledger has, or that it records now."""
        kind = item.type.partition(".")[0]
        original = item.value if _is_written_whole(item) else compact(item.value)
        found = ledger.settle(kind, original, self._choices(item))
        if found is None:
            return _Value(item.value, None)
        self._taken.add(compact(found.surrogate))
        if _is_written_whole(item):
            return _Value(item.value, found.surrogate, int(found.detail))
        laid = lay(item.value, found.surrogate, item.keep)
        again = laid or self._try(item.attempt(int(found.detail)))
        return _Value(item.value, again, int(found.detail))

    def _choices(self, item: Item) -> Iterator[Choice]:
        """Yield what the value may become; signs between its digits are no part of it."""
        whole = _is_written_whole(item)
        drawn: list[str] = []
        for made in self._draws(item, _TRIES):
            if made.new:
                drawn.append(made.new)
                yield Choice(made.new if whole else compact(made.new, item.keep), str(made.attempt))
        base = drawn[0] if drawn else self._try(item) or ""
        for number in range(2, _NUMBERED if base else 0):
            yield from (Choice(t, "0") for t in contacts.numbered(item.type, base, number))

    def write(self, entity: Entity, mention: Mention, made: _Value) -> str | None:
        """Return what one mention becomes."""
        surface = self._context.view.surface(mention.span)
        if made.new is None or surface == made.old:
            return made.new
        if any(is_a(entity.type, textual) for textual in _TEXTUAL):
            return self._rewritten(entity, surface, made)
        item = self._item(entity, surface, key=made.old)
        old, new = compact(made.old, item.keep), compact(made.new, item.keep)
        size = len(compact(surface, item.keep))
        if compact(surface, item.keep) == old[-size:]:
            return lay(surface, new[-size:], item.keep)
        return self._try(item.attempt(made.attempt))

    def _rewritten(self, entity: Entity, surface: str, made: _Value) -> str | None:
        digits_old, digits_new = digits_of(made.old), digits_of(made.new or "")
        digits = digits_of(surface)
        move = self._world.moves.get(entity.id)
        regrouped = move and move.new.state in self._tables.groups and digits == digits_old
        if is_a(entity.type, "phone") and len(digits_old) == len(digits_new) and not regrouped:
            tail = digits.lstrip("0")
            if tail and digits_old.endswith(tail):
                noughts = digits[: len(digits) - len(tail)]
                return with_digits(surface, noughts + digits_new[-len(tail) :])
        return self._try(self._item(entity, surface, key=made.old).attempt(made.attempt))

    def _item(self, entity: Entity, surface: str, *, key: str = "") -> Item:
        rules = tuple(e.rule for m in entity.mentions for e in m.evidence)
        language = self._context.language
        scheme_name, scheme = self._tables.scheme(rules, entity.type, surface, language)
        owner = self._owners.get(entity.owner) if entity.owner else None
        chance = Keyed(self._context.draw, (entity.type.partition(".")[0], compact(key or surface)))
        called = self._world.surrogates.get(owner.id) if owner else None
        own = Spelt()
        if owner and called:
            named = replace(owner, parts=entity.parts or owner.parts)
            made = Spelt(new_names(named, called, self._world.alike))
            own = self._spelt.setdefault((owner.id, named.parts), made)
        return Item(
            surface, entity.type, chance, self._tables, rules[0] if rules else "", scheme_name,
            scheme, self._country(rules, surface), self._times,
            owner, called, self._world.moves.get(entity.id), world=self._world, own=own,
        )  # fmt: skip

    def _country(self, rules: Sequence[str], surface: str) -> str:
        codes = [r.partition(".")[0].upper() for r in rules]
        known = [c for c in codes if c in self._tables.calling]
        own = self._tables.countries.get(self._context.language, ("",))
        digits = "".join(c for c in surface if c.isdigit())
        forms = [c for c in own if re.fullmatch(self._tables.untrunked.get(c, "(?!)"), digits)]
        abroad = written_in(surface, self._tables.foreign, own[0])
        forms += [c for c in own if self._is_plate(c, rules, surface)]
        default = abroad or (*forms, *known, *own)[0]
        return contacts.phone_country(surface, self._tables.calling, default)

    def _is_plate(self, country: str, rules: Sequence[str], surface: str) -> bool:
        """Tell whether a plate that another country's pattern found is as a country has them."""
        form = compiled(self._tables.forms.get(f"{country.lower()}.plate", ""))
        found = any(rule.endswith(".plate") for rule in rules)
        return found and form is not None and form.fullmatch(surface) is not None

    def _try(self, item: Item) -> str | None:
        own = longest_match(item.type, STRATEGIES) or by_scheme
        keeps_own = any(is_a(item.type, t) for t in _OWN_WAY)
        made = own(item) if keeps_own or not item.scheme else by_scheme(item)
        if made and self._wrong and item.scheme:
            made = _spoil(item, made)
        return self._made.holding(item, made) if made else made

    def _good(self, item: Item, new: str) -> bool:
        """Tell whether a new value is as right as the old one was; wrong where that was asked."""
        if is_a(item.type, "phone"):
            country = "" if item.tables.fiction.get(item.country) else item.country
            ends = not self._last or new[-1] in self._last
            return ends and takes_alike(item.value, new, country)
        if not item.takes(new):
            return False
        if not item.scheme or any(is_a(item.type, t) for t in _OWN_WAY):
            return True
        return item.scheme.validate(new) != self._wrong


def _order(entity: Entity) -> tuple[bool, int]:
    """Return by what numbers are sorted: people's own first, those of firms by their length."""
    length = max(len(m.span) for m in entity.mentions) if is_a(entity.type, "id") else 0
    return is_a(entity.type, "id.national"), length * (entity.type != "id")


def _is_written_whole(item: Item) -> bool:
    """Tell whether the signs between letters and digits are a part of a value."""
    return any(is_a(item.type, t) for t in _TEXTUAL if t != "phone")


def _originals(context: ReplaceContext) -> Iterator[str]:
    for entity in context.entities:
        if any(is_a(entity.type, t) for t in IDENTIFIERS):
            yield from (compact(context.view.surface(m.span)) for m in entity.mentions)


def _spoil(item: Item, value: str) -> str | None:
    """Return the value with a check character that is not right."""
    scheme = item.scheme
    if scheme is None or not scheme.at:
        return value
    places = [i for i, c in enumerate(value) if c in scheme.keep or c.isalnum()]
    prefix = len(places) - len(scheme.compact(value))
    at = scheme.at[0] + prefix if scheme.at[0] >= 0 else scheme.at[0]
    place = places[at]
    for digit in DIGITS:
        draft = value[:place] + digit + value[place + 1 :]
        if digit != value[place] and not scheme.validate(draft):
            return draft
    return None
