// Talking to the server.  Every failure is a Failure with a kind that the page knows what to do with.

import type {
  Decision,
  Forms,
  Info,
  Leak,
  Listed,
  Occurrences,
  Problem,
  Range,
  Review,
} from "./types";

export type FailureKind = "lost" | "session" | "conflict" | "too-large" | "refused" | "missing";

export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly problem: Problem | null = null,
  ) {
    super(problem?.detail ?? problem?.title ?? kind);
  }
}

const TOKEN = "allonym-token";

/** Take a token out of the address (`/#token=…`), so that it is neither shown nor bookmarked. */
export function adoptToken(): void {
  const found = /[#&]token=([^&]+)/.exec(location.hash);
  if (!found?.[1]) return;
  sessionStorage.setItem(TOKEN, decodeURIComponent(found[1]));
  history.replaceState(null, "", location.pathname + location.hash.replace(/[#&]token=[^&]+/, ""));
}

export function setToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

function headers(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

function kindOf(status: number): FailureKind {
  if (status === 401 || status === 403) return "session";
  if (status === 404 || status === 410) return "missing";
  if (status === 409) return "conflict";
  if (status === 413) return "too-large";
  return [408, 429, 502, 503, 504].includes(status) ? "lost" : "refused";
}

async function problemOf(response: Response): Promise<Problem | null> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.includes("json")) return null;
  return (await response.json().catch(() => null)) as Problem | null;
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { ...headers(), ...init.headers } });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Failure("lost");
  }
  if (!response.ok) throw new Failure(kindOf(response.status), await problemOf(response));
  return response;
}

async function json<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await request(path, init)).json()) as T;
}

function send(method: string, body: unknown): RequestInit {
  const headers = { "Content-Type": "application/json" };
  return { method, headers, body: JSON.stringify(body) };
}

/** The page may stand at `/` or at `/review`, also behind a proxy's prefix; the API stands beside it. */
const BASE = location.pathname.replace(/review\/?$/, "").replace(/[^/]*$/, "");
const ROOT = `${BASE}v1/documents`;
export type Omitted = "text" | "blocks" | "result";

function omit(keys: readonly Omitted[]): string {
  return keys.length ? `?omit=${keys.join(",")}` : "";
}

export interface NewDocument {
  file: File | null;
  text: string;
  name: string;
  language: string;
  profile: string;
  method: string;
  /** Only these types, with commas between; all if empty. */
  types: string;
  /** Names that stay and people known beforehand, one a line. */
  allow: string;
  known: string;
}

function creation(wanted: NewDocument): RequestInit {
  const { file, text, name, ...choices } = wanted;
  const chosen = Object.fromEntries(Object.entries(choices).filter(([, value]) => value.trim()));
  if (!file) return send("POST", { text, name, ...chosen });
  const form = new FormData();
  for (const [key, value] of Object.entries(chosen)) form.set(key, value);
  form.set("file", file, file.name);
  return { method: "POST", body: form };
}

export interface ExportWish {
  report: boolean;
  key: boolean;
  key_secret?: string;
  force?: boolean;
}

function fileName(response: Response): string {
  const header = response.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? "document";
}

export const api = {
  info: () => json<Info>(`${BASE}v1/info`),
  list: async () => (await json<{ documents: Listed[] }>(ROOT)).documents,
  create: (wanted: NewDocument) => json<{ id: string; version: number }>(ROOT, creation(wanted)),
  get: (id: string, without: readonly Omitted[] = []) =>
    json<Partial<Review>>(`${ROOT}/${id}${omit(without)}`),
  remove: (id: string) => request(`${ROOT}/${id}`, { method: "DELETE" }),
  cancel: (id: string) => request(`${ROOT}/${id}/cancel`, { method: "POST" }),
  decide: (id: string, version: number, decisions: Decision[], without: readonly Omitted[]) =>
    json<Partial<Review>>(
      `${ROOT}/${id}/decisions${omit(without)}`,
      send("POST", { version, decisions }),
    ),
  turn: (id: string, way: "undo" | "redo", version: number, without: readonly Omitted[]) =>
    json<Partial<Review>>(`${ROOT}/${id}/${way}${omit(without)}`, send("POST", { version })),
  occurrences: (id: string, start: number, end: number, signal?: AbortSignal) =>
    json<Occurrences>(
      `${ROOT}/${id}/occurrences?start=${start}&end=${end}`,
      signal ? { signal } : {},
    ),
  forms: (id: string, entity: string, surrogate: string, gender: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ surrogate });
    if (gender) query.set("gender", gender);
    const path = `${ROOT}/${id}/entities/${encodeURIComponent(entity)}/forms?${query.toString()}`;
    return json<Forms>(path, { signal });
  },
  seen: (id: string, ranges: readonly Range[]) =>
    request(`${ROOT}/${id}/seen`, send("PUT", { ranges })),
  check: async (id: string) =>
    (await json<{ leaks: Leak[] }>(`${ROOT}/${id}/check`, send("POST", {}))).leaks,
  preview: async (id: string, side: "original" | "result") => {
    const response = await request(`${ROOT}/${id}/preview?side=${side}`);
    const type = response.headers.get("Content-Type") ?? "";
    return { html: type.includes("html"), web: type.includes("profile=web"), blob: await response.blob() };
  },
  export: async (id: string, wish: ExportWish) => {
    const response = await request(`${ROOT}/${id}/export`, send("POST", wish));
    return { name: fileName(response), blob: await response.blob() };
  },
  events: async (id: string, signal: AbortSignal) =>
    (await request(`${ROOT}/${id}/events`, { signal })).body,
};
