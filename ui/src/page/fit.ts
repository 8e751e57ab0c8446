// Fitting pages into a narrow pane: side margins go first, then the page is made smaller, and where
// its letters would become too small, its lines are broken anew.

const MARGIN = 24;
/** What stands left and right of a page on its desk. */
const AROUND = 36;
/** Below this a page is hard to read, and its margins are worth less than its letters. */
const SMALL = 0.85;
/** Below this nobody reads; lines are broken anew rather than made smaller still. */
const READABLE = 0.7;
const LEAST = 0.4;

export interface PageSize {
  page: HTMLElement;
  width: number;
  left: number;
  right: number;
}

/** The pages of a Word document as it gives them. */
export function pagesOf(host: HTMLElement): PageSize[] {
  return [...host.querySelectorAll<HTMLElement>("section")].map((page) => {
    const style = getComputedStyle(page);
    const [width, left, right] = [style.width, style.paddingLeft, style.paddingRight].map(parseFloat);
    return { page, width: width ?? 0, left: left ?? 0, right: right ?? 0 };
  });
}

/** Give the pages their margins, or narrow ones where there is no room; return the zoom that fits. */
export function fitPages(pages: readonly PageSize[], room: number): number {
  if (!pages.length || room <= 0) return 1;
  const widest = Math.max(...pages.map((p) => p.width)) + AROUND;
  const narrow = room / widest < SMALL;
  const most = room / READABLE - AROUND;
  for (const { page, width, left, right } of pages) {
    const cut = narrow ? Math.max(0, left - MARGIN) + Math.max(0, right - MARGIN) : 0;
    page.style.width = `${narrow ? Math.min(width - cut, most) : width}px`;
    page.style.paddingLeft = `${narrow ? Math.min(left, MARGIN) : left}px`;
    page.style.paddingRight = `${narrow ? Math.min(right, MARGIN) : right}px`;
  }
  // What cannot be broken, such as a wide table, still decides.
  const wide = Math.max(...pages.map(({ page }) => Math.max(parseFloat(page.style.width), page.scrollWidth))) + AROUND;
  return wide > room ? Math.max(LEAST, room / wide) : 1;
}
