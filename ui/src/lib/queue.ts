// Decisions on their way to the server: one request at a time, nothing lost while it is away.

import { Failure } from "./api";
import type { Decision, Review } from "./types";

export type Line = "saved" | "saving" | "lost" | "session" | "conflict" | "refused";

export interface Step {
  kind: "decide" | "undo" | "redo";
  decisions: Decision[];
}

export interface Sender {
  send(step: Step, version: number): Promise<Partial<Review>>;
  /** The server's answer to a step; `left` steps are still waiting. */
  settled(answer: Partial<Review>, left: number): void;
  /** The line to the server changed its state. */
  line(state: Line, failure: Failure | null): void;
  wait(milliseconds: number): Promise<void>;
}

const SHORTEST = 1000;
const LONGEST = 15000;

/** Decisions that were made while another was under way go together. */
function takeTogether(steps: Step[]): Step {
  const first = steps.shift() as Step;
  const joined: Step = { kind: first.kind, decisions: [...first.decisions] };
  while (joined.kind === "decide" && steps[0]?.kind === "decide") {
    joined.decisions.push(...(steps.shift() as Step).decisions);
  }
  return joined;
}

/** A queue with a version: sends, waits and sends again when the server is lost, stops on conflict. */
export class Queue {
  private readonly steps: Step[] = [];
  private busy = false;
  private delay = SHORTEST;

  constructor(
    private readonly sender: Sender,
    public version: number,
  ) {}

  get waiting(): number {
    return this.steps.length + (this.busy ? 1 : 0);
  }

  push(step: Step): void {
    this.steps.push(step);
    void this.run();
  }

  /** Go on after the session was renewed, or at once instead of after the wait. */
  resume(): void {
    this.delay = SHORTEST;
    void this.run();
  }

  /** Forget what was not sent, and say what it was. */
  drop(): Step[] {
    return this.steps.splice(0);
  }

  private async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.steps.length) {
        const step = takeTogether(this.steps);
        if (!(await this.attempt(step))) return;
      }
    } finally {
      this.busy = false;
    }
  }

  /** Send one step; false when the queue must stop and wait for a person. */
  private async attempt(step: Step): Promise<boolean> {
    this.sender.line("saving", null);
    try {
      const answer = await this.sender.send(step, this.version);
      this.version = answer.version ?? this.version;
      this.delay = SHORTEST;
      this.sender.settled(answer, this.steps.length);
      if (!this.steps.length) this.sender.line("saved", null);
      return true;
    } catch (error) {
      return this.failed(step, error instanceof Failure ? error : new Failure("refused"));
    }
  }

  private async failed(step: Step, failure: Failure): Promise<boolean> {
    if (failure.kind === "lost") {
      this.steps.unshift(step);
      this.sender.line("lost", failure);
      await this.sender.wait(this.delay);
      this.delay = Math.min(LONGEST, this.delay * 2);
      return true;
    }
    if (failure.kind === "session") {
      this.steps.unshift(step);
      this.sender.line("session", failure);
      return false;
    }
    if (failure.kind === "conflict") {
      this.steps.unshift(step);
      this.sender.line("conflict", failure);
      return false;
    }
    this.sender.line("refused", failure);
    return true;
  }
}
