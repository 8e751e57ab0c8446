import { describe, expect, it } from "vitest";
import { categoryOf } from "../src/lib/categories";
import { snippet } from "../src/lib/context";
import { foresee } from "../src/lib/decide";
import { parseEvents } from "../src/lib/events";
import { OffsetMap, snap, tidy } from "../src/lib/mapping";
import { byPlace, isOpenDoubt, mentionAt, neighbour } from "../src/lib/order";
import { firstGap, merge, share } from "../src/lib/ranges";
import { find, fold } from "../src/lib/search";
import type { Mention, Review } from "../src/lib/types";
import { step, words } from "../src/lib/words";

function mention(start: number, end: number, more: Partial<Mention> = {}): Mention {
  return {
    id: `${start}`, start, end, type: "person", entity: "p1", score: 0.9, doubtful: false,
    status: "open", kept: false, method: "pseudonym", replacement: null, result_start: null,
    result_end: null, certainty: null, ...more,
  };
}

function review(text: string, mentions: Mention[]): Review {
  return {
    id: "d", name: "d", created: "", modified: "", state: "ready", progress: null, version: 1,
    can_undo: false, can_redo: false, language: "sl", profile: "default", method: null,
    format: "txt", preview: "html", text, seen: [], blocks: [], mentions, entities: [],
    result: "", allowed: [], counts: { sure: 0, doubtful: 0, rejected: 0 },
  };
}

describe("ranges of what has been seen", () => {
  it("joins what touches and finds the first gap", () => {
    const seen = merge([[5, 9], [0, 3], [3, 5], [20, 20]]);
    expect(seen).toEqual([[0, 9]]);
    expect(firstGap(seen, 0, 12)).toBe(9);
    expect(firstGap([[0, 12]], 0, 12)).toBeNull();
    expect(share(seen, 18)).toBe(0.5);
    expect(share([], 0)).toBe(1);
  });
});

describe("offsets of the result", () => {
  const map = new OffsetMap([
    mention(4, 7, { result_start: 4, result_end: 9 }),
    mention(12, 14, { result_start: 14, result_end: 14 }),
  ]);

  it("go there and back outside of replacements", () => {
    for (const at of [0, 3, 8, 11, 15, 40]) expect(map.toOriginal(map.toResult(at))).toBe(at);
    expect(map.toResult(7)).toBe(9);
    expect(map.toResult(14)).toBe(14);
  });

  it("go to the start inside of one", () => {
    expect(map.toResult(5)).toBe(4);
    expect(map.toOriginal(6)).toBe(4);
  });
});

describe("selections", () => {
  it("never cut a character in two", () => {
    const text = "a𝒜b";
    expect(snap(text, 2)).toBe(1);
    expect(tidy(text, 2, 4)).toEqual([1, 4]);
    expect(tidy(text, 0, 2)).toEqual([0, 3]);
  });

  it("lose white space at their edges", () => {
    expect(tidy("  Ana Kos \n", 0, 11)).toEqual([2, 9]);
  });

  it("step over an emoji made of several characters at once", () => {
    expect(step("a👩‍🔬b", 1, 1, "sl")).toBe(6);
    expect(step("a👩‍🔬b", 6, -1, "sl")).toBe(1);
    expect(words("Ana, 👩‍🔬 Kos!", "sl").map((w) => w.start)).toEqual([0, 11]);
  });
});

describe("search", () => {
  it("ignores case and accents and keeps offsets", () => {
    const text = "ŻÓŁĆ 👩‍🔬 Zieliński";
    expect(fold(text)).toHaveLength(text.length);
    expect(find(fold(text), "zielinski")).toEqual([[text.indexOf("Z", 5), text.length]]);
    expect(find(fold(text), " ")).toEqual([]);
  });
});

describe("going through mentions", () => {
  const list = byPlace([
    mention(30, 35, { doubtful: true }),
    mention(10, 15),
    mention(12, 14),
    mention(50, 55, { doubtful: true, status: "rejected" }),
  ]);

  it("wraps around and can stop at doubts only", () => {
    expect(neighbour(list, "50", 0, 1, () => true)?.start).toBe(10);
    expect(neighbour(list, null, 13, 1, () => true)?.start).toBe(30);
    expect(neighbour(list, null, 13, -1, () => true)?.start).toBe(12);
    expect(neighbour(list, "30", 0, 1, isOpenDoubt)?.start).toBe(30);
    expect(neighbour([], null, 0, 1, () => true)).toBeNull();
  });

  it("finds the innermost one at a place", () => {
    expect(mentionAt(list, 13)?.start).toBe(12);
    expect(mentionAt(list, 10)?.start).toBe(10);
    expect(mentionAt(list, 20)).toBeNull();
  });
});

describe("decisions shown before the server answers", () => {
  const text = "Ana Kos. Ana Kos. Bor.";
  const before = review(text, [mention(0, 7), mention(9, 16), mention(18, 21)]);

  it("reach the same words everywhere, or this place only", () => {
    const all = foresee(before, { action: "reject", mention: "0", everywhere: true });
    expect(all.mentions.map((m) => m.status)).toEqual(["rejected", "rejected", "open"]);
    expect(all.counts).toEqual({ sure: 1, doubtful: 0, rejected: 2 });
    const one = foresee(before, { action: "reject", mention: "0" });
    expect(one.counts.rejected).toBe(1);
    expect(before.mentions[0]?.status).toBe("open");
  });

  it("add a mention only where none stands", () => {
    const others = { identical: [{ start: 9, end: 16 }], inflected: [] };
    const bare = review(text, [mention(9, 16)]);
    const decision = { action: "add", start: 0, end: 7, type: "place", everywhere: true } as const;
    expect(foresee(bare, decision, others).mentions.map((m) => m.type)).toEqual(["place", "person"]);
  });
});

describe("small things", () => {
  it("puts a type into the nearest category", () => {
    const categories = ["person", "place", "phone", "id", "other"];
    expect(categoryOf("person.judge", categories)).toBe(0);
    expect(categoryOf("email", categories)).toBe(2);
    expect(categoryOf("iban", categories)).toBe(3);
    expect(categoryOf("health", categories)).toBe(4);
  });

  it("cuts a snippet at words", () => {
    expect(snippet("Včeraj je Ana Kos\nprišla domov", 10, 17, 8)).toEqual({
      before: "…je ", surface: "Ana Kos", after: " prišla…",
    });
  });

  it("reads events that come in pieces", () => {
    const one = parseEvents("event: state\ndata: {}\n\nevent: prog");
    expect(one.events).toEqual([{ event: "state", data: "{}" }]);
    expect(parseEvents(`${one.rest}ress\r\ndata: 1\r\n\r\n: ping\n\n`).events).toEqual([
      { event: "progress", data: "1" },
    ]);
  });
});
