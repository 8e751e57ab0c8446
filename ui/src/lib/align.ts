// Alignment of a block's text with the text that a renderer made of it.
//
// The two differ in a few known ways: a tab became a wide space, a line break became an element and
// left no text, a soft hyphen shows up, a note's number was added, a symbol stands for U+FFFC.  These
// are stepped over; any other difference means the block does not align.

/** A stretch where both texts run side by side: `length` units from `text` and from `shown`. */
export interface Run {
  text: number;
  shown: number;
  length: number;
}

const SPACE = /[\s\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/u;
const HYPHEN = /[-\u2010\u2011]/u;
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
const OBJECT = "\ufffc";
/** What a renderer may add by itself: numbers of notes, white space, unseen characters. */
const MAX_ADDED = 4;

function alike(a: string, b: string): boolean {
  return (
    a === b || (SPACE.test(a) && SPACE.test(b)) || (HYPHEN.test(a) && HYPHEN.test(b)) || a === OBJECT
  );
}

function dropped(unit: string): boolean {
  return SPACE.test(unit) || UNSEEN.test(unit) || unit === OBJECT || HYPHEN.test(unit);
}

function added(unit: string): boolean {
  return SPACE.test(unit) || UNSEEN.test(unit);
}

/** How many units of `shown` a note's number takes at `at`, if the texts go on alike behind it. */
function noteNumber(text: string, i: number, shown: string, j: number): number {
  const digits = /^\d{1,4}/.exec(shown.slice(j, j + MAX_ADDED))?.[0] ?? "";
  for (let length = digits.length; length > 0; length -= 1) {
    if (i >= text.length || alike(text.charAt(i), shown.charAt(j + length))) return length;
  }
  return 0;
}

function extend(runs: Run[], text: number, shown: number): void {
  const last = runs.at(-1);
  if (last && last.text + last.length === text && last.shown + last.length === shown) {
    last.length += 1;
  } else {
    runs.push({ text, shown, length: 1 });
  }
}

/**
 * Align a block's text with what the page shows of it, or return null if they tell different things.
 *
 * Every character of `text` that a reader can see is covered by a run; nothing is guessed.
 */
export function align(text: string, shown: string): Run[] | null {
  if (text === shown) {
    return text.length ? [{ text: 0, shown: 0, length: text.length }] : [];
  }
  const runs: Run[] = [];
  let i = 0;
  let j = 0;
  while (i < text.length || j < shown.length) {
    const a = text.charAt(i);
    const b = shown.charAt(j);
    if (a && b && alike(a, b)) {
      extend(runs, i, j);
      i += 1;
      j += 1;
    } else if (b && added(b)) {
      j += 1;
    } else {
      const number = noteNumber(text, i, shown, j);
      if (number) j += number;
      else if (a && dropped(a)) i += 1;
      else return null;
    }
  }
  return runs;
}

function runAt(runs: readonly Run[], offset: number, key: "text" | "shown"): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as Run)[key] <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Carry an offset from one side to the other; between two runs it goes to the nearer edge asked for. */
export function carry(
  runs: readonly Run[],
  offset: number,
  from: "text" | "shown",
  edge: "start" | "end",
): number {
  const to = from === "text" ? "shown" : "text";
  // The end of a span belongs to the character before it.
  const at = runAt(runs, edge === "end" ? offset - 1 : offset, from);
  const run = runs[at];
  if (!run) return runs[0]?.[to] ?? 0;
  const inside = offset - run[from];
  if (inside <= run.length && (edge === "end" || inside < run.length)) return run[to] + inside;
  const next = runs[at + 1];
  return edge === "start" && next ? next[to] : run[to] + run.length;
}
