// Search that ignores case and accents and still knows where it found something.

import type { Range } from "./types";

/** Fold one UTF-16 unit to its plain small letter, one unit for one unit so that offsets stay. */
function foldUnit(unit: string): string {
  const folded = unit.normalize("NFD").charAt(0).toLowerCase();
  return folded.length === 1 ? (LIGATURES[folded] ?? folded) : unit;
}

const LIGATURES: Record<string, string> = { ł: "l", đ: "d", ø: "o", ı: "i", "\u00a0": " " };

export function fold(text: string): string {
  let plain = true;
  for (let i = 0; i < text.length && plain; i += 1) plain = text.charCodeAt(i) < 128;
  if (plain) return text.toLowerCase();
  const units = new Array<string>(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const unit = text.charAt(i);
    units[i] = code < 128 ? unit.toLowerCase() : foldUnit(unit);
  }
  return units.join("");
}

/** All places of `query` in a folded text, at most `limit`. */
export function find(folded: string, query: string, limit = 5000): Range[] {
  const wanted = fold(query.trim());
  const found: Range[] = [];
  if (!wanted) return found;
  let at = folded.indexOf(wanted);
  while (at >= 0 && found.length < limit) {
    found.push([at, at + wanted.length]);
    at = folded.indexOf(wanted, at + wanted.length);
  }
  return found;
}
