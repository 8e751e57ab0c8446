import { expect, test } from "vitest";
import { groupDoubts, nextOf } from "../src/lib/doubts";
import type { Mention } from "../src/lib/types";

const text = "Rose met rose. Rose left Leeds.";
const at = (id: string, start: number, end: number, type = "person"): Mention =>
  ({ id, start, end, type, status: "open", doubtful: true }) as Mention;
const doubts = [at("a", 0, 4), at("b", 9, 13), at("c", 15, 19), at("d", 25, 30, "place")];

test("doubts of one form and type are one line", () => {
  const groups = groupDoubts(doubts, text);
  expect(groups.map((g) => g.mentions.length)).toEqual([3, 1]);
  expect(groups[0]?.first.id).toBe("a");
});

test("a line leads through its places and round again", () => {
  const [group] = groupDoubts(doubts, text);
  if (!group) throw new Error("no group");
  expect([null, "a", "b", "c"].map((id) => nextOf(group, id).id)).toEqual(["a", "b", "c", "a"]);
});
