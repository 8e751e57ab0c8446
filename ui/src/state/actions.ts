// What a reviewer can do to the document at the place where they are.

import { isOpenDoubt, isSure, mentionAt, neighbour } from "../lib/order";
import { tidy } from "../lib/mapping";
import { firstGap } from "../lib/ranges";
import { step, words } from "../lib/words";
import type { Mention } from "../lib/types";
import { t, typeLabel } from "./i18n.svelte";
import type { ReviewState } from "./review.svelte";
import { voice } from "./say.svelte";
import { session } from "./session.svelte";

export function surfaceOf(state: ReviewState, m: { start: number; end: number }): string {
  return (state.review?.text ?? "").slice(m.start, m.end).replace(/\s+/gu, " ");
}

export function statusText(m: Mention): string {
  if (m.status === "rejected") return t("statusRejected");
  if (isOpenDoubt(m)) return t("doubtful");
  if (m.kept) return t("kept");
  if (m.status === "accepted") return t("statusAccepted");
  return m.status === "added" ? t("statusAdded") : "";
}

export function describe(state: ReviewState, m: Mention): string {
  const status = statusText(m);
  return t("saidMention", {
    type: typeLabel(m.type, session.info),
    surface: surfaceOf(state, m),
    status: m.replacement ? `${status} ${t("becomes")} ${m.replacement}` : status,
  });
}

/** Go to the next or previous mention that `wanted` accepts. */
export function go(
  state: ReviewState,
  by: 1 | -1,
  wanted: (m: Mention) => boolean = () => true,
): void {
  const from = state.jump?.start ?? 0;
  const found = neighbour(state.mentions, state.current, from, by, wanted);
  if (!found) {
    voice.say(t("saidNoMore"));
    return;
  }
  state.select(found, { focus: true });
  voice.say(describe(state, found));
}

export function goDoubt(state: ReviewState, by: 1 | -1): void {
  go(state, by, isOpenDoubt);
}

function withOthers(state: ReviewState): { everywhere?: boolean } {
  return state.everywhere ? { everywhere: true } : {};
}

/** Confirm or take back; a doubt that is settled leads on to the next one. */
export function settle(state: ReviewState, action: "accept" | "reject"): void {
  const m = state.currentMention;
  if (!m) return;
  const wasDoubt = isOpenDoubt(m);
  state.decide({ action, mention: m.id, ...withOthers(state) });
  const surface = surfaceOf(state, m);
  const said = t(action === "accept" ? "saidAccepted" : "saidRejected", { surface });
  const next = wasDoubt ? neighbour(state.mentions, m.id, m.start, 1, isOpenDoubt) : null;
  if (next) state.select(next, { focus: true });
  voice.say(next ? `${said}. ${describe(state, next)}` : said);
}

export function retype(state: ReviewState, type: string): void {
  const m = state.currentMention;
  if (!m) return;
  state.decide({ action: "retype", mention: m.id, type, ...withOthers(state) });
  voice.say(
    t("saidRetyped", { surface: surfaceOf(state, m), type: typeLabel(type, session.info) }),
  );
}

/** Mark the drawn span as a mention of the type. */
export function mark(state: ReviewState, type: string): void {
  const { drawing, review } = state;
  if (!drawing || !review) return;
  const [start, end] = tidy(review.text, drawing.start, drawing.end);
  if (start >= end) return;
  state.decide({ action: "add", start, end, type, ...withOthers(state) });
  const surface = surfaceOf(state, { start, end });
  state.drawing = null;
  state.current = `new-${start}-${end}`;
  voice.say(t("saidAdded", { type: typeLabel(type, session.info), surface }));
}

/** A digit: mark what is drawn, or change the category of the current mention. */
export function chooseCategory(state: ReviewState, index: number): void {
  const type = session.info?.categories[index];
  if (!type) return;
  if (state.drawing?.kind === "caret") mark(state, type);
  else retype(state, type);
}

export function drawEdges(state: ReviewState): void {
  const m = state.currentMention;
  if (!m) return;
  state.drawing = { kind: "edges", start: m.start, end: m.end, mention: m.id };
  voice.say(`${t("edgesOf", { surface: surfaceOf(state, m) })}. ${t("edgesHint")}`);
}

