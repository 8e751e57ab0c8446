// Words of a text, for the caret that marks by keyboard.

export interface Word {
  start: number;
  end: number;
}

/** Split a block's text into words; punctuation is left out. */
export function words(text: string, language: string): Word[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const found: Word[] = [];
  for (const part of segmenter.segment(text)) {
    if (part.isWordLike) found.push({ start: part.index, end: part.index + part.segment.length });
  }
  return found;
}

/** The next or previous edge of a grapheme, so that an emoji or a combined letter is one step. */
export function step(text: string, offset: number, by: 1 | -1, language: string): number {
  const segmenter = new Intl.Segmenter(language, { granularity: "grapheme" });
  const from = Math.max(0, offset - 64);
  const edges = [0, ...[...segmenter.segment(text.slice(from, offset + 64))].map((s) => s.index + s.segment.length)];
  const places = edges.map((edge) => from + edge);
  if (by > 0) return places.find((p) => p > offset) ?? text.length;
  return places.findLast((p) => p < offset) ?? 0;
}
