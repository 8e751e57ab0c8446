// What a decision will look like, shown at once while the server works it out.
//
// Only what the reviewer can foresee is done here: status, type, edges, a new mention.  Pseudonyms
// come from the server, whose answer replaces all of this.

import { byPlace } from "./order";
import type { Decision, Entity, Mention, Occurrences, Review } from "./types";

const NOWHERE: Occurrences = { identical: [], inflected: [] };

function change(
  review: Review,
  ids: ReadonlySet<string>,
  how: (m: Mention) => Partial<Mention>,
): Review {
  const mentions = review.mentions.map((m) => (ids.has(m.id) ? { ...m, ...how(m) } : m));
  return { ...review, mentions };
}

/** The mention and, if asked for, those of its entity and those at the other places. */
function reached(review: Review, id: string, everywhere: boolean, at: Occurrences): Set<string> {
  const ids = new Set([id]);
  const mention = review.mentions.find((m) => m.id === id);
  if (!everywhere || !mention) return ids;
  const surface = review.text.slice(mention.start, mention.end);
  const places = new Set([...at.identical, ...at.inflected].map((o) => `${o.start}-${o.end}`));
  for (const m of review.mentions) {
    const same = m.end - m.start === surface.length && review.text.startsWith(surface, m.start);
    if (same || places.has(`${m.start}-${m.end}`)) ids.add(m.id);
  }
  return ids;
}

const UNSETTLED = { replacement: null, result_start: null, result_end: null };

function fresh(start: number, end: number, type: string): Mention {
  return {
    id: `new-${start}-${end}`,
    start,
    end,
    type,
    entity: null,
    score: 1,
    doubtful: false,
    status: "added",
    kept: false,
    method: null,
    certainty: null,
    ...UNSETTLED,
  };
}

function add(
  review: Review,
  decision: Extract<Decision, { action: "add" }>,
  at: Occurrences,
): Review {
  const spans = [{ start: decision.start, end: decision.end }];
  if (decision.everywhere) spans.push(...at.identical, ...at.inflected);
  const taken = (s: { start: number; end: number }): boolean =>
    review.mentions.some((m) => m.status !== "rejected" && m.start < s.end && s.start < m.end);
  const made = spans.filter((s) => !taken(s)).map((s) => fresh(s.start, s.end, decision.type));
  return { ...review, mentions: [...byPlace([...review.mentions, ...made])] };
}

function mergeEntities(review: Review, ids: readonly string[]): Review {
  const [first, ...rest] = ids;
  if (first === undefined) return review;
  const gone = new Set(rest);
  const moved = review.entities.filter((e) => gone.has(e.id)).flatMap((e) => e.mentions);
  const entities: Entity[] = review.entities
    .filter((e) => !gone.has(e.id))
    .map((e) => (e.id === first ? { ...e, mentions: [...e.mentions, ...moved] } : e));
  return { ...change(review, new Set(moved), () => ({ entity: first })), entities };
}

function onEntity(review: Review, id: string, how: Partial<Entity>): Review {
  return { ...review, entities: review.entities.map((e) => (e.id === id ? { ...e, ...how } : e)) };
}

/** Count anew what the status bar shows. */
function recount(review: Review): Review {
  const counts = { sure: 0, doubtful: 0, rejected: 0 };
  for (const m of review.mentions) {
    if (m.status === "rejected") counts.rejected += 1;
    else if (m.doubtful && m.status === "open") counts.doubtful += 1;
    else counts.sure += 1;
  }
  return { ...review, counts };
}

function step(review: Review, decision: Decision, at: Occurrences): Review {
  switch (decision.action) {
    case "accept":
    case "reject": {
      const status = decision.action === "accept" ? "accepted" : "rejected";
      const ids = reached(review, decision.mention, decision.everywhere ?? false, at);
      return change(review, ids, () => ({ status }));
    }
    case "retype": {
      const ids = reached(review, decision.mention, decision.everywhere ?? false, at);
      return change(review, ids, (m) => ({
        type: decision.type,
        status: m.status === "added" ? "added" : "accepted",
        ...UNSETTLED,
      }));
    }
    case "resize":
      return change(review, new Set([decision.mention]), () => ({
        start: decision.start,
        end: decision.end,
        ...UNSETTLED,
      }));
    case "add":
      return add(review, decision, at);
    case "merge":
      return mergeEntities(review, decision.entities);
    case "rename":
      return onEntity(review, decision.entity, { surrogate: decision.surrogate });
    case "method":
      return onEntity(review, decision.entity, { method: decision.method });
    default:
      return review;
  }
}

/** Show a decision before the server has answered. */
export function foresee(review: Review, decision: Decision, at: Occurrences = NOWHERE): Review {
  return recount(step(review, decision, at));
}
