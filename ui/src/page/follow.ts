// Scrolling two pages together: the block at the same height stands at the same height on both.

import type { Placed } from "./blocks";

type ByElement = ReadonlyMap<Element, readonly Placed[]>;

export interface Anchor {
  n: number;
  /** Where the block's top stands, from the top of the view. */
  top: number;
  height: number;
}

const KINDS = ["body", "paragraph", "heading", "cell", "other"];
/** How far from the line a block is looked for: between paragraphs and pages there is none. */
const NEAR = [0, 10, -10, 25, -25, 50, -50, 90, -90, 140, -140, 200];

function blockAt(x: number, y: number, scroller: HTMLElement, byElement: ByElement): Placed | null {
  let element = document.elementFromPoint(x, y);
  while (element && element !== scroller) {
    const placed = byElement.get(element)?.find((p) => KINDS.includes(p.block.kind));
    if (placed) return placed;
    element = element.parentElement;
  }
  return null;
}

/** The block that crosses a line a third down the view; asked of the page itself, which is never late. */
export function anchorOf(byElement: ByElement, scroller: HTMLElement): Anchor | null {
  const view = scroller.getBoundingClientRect();
  const line = view.top + view.height / 3;
  for (const away of NEAR) {
    const y = line + away;
    if (y <= view.top || y >= view.bottom) continue;
    for (const share of [0.3, 0.5, 0.15, 0.7]) {
      const placed = blockAt(view.left + view.width * share, y, scroller, byElement);
      if (!placed) continue;
      const box = placed.element.getBoundingClientRect();
      return { n: placed.block.n, top: box.top - view.top, height: box.height };
    }
  }
  return null;
}

/** Scroll so that the anchor's block stands where it stands on the other page. */
export function follow(anchor: Anchor, element: Element, scroller: HTMLElement): void {
  const view = scroller.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const line = view.height / 3;
  const share = anchor.height ? Math.min(1, Math.max(0, (line - anchor.top) / anchor.height)) : 0;
  const wanted = anchor.top > line || share === 1 ? anchor.top : line - share * box.height;
  scroller.scrollTop += box.top - view.top - wanted;
}
