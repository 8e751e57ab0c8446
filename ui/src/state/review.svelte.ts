// One document under review: what the server knows of it, what is shown, and where the reader is.

import { Failure, api, type Omitted } from "../lib/api";
import { foresee } from "../lib/decide";
import { readEvents } from "../lib/events";
import { OffsetMap } from "../lib/mapping";
import { byPlace, isOpenDoubt } from "../lib/order";
import { type Line, Queue, type Step } from "../lib/queue";
import { merge, share } from "../lib/ranges";
import type { Decision, Entity, Mention, Occurrences, Range, Review } from "../lib/types";
import type { Anchor } from "../page/follow";
import { t } from "./i18n.svelte";
import { voice } from "./say.svelte";
import { session } from "./session.svelte";

export type View = "original" | "result" | "both";
export type Drawing = {
  kind: "edges" | "caret";
  start: number;
  end: number;
  mention: string | null;
};

/** What a document that is still being read does not have yet. */
const UNREAD: Pick<Review, "text" | "blocks" | "mentions" | "entities" | "result" | "seen" | "allowed"> = {
  text: "",
  blocks: [],
  mentions: [],
  entities: [],
  result: "",
  seen: [],
  allowed: [],
};

type Preview = Awaited<ReturnType<typeof api.preview>>;

const EMPTY: Occurrences = { identical: [], inflected: [] };

export class ReviewState {
  review = $state.raw<Review | null>(null);
  failure = $state.raw<Failure | null>(null);
  line = $state<Line>("saved");
  view = $state<View>("original");
  current = $state<string | null>(null);
  everywhere = $state(true);
  others = $state.raw<Occurrences>(EMPTY);
  looked = $state(false); // whether the others were asked for and told
  drawing = $state.raw<Drawing | null>(null);
  found = $state.raw<Range[]>([]);
  hit = $state(-1);
  seen = $state.raw<Range[]>([]);
  /** The version that the result text at hand belongs to. */
  resultVersion = $state(-1);
  /** Asked of the panes: bring this place into view. */
  jump = $state.raw<{ start: number; end: number; focus: boolean; side: "o" | "r" } | null>(null);

  /** Where the reader is, for a page that is opened beside or instead; and the jump that led there. */
  place: { anchor: Anchor; jump: unknown } | null = null;

  mentions = $derived(byPlace(this.review?.mentions ?? []));
  byId = $derived(new Map(this.mentions.map((m) => [m.id, m])));
  entityById = $derived(new Map((this.review?.entities ?? []).map((e) => [e.id, e])));
  doubts = $derived(this.mentions.filter(isOpenDoubt));
  map = $derived(new OffsetMap(this.review?.mentions ?? []));
  currentMention = $derived(this.current === null ? null : (this.byId.get(this.current) ?? null));
  seenShare = $derived(share(this.seen, this.review?.text.length ?? 0));

  private preview: Promise<Preview | null> | null = null;
  private queue: Queue | null = null;
  private stop = new AbortController();
  private asked = new AbortController();
  private unsentSeen: Range[] = [];
  private seenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  /** Whether what is shown has moved on since the result came. */
  get resultStale(): boolean {
    return this.review?.state === "ready" && this.resultVersion !== this.review.version;
  }

  get entity(): Entity | null {
    const id = this.currentMention?.entity;
    return id ? (this.entityById.get(id) ?? null) : null;
  }

  get unsent(): number {
    return this.queue?.waiting ?? 0;
  }

  // --- coming and going ---------------------------------------------------------------------------

