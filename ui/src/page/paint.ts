// Painting with the CSS Custom Highlight API: only what stands near the viewport is painted, so that
// eighteen thousand mentions cost no more than the hundred that can be seen.

import { categoryOf } from "../lib/categories";
import { firstFrom, isOpenDoubt } from "../lib/order";
import type { Mention } from "../lib/types";
import { type Placed, rangeOf } from "./blocks";

export interface Marked {
  /** Mentions sorted by place, offsets of this side. */
  mentions: readonly Mention[];
  categories: readonly string[];
  current: string | null;
  /** Mentions of the same entity as the current one. */
  same: ReadonlySet<string>;
  /** Other spans: search hits, the span that is being marked. */
  found: readonly [number, number][];
  hit: [number, number] | null;
  drawn: [number, number] | null;
}

/** The name of the highlight that a mention is painted with. */
export function highlightOf(m: Mention, categories: readonly string[]): string {
  if (m.status === "rejected") return "rejected";
  if (isOpenDoubt(m)) return "doubt";
  if (m.kept) return "kept";
  return `c${categoryOf(m.type, categories) + 1}`;
}

/** Mentions that touch a block. */
export function mentionsOf(mentions: readonly Mention[], start: number, end: number): Mention[] {
  const found: Mention[] = [];
  for (let i = firstFrom(mentions, start); i < mentions.length; i += 1) {
    const m = mentions[i] as Mention;
    if (m.start >= end) break;
    found.push(m);
  }
  return found;
}

const ON_TOP: Record<string, number> = { same: 1, found: 2, current: 3, hit: 4, drawn: 5 };

/** Paints one pane; the names of its highlights begin with its side. */
export class Painter {
  private painted = new Map<string, StaticRange[]>();

  constructor(private readonly side: "o" | "r") {}

  private add(layers: Map<string, StaticRange[]>, name: string, range: StaticRange | null): void {
    if (!range) return;
    const list = layers.get(name);
    if (list) list.push(range);
    else layers.set(name, [range]);
  }

  private layers(visible: Iterable<Placed>, marked: Marked): Map<string, StaticRange[]> {
    const layers = new Map<string, StaticRange[]>();
    for (const placed of visible) {
      const { start, end } = placed.block;
      for (const m of mentionsOf(marked.mentions, start, end)) {
        const range = rangeOf(placed, m.start, m.end);
        this.add(layers, highlightOf(m, marked.categories), range);
        if (m.id === marked.current) this.add(layers, "current", range);
        else if (marked.same.has(m.id)) this.add(layers, "same", range);
      }
      const spans = (name: string, list: readonly [number, number][]): void => {
        for (const [from, to] of list) {
          if (from < end && to > start) this.add(layers, name, rangeOf(placed, from, to));
        }
      };
      spans("found", marked.found);
      if (marked.hit) spans("hit", [marked.hit]);
      if (marked.drawn) spans("drawn", [marked.drawn]);
    }
    return layers;
  }

  /** Paint anew what changed; a layer that stays as it was is not touched. */
  paint(visible: Iterable<Placed>, marked: Marked): void {
    const layers = this.layers(visible, marked);
    for (const name of this.painted.keys()) {
      if (!layers.has(name)) CSS.highlights.delete(`${this.side}-${name}`);
    }
    for (const [name, ranges] of layers) {
      const before = this.painted.get(name);
      if (before && sameRanges(before, ranges)) continue;
      const highlight = new Highlight(...ranges);
      highlight.priority = ON_TOP[name] ?? 0;
      CSS.highlights.set(`${this.side}-${name}`, highlight);
    }
    this.painted = layers;
  }

  clear(): void {
    for (const name of this.painted.keys()) CSS.highlights.delete(`${this.side}-${name}`);
    this.painted.clear();
  }
}

function sameRanges(a: readonly StaticRange[], b: readonly StaticRange[]): boolean {
  return (
    a.length === b.length &&
    a.every((r, i) => {
      const s = b[i] as StaticRange;
      return (
        r.startContainer === s.startContainer &&
        r.startOffset === s.startOffset &&
        r.endContainer === s.endContainer &&
        r.endOffset === s.endOffset
      );
    })
  );
}
