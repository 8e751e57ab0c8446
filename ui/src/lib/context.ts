// A place in the text with a little of what stands around it.

import { snap } from "./mapping";

export interface Snippet {
  before: string;
  surface: string;
  after: string;
}

/** Cut a snippet at word edges, with line breaks turned to spaces. */
export function snippet(text: string, start: number, end: number, around = 28): Snippet {
  const from = snap(text, Math.max(0, start - around));
  const to = snap(text, Math.min(text.length, end + around));
  const flat = (s: string): string => s.replace(/\s+/gu, " ");
  let before = flat(text.slice(from, start));
  let after = flat(text.slice(end, to));
  if (from > 0) before = `…${before.replace(/^\S*\s/u, "")}`;
  if (to < text.length) after = `${after.replace(/\s\S*$/u, "")}…`;
  return { before, surface: flat(text.slice(start, end)), after };
}