export function applyEdges(state: ReviewState): void {
  const { drawing, review } = state;
  if (!drawing?.mention || !review) return;
  const [start, end] = tidy(review.text, drawing.start, drawing.end);
  const mention = drawing.mention;
  state.drawing = null;
  if (start < end) {
    state.decide({ action: "resize", mention, start, end, ...withOthers(state) });
    voice.say(surfaceOf(state, { start, end }));
  }
}

function isMarked(state: ReviewState, at: number): boolean {
  const found = mentionAt(state.mentions, at);
  return found !== null && isSure(found);
}

/** Begin to mark by keyboard at the place where the reader is. */
export function drawCaret(state: ReviewState): void {
  const { review } = state;
  if (!review || state.drawing?.kind === "caret") return;
  // Where nothing is selected, what was found or shown last is what one wants to mark.
  const shown = state.currentMention ? null : state.jump;
  const at = state.currentMention?.end ?? shown?.start ?? 0;
  const block = review.blocks.find((b) => b.end > at) ?? review.blocks[0];
  if (!block) return;
  const list = words(review.text.slice(block.start, block.end), review.language);
  const word =
    list.find((w) => block.start + w.end > at && !isMarked(state, block.start + w.start)) ?? list[0];
  if (!word) return;
  const last = list.findLast((w) => block.start + w.start < (shown?.end ?? 0) && w.start > word.start);
  const [start, end] = [block.start + word.start, block.start + (last ?? word).end];
  state.drawing = { kind: "caret", start, end, mention: null };
  lookAtDrawing(state);
  voice.say(`${surfaceOf(state, { start, end })}. ${t("markHint")}`);
}

export function lookAtDrawing(state: ReviewState): void {
  const drawing = state.drawing;
  if (!drawing) return;
  state.show(drawing.start, drawing.end);
  void state.lookAround(drawing.start, drawing.end);
}

type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** Move what is drawn: edges by characters, the caret by words, up and down by paragraphs. */
export function moveDrawing(state: ReviewState, arrow: Arrow, shift: boolean): void {
  const { drawing, review } = state;
  if (!drawing || !review) return;
  const by = arrow === "ArrowLeft" || arrow === "ArrowUp" ? -1 : 1;
  if (drawing.kind === "edges") {
    let { start, end } = drawing;
    if (shift) start = Math.min(step(review.text, start, by, review.language), end - 1);
    else end = Math.max(step(review.text, end, by, review.language), start + 1);
    state.drawing = { ...drawing, start, end };
  } else if (arrow === "ArrowUp" || arrow === "ArrowDown") moveBlock(state, by);
  else moveWord(state, by, shift);
  const now = state.drawing;
  if (now) voice.say(surfaceOf(state, now));
  lookAtDrawing(state);
}

function moveBlock(state: ReviewState, by: 1 | -1): void {
  const { drawing, review } = state;
  if (!drawing || !review) return;
  const at = review.blocks.findIndex((b) => b.start <= drawing.start && drawing.start < b.end);
  for (let i = at + by; i >= 0 && i < review.blocks.length; i += by) {
    const block = review.blocks[i];
    const word = block && words(review.text.slice(block.start, block.end), review.language)[0];
    if (!block || !word) continue;
    const [start, end] = [block.start + word.start, block.start + word.end];
    state.drawing = { ...drawing, start, end };
    return;
  }
}

function moveWord(state: ReviewState, by: 1 | -1, widen: boolean): void {
  const { drawing, review } = state;
  if (!drawing || !review) return;
  const block = review.blocks.find((b) => b.start <= drawing.start && drawing.start < b.end);
  if (!block) return;
  const list = words(review.text.slice(block.start, block.end), review.language).map((w) => ({
    start: block.start + w.start,
    end: block.start + w.end,
  }));
  if (widen) {
    const edge = list.filter((w) => w.end <= drawing.end).at(by > 0 ? -1 : -2);
    const next = by > 0 ? list.find((w) => w.end > drawing.end) : edge;
    if (next && next.end > drawing.start) state.drawing = { ...drawing, end: next.end };
    return;
  }
  const next =
    by > 0
      ? list.find((w) => w.start >= drawing.end)
      : list.findLast((w) => w.end <= drawing.start);
  if (next) state.drawing = { ...drawing, ...next };
  else moveBlock(state, by);
}

/** Go to the next part of the text that has not been seen. */
export function goUnseen(state: ReviewState): void {
  const length = state.review?.text.length ?? 0;
  const gap = firstGap(state.seen, 0, length);
  if (gap === null) voice.note(t("allSeen"));
  else state.show(gap, gap + 1);
}
