// From offsets in the original to offsets in the result, and back.

import type { Block, Mention } from "./types";

interface Edit {
  start: number;
  end: number;
  to: number;
  toEnd: number;
}

/** Replacements in the order of the text, those that changed something only. */
function edits(mentions: readonly Mention[]): Edit[] {
  const found: Edit[] = [];
  for (const m of mentions) {
    if (m.result_start === null || m.result_end === null) continue;
    found.push({ start: m.start, end: m.end, to: m.result_start, toEnd: m.result_end });
  }
  const ordered = found.every((e, i) => i === 0 || (found[i - 1] as Edit).start <= e.start);
  return ordered ? found : found.sort((a, b) => a.start - b.start);
}

function before(list: readonly Edit[], offset: number, key: "start" | "to"): Edit | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Edit)[key] <= offset) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

/** Both directions of the map that the mentions describe; inside a replacement its start is given. */
export class OffsetMap {
  private readonly list: readonly Edit[];

  constructor(mentions: readonly Mention[]) {
    this.list = edits(mentions);
  }

  toResult(offset: number): number {
    const edit = before(this.list, offset, "start");
    if (!edit) return offset;
    return offset < edit.end ? edit.to : edit.toEnd + (offset - edit.end);
  }

  toOriginal(offset: number): number {
    const edit = before(this.list, offset, "to");
    if (!edit) return offset;
    return offset < edit.toEnd ? edit.start : edit.end + (offset - edit.toEnd);
  }

  /** The blocks of the original where they stand in the result. */
  blocks(blocks: readonly Block[]): Block[] {
    return blocks.map((b) => ({ ...b, start: this.toResult(b.start), end: this.toResult(b.end) }));
  }
}

/** Move an offset out of the middle of a surrogate pair. */
export function snap(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  const previous = text.charCodeAt(offset - 1);
  const split = unit >= 0xdc00 && unit <= 0xdfff && previous >= 0xd800 && previous <= 0xdbff;
  return split ? offset - 1 : offset;
}

/** Trim white space and punctuation-free edges of a selection; never returns half a character. */
export function tidy(text: string, start: number, end: number): [number, number] {
  let from = snap(text, start);
  let to = snap(text, end) < end ? end + 1 : end;
  while (from < to && /\s/u.test(text.charAt(from))) from += 1;
  while (to > from && /\s/u.test(text.charAt(to - 1))) to -= 1;
  return [from, to];
}
