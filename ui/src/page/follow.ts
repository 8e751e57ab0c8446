// Scrolling two pages together: the block at the same height stands at the same height on both.

import type { Placed } from "./blocks";

export interface Anchor {
  n: number;
  /** Where the block's top stands, from the top of the view. */
  top: number;
  height: number;
}

/** The block that crosses a line a third down the view. */
export function anchorOf(visible: Iterable<Placed>, scroller: HTMLElement): Anchor | null {
  const view = scroller.getBoundingClientRect();
  const line = view.top + view.height / 3;
  let best: Anchor | null = null;
  let least = Infinity;
  for (const placed of visible) {
    const box = placed.element.getBoundingClientRect();
    const away = box.top > line ? box.top - line : Math.max(0, line - box.bottom);
    if (away < least && ["body", "paragraph", "heading", "cell", "other"].includes(placed.block.kind)) {
      least = away;
      best = { n: placed.block.n, top: box.top - view.top, height: box.height };
    }
  }
  return best;
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
