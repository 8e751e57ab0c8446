// What holds for the whole visit: what the server can do, which page is shown, whether a token is asked.

import { adoptToken, api, Failure } from "../lib/api";
import type { Info } from "../lib/types";

export type Route = { page: "list" } | { page: "document"; id: string };

export function routeOf(hash: string): Route {
  const id = /^#\/d\/([^/?#]+)/.exec(hash)?.[1];
  return id ? { page: "document", id: decodeURIComponent(id) } : { page: "list" };
}

class Session {
  info = $state.raw<Info | null>(null);
  route = $state.raw<Route>(routeOf(location.hash));
  /** The server asks for a token; work waits until it is given. */
  locked = $state(false);
  unreachable = $state(false);
  private waiting: (() => void)[] = [];

  constructor() {
    adoptToken();
    this.route = routeOf(location.hash);
    addEventListener("hashchange", () => {
      adoptToken();
      this.route = routeOf(location.hash);
    });
  }

  async start(): Promise<void> {
    try {
      this.info = await api.info();
      this.unreachable = false;
    } catch (error) {
      if (error instanceof Failure && error.kind === "session") this.lock(() => void this.start());
      else {
        this.unreachable = true;
        setTimeout(() => void this.start(), 3000);
      }
    }
  }

  /** Ask for a token and go on with `then` when it was given. */
  lock(then: () => void): void {
    this.waiting.push(then);
    this.locked = true;
  }

  unlock(): void {
    this.locked = false;
    this.waiting.splice(0).forEach((then) => then());
  }
}

export const session = new Session();

export function open(id: string): void {
  location.hash = `#/d/${encodeURIComponent(id)}`;
}

export function leave(): void {
  location.hash = "#/";
}
