// Where the blocks of a document stand on the page: from offsets to text nodes and back.
//
// The server puts an anchor `ps-<n>` into each block.  A header appears on every page, so a block may
// be placed several times; a text box inside a paragraph has an anchor of its own and is not part of
// the paragraph around it.

import { align, carry, type Run } from "../lib/align";
import type { Block } from "../lib/types";

const CONTAINER = "p, li, h1, h2, h3, h4, h5, h6, td, th, dd, dt, pre, blockquote, figcaption, div";

/** One appearance of a block on the page. */
export interface Placed {
  block: Block;
  element: Element;
  nodes: Text[];
  /** Where each node begins in the joined text of the nodes. */
  starts: number[];
  runs: Run[];
}

export interface Placement {
  placed: Placed[];
  byBlock: Map<number, Placed[]>;
  byElement: Map<Element, Placed[]>;
  /** Blocks that the page does not show, or shows differently. */
  beside: Block[];
}

export interface Point {
  node: Text;
  offset: number;
}

/** The stretch of a container between two anchors: one block, mostly the whole of it. */
interface Slot {
  n: number;
  own: Text[];
  /** Text right behind that no anchor names: a paragraph that a page break cut in two. */
  behind: Text[];
}

function containerOf(anchor: Element): Element {
  const empty = !anchor.textContent && anchor.localName === "span";
  return empty ? (anchor.parentElement?.closest(CONTAINER) ?? anchor) : anchor;
}

/** Share out the text of the page among the blocks that the anchors name. */
function gather(root: Element): Map<Element, Slot[]> {
  const slots = new Map<Element, Slot[]>();
  const begins = new Map<Element, Slot>();
  for (const anchor of root.querySelectorAll("[data-ps]")) {
    const slot = { n: Number((anchor as HTMLElement).dataset["ps"]), own: [], behind: [] };
    const container = containerOf(anchor);
    begins.set(anchor, slot);
    const list = slots.get(container);
    if (list) list.push(slot);
    else slots.set(container, [slot]);
  }
  // A paragraph that is cut into several blocks has an anchor where each begins.
  const current = new Map<Element, Slot>();
  for (const [container, list] of slots) current.set(container, list[0] as Slot);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let last: Slot | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      const slot = begins.get(node);
      if (slot) current.set(containerOf(node), slot);
      continue;
    }
    const text = node as Text;
    const owner = closestIn(text, root, slots);
    const slot = owner && current.get(owner);
    if (slot) slot.own.push(text);
    else last?.behind.push(text);
    last = slot ?? last;
  }
  return slots;
}

function closestIn(node: Node, root: Element, known: ReadonlyMap<Element, unknown>): Element | null {
  for (let at = node.parentElement; at && at !== root; at = at.parentElement) {
    if (known.has(at)) return at;
  }
  return null;
}

function place(block: Block, element: Element, nodes: Text[], text: string): Placed | null {
  const starts: number[] = [];
  let joined = "";
  for (const node of nodes) {
    starts.push(joined.length);
    joined += node.data;
  }
  const runs = align(text, joined);
  return runs && { block, element, nodes, starts, runs };
}

/** Find every block on the page; what cannot be found is listed as standing beside it. */
export function locate(root: Element, blocks: readonly Block[], text: string): Placement {
  const known = new Map(blocks.map((b) => [b.n, b]));
  const placement: Placement = { placed: [], byBlock: new Map(), byElement: new Map(), beside: [] };
  for (const [element, slots] of gather(root)) {
    for (const slot of slots) {
      const block = known.get(slot.n);
      const placed = block && fit(block, element, slot, text.slice(block.start, block.end));
      if (placed) enter(placement, placed);
    }
  }
  placement.beside = blocks.filter((b) => !placement.byBlock.has(b.n) && says(text, b));
  return placement;
}

/** Whether a block has a letter or digit: marks alone, such as the dot behind a number, say nothing. */
export function says(text: string, block: Block): boolean {
  return /[\p{L}\p{N}]/u.test(text.slice(block.start, block.end));
}

function fit(block: Block, element: Element, slot: Slot, wanted: string): Placed | null {
  const placed = place(block, element, slot.own, wanted);
  if (placed || !slot.behind.length) return placed;
  return place(block, element, [...slot.own, ...slot.behind], wanted);
}

function enter(placement: Placement, placed: Placed): void {
  placement.placed.push(placed);
  const here = placement.byElement.get(placed.element);
  if (here) here.push(placed);
  else placement.byElement.set(placed.element, [placed]);
  const list = placement.byBlock.get(placed.block.n);
  if (list) list.push(placed);
  else placement.byBlock.set(placed.block.n, [placed]);
}

function nodeAt(placed: Placed, shown: number, edge: "start" | "end"): Point | null {
  const { nodes, starts } = placed;
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = starts[middle] as number;
    // An end belongs to the node before it, a start to the node behind it.
    if (edge === "end" ? start < shown : start <= shown) low = middle + 1;
    else high = middle;
  }
  const at = Math.max(0, low - 1);
  const node = nodes[at];
  return node ? { node, offset: Math.min(node.length, shown - (starts[at] as number)) } : null;
}

/** The point on the page of an offset into the document's text. */
export function pointAt(placed: Placed, offset: number, edge: "start" | "end"): Point | null {
  return nodeAt(placed, carry(placed.runs, offset - placed.block.start, "text", edge), edge);
}

/** The span of a stretch of text inside one appearance of a block, cut to the block. */
export function rangeOf(placed: Placed, start: number, end: number): StaticRange | null {
  const from = pointAt(placed, Math.max(start, placed.block.start), "start");
  const to = pointAt(placed, Math.min(end, placed.block.end), "end");
  if (!from || !to) return null;
  return new StaticRange({
    startContainer: from.node,
    startOffset: from.offset,
    endContainer: to.node,
    endOffset: to.offset,
  });
}

/** A live range of the same place, for measuring. */
export function liveRange(range: StaticRange): Range {
  const live = document.createRange();
  live.setStart(range.startContainer, range.startOffset);
  live.setEnd(range.endContainer, range.endOffset);
  return live;
}

/** The appearance that a node of the page belongs to. */
export function placedOf(placement: Placement, node: Node): Placed | null {
  for (let at: Node | null = node; at; at = at.parentNode) {
    const here = at instanceof Element ? placement.byElement.get(at) : undefined;
    if (here) return here.find((p) => p.nodes.some((n) => node.contains(n))) ?? here[0] ?? null;
  }
  return null;
}

/** The offset into the document's text of a point on the page, or null outside all blocks. */
export function offsetAt(
  placement: Placement,
  node: Node,
  offset: number,
  edge: "start" | "end",
): { placed: Placed; offset: number } | null {
  const placed = placedOf(placement, node);
  if (!placed) return null;
  const at = placed.nodes.indexOf(node as Text);
  let shown = 0;
  if (at >= 0) shown = (placed.starts[at] as number) + offset;
  else {
    // A point between elements: count the text that stands before it.
    const child = node.childNodes[offset] ?? null;
    const index = placed.nodes.findIndex((n) =>
      child
        ? child === n || child.contains(n) || child.compareDocumentPosition(n) & 4
        : node.compareDocumentPosition(n) & 4 && !node.contains(n),
    );
    const last = placed.nodes.length - 1;
    shown =
      index >= 0
        ? (placed.starts[index] as number)
        : (placed.starts[last] ?? 0) + (placed.nodes[last]?.length ?? 0);
  }
  const inside = carry(placed.runs, shown, "shown", edge);
  return { placed, offset: placed.block.start + inside };
}
