// What the server and the page say to each other.  All offsets are UTF-16 code units in the original
// text unless they are named result_*.

export type Range = [number, number];
export type DocumentState = "queued" | "running" | "ready" | "failed" | "cancelled";
export type Status = "open" | "accepted" | "rejected" | "added";
export type BlockKind =
  | "paragraph"
  | "heading"
  | "cell"
  | "header"
  | "footer"
  | "note"
  | "comment"
  | "other";

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  version?: number;
  leaks?: Leak[];
}

export interface Progress {
  step: string;
  share: number;
}

export interface Block {
  n: number;
  start: number;
  end: number;
  kind: BlockKind;
}

export interface Mention {
  id: string;
  start: number;
  end: number;
  type: string;
  entity: string | null;
  score: number;
  doubtful: boolean;
  status: Status;
  kept: boolean;
  method: string | null;
  replacement: string | null;
  result_start: number | null;
  result_end: number | null;
  certainty: number | null;
}

export interface Entity {
  id: string;
  type: string;
  canonical: string;
  surrogate: string | null;
  method: string;
  kept: boolean;
  gender?: string | null;
  /** The pseudonym that a reviewer typed. */
  chosen?: string | null;
  mentions: string[];
}

export interface Review {
  id: string;
  name: string;
  created: string;
  modified: string;
  state: DocumentState;
  progress: Progress | null;
  problem?: Problem | null;
  version: number;
  can_undo: boolean;
  can_redo: boolean;
  language: string;
  profile: string;
  method: string | null;
  format: string;
  preview: "docx" | "html";
  text: string;
  seen: Range[];
  blocks: Block[];
  mentions: Mention[];
  entities: Entity[];
  result: string;
  allowed: { surface: string; scope: "document" | "always" }[];
  counts: { sure: number; doubtful: number; rejected: number };
  /** What becomes of the present state is still being worked out; `result` is that of the one before. */
  pending?: boolean;
  /** What the reader of the file could not do, in sentences. */
  warnings?: string[];
}

export interface Listed {
  id: string;
  name: string;
  created: string;
  modified: string;
  state: DocumentState;
  language: string;
  profile: string;
  version: number;
  mentions: number;
  doubtful: number;
  seen: number;
}

export type Decision =
  | { action: "accept" | "reject"; mention: string; everywhere?: boolean }
  | { action: "retype"; mention: string; type: string; everywhere?: boolean }
  | { action: "resize"; mention: string; start: number; end: number; everywhere?: boolean }
  | {
      action: "add";
      start: number;
      end: number;
      type: string;
      entity?: string;
      everywhere?: boolean;
    }
  | { action: "merge"; entities: string[] }
  | { action: "split"; mentions: string[] }
  | { action: "rename"; entity: string; surrogate: string; gender?: string }
  | { action: "method"; entity: string; method: string }
  | { action: "allow"; surface: string; scope: "document" | "always" }
  | { action: "disallow"; surface: string };

export interface Occurrences {
  identical: { start: number; end: number }[];
  inflected: { start: number; end: number }[];
}

export interface Forms {
  replacements: { mention: string; text: string; certainty?: number }[];
  warnings: { code: "in-document" | "gender" | "uncertain"; detail: string }[];
}

export interface Leak {
  start: number | null;
  end: number | null;
  result_start: number | null;
  result_end: number | null;
  place: string | null;
  type: string;
  blocking: boolean;
  /** "left": the reviewer let it stand. */
  disguise?: string | null;
}

export interface TypeInfo {
  name: string;
  parent: string | null;
  kind: "direct" | "quasi";
  label: Record<string, string>;
}

export interface Info {
  version: string;
  languages: { code: string; name: string }[];
  profiles: { name: string; about: string }[];
  methods: string[];
  types: TypeInfo[];
  categories: string[];
  limits: { bytes: number };
}
