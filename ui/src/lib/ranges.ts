// Arithmetic of half-open ranges: what has been seen, and how much that is.

import type { Range } from "./types";

/** Sort and join ranges that touch or overlap. */
export function merge(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (end <= start) continue;
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

export function size(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** The share of `length` that merged ranges cover, 0 to 1; an empty text has been seen. */
export function share(ranges: readonly Range[], length: number): number {
  return length ? Math.min(1, size(ranges) / length) : 1;
}

/** The first offset at or after `from` that no range covers, or null if all has been seen. */
export function firstGap(ranges: readonly Range[], from: number, length: number): number | null {
  let at = from;
  for (const [start, end] of ranges) {
    if (start > at) break;
    if (end > at) at = end;
  }
  return at < length ? at : null;
}

export function contains(ranges: readonly Range[], start: number, end: number): boolean {
  return ranges.some(([s, e]) => s <= start && end <= e);
}