  async load(): Promise<void> {
    // The page is fetched beside the document; where it is not ready yet, the pane asks again.
    this.preview = api.preview(this.id, "original").catch(() => null);
    try {
      this.take((await api.get(this.id)) as Review);
      this.failure = null;
      void this.listen();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === "session") session.lock(() => void this.load());
      else {
        this.failure = error;
        if (error.kind === "lost") setTimeout(() => void this.load(), 2000);
      }
    }
  }

  /** The preview of a side; the original's was asked for in advance. */
  async previewOf(side: "original" | "result"): Promise<Preview> {
    const early = side === "original" ? this.preview : null;
    if (early) this.preview = null;
    return (await early) ?? api.preview(this.id, side);
  }

  close(): void {
    this.stop.abort();
    this.asked.abort();
    clearTimeout(this.seenTimer);
    void this.sendSeen();
  }

  private take(answer: Partial<Review>): void {
    if ((answer.version ?? Infinity) < (this.review?.version ?? 0)) return; // overtaken by a newer one
    const next = { ...(this.review ?? UNREAD), ...answer } as Review;
    this.review = next;
    this.seen = merge([...this.seen, ...next.seen]);
    this.queue ??= new Queue(this.sender(), next.version);
    this.queue.version = next.version;
    if (answer.result !== undefined && next.state === "ready" && !next.pending) {
      this.resultVersion = next.version;
    }
    if (next.pending) setTimeout(() => void this.askAgain(next.version), 2500);
    if (this.current !== null && !this.byId.has(this.current)) this.findCurrentAgain();
  }

  /** The event that says what was pending is done may have passed before anyone listened. */
  private async askAgain(version: number): Promise<void> {
    const still = this.review?.pending && this.review.version === version && !this.unsent;
    if (still && !this.stop.signal.aborted) await this.refresh();
  }

  /** A mention just made has a new id once the server knows it. */
  private findCurrentAgain(): void {
    const place = /^new-(\d+)-(\d+)$/.exec(this.current ?? "");
    const start = Number(place?.[1]);
    const found = this.mentions.find((m) => m.start === start && m.end === Number(place?.[2]));
    this.current = found?.id ?? null;
  }

  /** Hear of progress and of others' changes; without the stream, ask each second. */
  private async listen(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      try {
        const stream = await api.events(this.id, signal);
        if (stream) await readEvents(stream, (e) => this.hear(e.event, e.data));
      } catch {
        if (signal.aborted) return;
      }
      await new Promise((resolve) => setTimeout(resolve, this.review?.state === "ready" ? 3000 : 1000));
      if (!signal.aborted && this.review?.state !== "ready") await this.refresh();
    }
  }

  private hear(event: string, data: string): void {
    const review = this.review;
    if (!review) return;
    const told = JSON.parse(data) as Partial<Review> & { step?: string; share?: number };
    if (event === "progress") {
      const progress = { step: told.step ?? "", share: told.share ?? 0 };
      this.review = { ...review, progress };
    } else if (event === "state" && told.state && told.state !== review.state) {
      void this.refresh();
    } else if (event === "changed" && told.version !== undefined) {
      if (this.unsent) return;
      if (told.version > review.version) void this.changedByOther(told.version);
      else if (review.pending) void this.refresh();
    }
  }

  private async changedByOther(version: number): Promise<void> {
    const told = this.line === "conflict"; // which has its own note
    await this.refresh();
    if (!told && this.review && this.review.version >= version) voice.note(t("changedByOther"));
  }

  async refresh(): Promise<void> {
    const had = this.review?.state === "ready";
    const without: Omitted[] = had ? ["text", "blocks"] : [];
    try {
      this.take(await api.get(this.id, without));
    } catch (error) {
      if (error instanceof Failure && error.kind === "missing") this.failure = error;
    }
  }

  // --- deciding -----------------------------------------------------------------------------------

  private sender(): ConstructorParameters<typeof Queue>[0] {
    const omitted = (): Omitted[] =>
      this.view === "original" ? ["text", "blocks", "result"] : ["text", "blocks"];
    return {
      send: (step: Step, version: number) =>
        step.kind === "decide"
          ? api.decide(this.id, version, step.decisions, omitted())
          : api.turn(this.id, step.kind, version, omitted()),
      settled: (answer, left) => {
        // With more on its way the answer is older than what is shown.
        if (!left) this.take(answer);
      },
      line: (state, failure) => this.onLine(state, failure),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    };
  }

  private onLine(state: Line, failure: Failure | null): void {
    const before = this.line;
    this.line = state === "saving" && before === "lost" ? "lost" : state;
    if (state === "lost" && before !== "lost") voice.note(t("lost"), "warning");
    if (state === "saved" && before === "lost") voice.note(t("found"));
    if (state === "session") session.lock(() => this.queue?.resume());
    if (state === "conflict") void this.onConflict();
    if (state === "refused") {
      this.line = "saved";
      voice.note(`${t("refused")} ${failure?.problem?.detail ?? ""}`.trim(), "warning");
      void this.refresh();
    }
  }

  /** Someone else was faster: show their version, and offer to do ours again on top of it. */
  private async onConflict(): Promise<void> {
    const dropped = this.queue?.drop() ?? [];
    await this.refresh();
    this.line = "saved";
    voice.note(t("conflict"), "warning", {
      label: t("again"),
      run: () => dropped.forEach((step) => this.queue?.push(step)),
    });
  }

  decide(decision: Decision): void {
    if (!this.review || this.review.state !== "ready") return;
    this.review = foresee(this.review, decision, this.others);
    this.queue?.push({ kind: "decide", decisions: [decision] });
  }

  turn(way: "undo" | "redo"): void {
    const review = this.review;
    if (!review) return;
    if (!this.unsent && !(way === "undo" ? review.can_undo : review.can_redo)) {
      voice.say(t(way === "undo" ? "nothingToUndo" : "nothingToRedo"));
      return;
    }
    this.queue?.push({ kind: way, decisions: [] });
    voice.say(t(way === "undo" ? "undone" : "redone"));
  }

  retryNow(): void {
    this.queue?.resume();
  }

  // --- reading ------------------------------------------------------------------------------------

  select(mention: Mention | null, how: { focus?: boolean; jump?: boolean } = {}): void {
    this.current = mention?.id ?? null;
    this.drawing = null;
    this.others = EMPTY;
    this.looked = false;
    if (!mention) return;
    if (how.jump ?? true) this.show(mention.start, mention.end, how.focus ?? false);
    void this.lookAround(mention.start, mention.end);
  }

  show(start: number, end: number, focus = false, side: "o" | "r" = "o"): void {
    this.jump = { start, end, focus, side };
  }

  /** Leave what was being drawn; the counts are again those of the selected place. */
  endDrawing(): void {
    this.drawing = null;
    const m = this.currentMention;
    if (m) void this.lookAround(m.start, m.end);
  }

  /** Ask where else the same name stands, for "apply everywhere". */
  async lookAround(start: number, end: number): Promise<void> {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (signal.aborted) return;
      const others = await api.occurrences(this.id, start, end, signal);
      if (signal.aborted) return;
      this.others = others;
      this.looked = true;
    } catch {
      // Without an answer the count is left out; the decision itself does not need it.
    }
  }

  markSeen(ranges: readonly Range[]): void {
    this.seen = merge([...this.seen, ...ranges]);
    this.unsentSeen = merge([...this.unsentSeen, ...ranges]);
    this.seenTimer ??= setTimeout(() => void this.sendSeen(), 3000);
  }

  private async sendSeen(): Promise<void> {
    this.seenTimer = undefined;
    const ranges = this.unsentSeen;
    if (!ranges.length) return;
    this.unsentSeen = [];
    try {
      await api.seen(this.id, ranges);
    } catch {
      this.unsentSeen = merge([...this.unsentSeen, ...ranges]);
    }
  }
}
