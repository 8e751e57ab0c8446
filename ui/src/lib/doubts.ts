// Doubtful places by the form in which they stand: one line for each form, however often it occurs.

import { fold } from "./search";
import type { Mention } from "./types";

export interface DoubtGroup {
  /** The form, folded. */
  key: string;
  type: string;
  first: Mention;
  mentions: Mention[];
}

/** Group doubts by form and type, in the order of their first places. */
export function groupDoubts(doubts: readonly Mention[], text: string): DoubtGroup[] {
  const groups = new Map<string, DoubtGroup>();
  for (const m of doubts) {
    const key = `${fold(text.slice(m.start, m.end)).replace(/\s+/gu, " ")}\t${m.type}`;
    const group = groups.get(key);
    if (group) group.mentions.push(m);
    else groups.set(key, { key, type: m.type, first: m, mentions: [m] });
  }
  return [...groups.values()];
}

/** The place of a group to go to: the one behind the current one, else the first. */
export function nextOf(group: DoubtGroup, current: string | null): Mention {
  const at = group.mentions.findIndex((m) => m.id === current);
  return group.mentions[(at + 1) % group.mentions.length] ?? group.first;
}
