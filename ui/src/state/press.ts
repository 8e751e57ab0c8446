// From a key's action to what it does on the review page.

import type { Action } from "../lib/keys";
import * as does from "./actions";
import { t } from "./i18n.svelte";
import type { ReviewState, View } from "./review.svelte";
import { voice } from "./say.svelte";

type Wish = "rename" | "merge" | "split" | "allow";
const NEXT_VIEW: Record<View, View> = { original: "result", result: "both", both: "original" };
const VIEW_NAMES = { original: "viewOriginal", result: "viewResult", both: "viewBoth" } as const;
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;

function changeView(review: ReviewState): void {
  review.view = NEXT_VIEW[review.view];
  voice.say(t(VIEW_NAMES[review.view]));
}

function toggleEverywhere(review: ReviewState): void {
  review.everywhere = !review.everywhere;
  voice.say(t(review.everywhere ? "saidEverywhere" : "saidHere"));
}

function enter(review: ReviewState): void {
  if (review.drawing?.kind === "edges") does.applyEdges(review);
  else if (review.drawing) does.chooseCategory(review, 0);
  else does.settle(review, "accept");
}

function escape(review: ReviewState): void {
  if (review.drawing) review.endDrawing();
  else review.select(null);
}

/** Do what the key asks; false when it is none of this page's keys. */
export function press(
  review: ReviewState,
  event: KeyboardEvent,
  action: Action | null,
  ask: (wish: Wish) => void,
  show: (dialog: "export" | "help") => void,
): boolean {
  const arrow = ARROWS.find((a) => a === event.key);
  if (arrow && review.drawing) {
    does.moveDrawing(review, arrow, event.shiftKey);
    return true;
  }
  const digit = action && /^type([1-9])$/.exec(action)?.[1];
  if (digit) {
    does.chooseCategory(review, Number(digit) - 1);
    return true;
  }
  const table: Partial<Record<Action, () => void>> = {
    next: () => does.go(review, 1),
    previous: () => does.go(review, -1),
    nextDoubt: () => does.goDoubt(review, 1),
    previousDoubt: () => does.goDoubt(review, -1),
    accept: () => enter(review),
    reject: () => does.settle(review, "reject"),
    edit: () => ask("rename"),
    merge: () => ask("merge"),
    split: () => ask("split"),
    allow: () => ask("allow"),
    edges: () => does.drawEdges(review),
    add: () => does.drawCaret(review),
    everywhere: () => toggleEverywhere(review),
    find: () => document.querySelector<HTMLElement>("[data-find]")?.focus(),
    view: () => changeView(review),
    unseen: () => does.goUnseen(review),
    undo: () => review.turn("undo"),
    redo: () => review.turn("redo"),
    export: () => show("export"),
    help: () => show("help"),
    escape: () => escape(review),
  };
  const run = action ? table[action] : undefined;
  run?.();
  return run !== undefined;
}
