"""What an entity is called instead: the citation form of its pseudonym, word by word."""

from __future__ import annotations

from dataclasses import dataclass, field

from allonym.model.entity import Entity, EntityId, LemmaPart


@dataclass(frozen=True, slots=True)
class Surrogate:
    """The name drawn for one entity; inflected in place, spelled out in its e-mail addresses.

    Attributes:
        entity: Whose name it stands for.
        parts: The citation form word by word, in the order and with the roles of the entity's own.
        gender: UD ``Gender`` of the name, ``Masc`` or ``Fem`` for people; empty when unknown.
    """

    entity: EntityId
    parts: tuple[LemmaPart, ...] = field(repr=False, default=())
    gender: str = ""

    @property
    def text(self) -> str:
        """The citation form in one line."""
        return " ".join(part.lemma for part in self.parts)

    def beside(self, entity: Entity) -> list[tuple[LemmaPart, LemmaPart]]:
        """Return each name of its entity with what stands for it; for a particle nothing does."""
        names = [part for part in entity.parts if part.role != "other"]
        if len(names) == len(self.parts):
            return list(zip(names, self.parts, strict=True))
        kinds = {role: [p for p in self.parts if p.role == role] for role in ("given", "family")}
        kinds["initial"] = kinds["given"]
        return [(name, kinds[name.role].pop(0)) for name in names if kinds.get(name.role)]
