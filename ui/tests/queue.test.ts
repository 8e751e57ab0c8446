import { describe, expect, it } from "vitest";
import { Failure } from "../src/lib/api";
import { Queue, type Sender, type Step } from "../src/lib/queue";
import type { Decision, Review } from "../src/lib/types";

const X: Decision = { action: "reject", mention: "m" };

function setUp(answers: (Failure | Partial<Review>)[]) {
  const sent: { step: Step; version: number }[] = [];
  const lines: string[] = [];
  const sender: Sender = {
    send: async (step, version) => {
      sent.push({ step, version });
      await Promise.resolve();
      const answer = answers.shift();
      if (answer instanceof Failure) throw answer;
      return answer ?? { version: version + 1 };
    },
    settled: () => undefined,
    line: (state) => lines.push(state),
    wait: () => Promise.resolve(),
  };
  return { queue: new Queue(sender, 1), sent, lines };
}

async function quiet(queue: Queue): Promise<void> {
  for (let i = 0; i < 50 && queue.waiting; i += 1) await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
}

describe("the queue of decisions", () => {
  it("sends one request at a time and what came meanwhile together", async () => {
    const { queue, sent } = setUp([]);
    for (let i = 0; i < 3; i += 1) queue.push({ kind: "decide", decisions: [X] });
    queue.push({ kind: "undo", decisions: [] });
    await quiet(queue);
    expect(sent.map((s) => [s.step.kind, s.step.decisions.length, s.version])).toEqual([
      ["decide", 1, 1],
      ["decide", 2, 2],
      ["undo", 0, 3],
    ]);
  });

  it("loses nothing while the server is lost", async () => {
    const { queue, sent, lines } = setUp([new Failure("lost"), new Failure("lost")]);
    queue.push({ kind: "decide", decisions: [X] });
    await quiet(queue);
    expect(sent).toHaveLength(3);
    expect(lines.at(-1)).toBe("saved");
    expect(queue.waiting).toBe(0);
  });

  it("stops when the session is lost and goes on when told", async () => {
    const { queue, sent, lines } = setUp([new Failure("session")]);
    queue.push({ kind: "decide", decisions: [X] });
    await quiet(queue);
    expect(lines.at(-1)).toBe("session");
    expect(queue.waiting).toBe(1);
    queue.resume();
    await quiet(queue);
    expect(sent).toHaveLength(2);
    expect(lines.at(-1)).toBe("saved");
  });

  it("gives back on a conflict what was not done", async () => {
    const { queue } = setUp([new Failure("conflict")]);
    queue.push({ kind: "decide", decisions: [X] });
    await quiet(queue);
    expect(queue.drop()).toEqual([{ kind: "decide", decisions: [X] }]);
    expect(queue.waiting).toBe(0);
  });

  it("goes on behind a step that the server refuses", async () => {
    const { queue, sent, lines } = setUp([new Failure("refused")]);
    queue.push({ kind: "undo", decisions: [] });
    queue.push({ kind: "decide", decisions: [X] });
    await quiet(queue);
    expect(sent).toHaveLength(2);
    expect(lines).toContain("refused");
  });
});
