"""The exact two-way map between original and result, in code points, UTF-16 units and bytes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Literal

from allonym.errors import OffsetError
from allonym.model.replacement import ReplacementPlan

Unit = Literal["codepoint", "utf16", "byte"]
_STEP = 1024
_Ranges = tuple[tuple[int, int], ...]


def width(text: str, unit: Unit) -> int:
    """Return the length of `text` in `unit`; a lone surrogate counts 1 in UTF-16 and 3 in bytes.

    >>> [width("a𝒜", unit) for unit in ("codepoint", "utf16", "byte")]
    [2, 3, 5]
    """
    if unit == "codepoint" or text.isascii():
        return len(text)
    if unit == "utf16":
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass"))


class UnitIndex:
    """Converts offsets of one text between code points and another unit.

    Keeps one checkpoint every 1,024 code points, so a look-up costs the same anywhere.

    Args:
        text: The text whose offsets are converted.
        unit: The unit on the far side.
    """

    def __init__(self, text: str, unit: Unit) -> None:
        self._text = text
        self._unit = unit
        self._marks = [0]
        if unit != "codepoint" and not text.isascii():
            for start in range(0, len(text), _STEP):
                self._marks.append(self._marks[-1] + width(text[start : start + _STEP], unit))

    def from_codepoint(self, offset: int) -> int:
        """Return the code-point `offset` in the unit.

        Raises:
            OffsetError: If it lies outside the text.
        """
        if not 0 <= offset <= len(self._text):
            raise OffsetError(f"offset {offset} is outside 0..{len(self._text)}")
        if len(self._marks) == 1:
            return offset
        block = min(offset // _STEP, len(self._marks) - 1)
        return self._marks[block] + width(self._text[block * _STEP : offset], self._unit)

    def to_codepoint(self, offset: int) -> int:
        """Return an `offset` in the unit as code points.

        Raises:
            OffsetError: If it lies outside the text or inside a character.
        """
        if len(self._marks) == 1:
            if not 0 <= offset <= len(self._text):
                raise OffsetError(f"{self._unit} offset {offset} is outside the text")
            return offset
        if not 0 <= offset <= self._marks[-1]:
            raise OffsetError(f"{self._unit} offset {offset} is outside 0..{self._marks[-1]}")
        block = min(bisect_right(self._marks, offset) - 1, len(self._marks) - 2)
        position, reached = block * _STEP, self._marks[block]
        while reached < offset:
            reached += width(self._text[position], self._unit)
            position += 1
        if reached != offset:
            raise OffsetError(f"{self._unit} offset {offset} lies inside a character")
        return position


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Where each position of the original stands in the result, and back.

    Edges map to edges.  A position strictly inside a replaced stretch maps to the start of what
    stands for it, so the map never decreases.

    >>> from allonym.model.replacement import Replacement
    >>> from allonym.model.entity import EntityId
    >>> from allonym.model.span import Span
    >>> plan = ReplacementPlan.of([Replacement(Span(0, 3), "Katarina", EntityId("p"), "pseudonym")])
    >>> where = OffsetMap.of("Ana je tu", "Katarina je tu", plan)
    >>> where.to_result(4), where.to_original(9), where.to_result(1)
    (9, 4, 0)
    """

    original: str = field(repr=False)
    result: str = field(repr=False)
    _before: _Ranges = field(repr=False)
    _after: _Ranges = field(repr=False)
    _indexes: dict[tuple[str, Unit], UnitIndex] = field(
        repr=False, compare=False, default_factory=dict
    )

    @classmethod
    def of(cls, original: str, result: str, plan: ReplacementPlan) -> OffsetMap:
        """Build the map of `plan`, which turned `original` into `result`."""
        before: list[tuple[int, int]] = []
        after: list[tuple[int, int]] = []
        shift = 0
        for replacement in plan:
            span = replacement.span
            start = span.start + shift
            before.append((span.start, span.end))
            after.append((start, start + len(replacement.text)))
            shift += len(replacement.text) - len(span)
        return cls(original, result, tuple(before), tuple(after))

    def to_result(self, offset: int, unit: Unit = "codepoint") -> int:
        """Return where `offset` of the original stands in the result.

        Raises:
            OffsetError: If the offset is outside the original, or inside a character.
        """
        point = self._index("original", unit).to_codepoint(offset)
        return self._index("result", unit).from_codepoint(_move(point, self._before, self._after))

    def to_original(self, offset: int, unit: Unit = "codepoint") -> int:
        """Return where `offset` of the result stood in the original.

        Raises:
            OffsetError: If the offset is outside the result, or inside a character.
        """
        point = self._index("result", unit).to_codepoint(offset)
        return self._index("original", unit).from_codepoint(_move(point, self._after, self._before))

    def _index(self, side: str, unit: Unit) -> UnitIndex:
        """Return the index of one side, made once: many offsets are asked of one map."""
        if (side, unit) not in self._indexes:
            text = self.original if side == "original" else self.result
            self._indexes[side, unit] = UnitIndex(text, unit)
        return self._indexes[side, unit]


def _move(point: int, spans: _Ranges, others: _Ranges) -> int:
    """Move a code-point offset across; `spans` and `others` correspond one to one."""
    found = bisect_left(spans, point, key=lambda s: s[1])
    if found < len(spans) and spans[found][0] < point < spans[found][1]:
        return others[found][0]
    if found < len(spans) and spans[found][1] == point and spans[found][0] < point:
        return others[found][1]
    if found == 0:
        return point
    return others[found - 1][1] + point - spans[found - 1][1]
