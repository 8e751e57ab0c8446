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
  byElement: Map<Element, Placed>;
  /** Blocks that the page does not show, or shows differently. */
  beside: Block[];
}

export interface Point {
  node: Text;
  offset: number;
}

/** The blocks that anchors name: an empty span marks the paragraph around it. */
function containers(root: Element): Map<Element, number> {
  const found = new Map<Element, number>();
  for (const anchor of root.querySelectorAll("[data-ps]")) {
    const n = Number((anchor as HTMLElement).dataset["ps"]);
    const empty = !anchor.textContent && anchor.localName === "span";
    const element = empty ? (anchor.parentElement?.closest(CONTAINER) ?? anchor) : anchor;
    if (root.contains(element) && !found.has(element)) found.set(element, n);
  }
  return found;
}

interface Gathered {
  own: Map<Element, Text[]>;
  /** Text right behind a block that no anchor names: a paragraph that a page break cut in two. */
  behind: Map<Element, Text[]>;
}

function gather(root: Element, owners: ReadonlyMap<Element, number>): Gathered {
  const gathered: Gathered = { own: new Map(), behind: new Map() };
  const cache = new Map<Element, Element | null>();
  const ownerOf = (element: Element | null): Element | null => {
    if (!element || element === root) return null;
    const known = cache.get(element);
    if (known !== undefined) return known;
    const owner = owners.has(element) ? element : ownerOf(element.parentElement);
    cache.set(element, owner);
    return owner;
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let last: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const owner = ownerOf(node.parentElement);
    if (owner) last = owner;
    const to: Map<Element, Text[]> = owner ? gathered.own : gathered.behind;
    const key: Element | null = owner ?? last;
    if (!key) continue;
    const list = to.get(key);
    if (list) list.push(node);
    else to.set(key, [node]);
  }
  return gathered;
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
  const owners = containers(root);
  const gathered = gather(root, owners);
  const known = new Map(blocks.map((b) => [b.n, b]));
  const placement: Placement = { placed: [], byBlock: new Map(), byElement: new Map(), beside: [] };
  for (const [element, n] of owners) {
    const block = known.get(n);
    if (!block) continue;
    const own = gathered.own.get(element) ?? [];
    const wanted = text.slice(block.start, block.end);
    const behind = gathered.behind.get(element);
    const placed =
      place(block, element, own, wanted) ??
      (behind ? place(block, element, [...own, ...behind], wanted) : null);
    if (!placed) continue;
    placement.placed.push(placed);
    placement.byElement.set(element, placed);
    const list = placement.byBlock.get(n);
    if (list) list.push(placed);
    else placement.byBlock.set(n, [placed]);
  }
  placement.beside = blocks.filter(
    (b) => !placement.byBlock.has(b.n) && text.slice(b.start, b.end).trim() !== "",
  );
  return placement;
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
    if (at instanceof Element) {
      const placed = placement.byElement.get(at);
      if (placed) return placed;
    }
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
