// Moving through mentions: next and previous, doubtful ones only, with a wrap at the ends.

import type { Mention } from "./types";

/** What still asks for a look: found with doubt and not yet decided. */
export function isOpenDoubt(m: Mention): boolean {
  return m.doubtful && m.status === "open";
}

/** What will be replaced or kept, as against what was taken back or never sure. */
export function isSure(m: Mention): boolean {
  return m.status !== "rejected" && !isOpenDoubt(m);
}

function inOrder(a: Mention, b: Mention): number {
  return a.start - b.start || b.end - a.end || (a.id < b.id ? -1 : 1);
}

/** Mentions in the order of the text; a list that is in order already is given back as it is. */
export function byPlace(mentions: readonly Mention[]): readonly Mention[] {
  const ordered = mentions.every((m, i) => i === 0 || inOrder(mentions[i - 1] as Mention, m) <= 0);
  return ordered ? mentions : [...mentions].sort(inOrder);
}

/** The index of the first mention that starts at or after `offset` (mentions sorted by place). */
export function firstFrom(mentions: readonly Mention[], offset: number): number {
  let low = 0;
  let high = mentions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mentions[middle] as Mention).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The next mention in the direction that `wanted` accepts, or null if there is none at all. */
export function neighbour(
  mentions: readonly Mention[],
  current: string | null,
  offset: number,
  by: 1 | -1,
  wanted: (m: Mention) => boolean,
): Mention | null {
  const count = mentions.length;
  let at = current === null ? -1 : mentions.findIndex((m) => m.id === current);
  if (at < 0) {
    const from = firstFrom(mentions, offset);
    at = by > 0 ? from - 1 : from;
  }
  for (let steps = 1; steps <= count; steps += 1) {
    const index = (((at + by * steps) % count) + count) % count;
    const mention = mentions[index];
    if (mention && wanted(mention)) return mention;
  }
  return null;
}

/** The shortest mention over an offset. */
export function mentionAt(mentions: readonly Mention[], offset: number): Mention | null {
  let best: Mention | null = null;
  for (let i = firstFrom(mentions, offset + 1) - 1, back = 0; i >= 0 && back < 50; i -= 1, back += 1) {
    const m = mentions[i];
    if (m && m.start <= offset && offset < m.end) {
      if (!best || m.end - m.start < best.end - best.start) best = m;
    }
  }
  return best;
}
