// The key map: names of actions, their keys, and how a pressed key finds its action.

export const ACTIONS = [
  "next",
  "previous",
  "nextDoubt",
  "previousDoubt",
  "accept",
  "reject",
  "edit",
  "merge",
  "split",
  "edges",
  "add",
  "allow",
  "everywhere",
  "find",
  "view",
  "unseen",
  "undo",
  "redo",
  "export",
  "help",
  "escape",
] as const;
export type Action = (typeof ACTIONS)[number] | `type${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`;
export type KeyMap = Record<(typeof ACTIONS)[number], string>;

export const DEFAULT_KEYS: KeyMap = {
  next: "n",
  previous: "p",
  nextDoubt: "Shift+n",
  previousDoubt: "Shift+p",
  accept: "Enter",
  reject: "x",
  edit: "e",
  merge: "m",
  split: "s",
  edges: "w",
  add: "a",
  allow: "l",
  everywhere: "o",
  find: "/",
  view: "v",
  unseen: "u",
  undo: "Ctrl+z",
  redo: "Ctrl+y",
  export: "Ctrl+s",
  help: "?",
  escape: "Escape",
};

export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Write a pressed key as the key map does: `Ctrl+z`, `Shift+n`, `?`.
 *
 * Shift is named with letters and special keys only: `?` already holds the Shift that made it, on
 * whatever keyboard.  The Mac's Command counts as Ctrl.
 */
export function chord(event: Pressed): string {
  const letter = event.key.length === 1 && event.key.toLowerCase() !== event.key.toUpperCase();
  const key = letter ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (letter || event.key.length > 1);
  const control = event.ctrlKey || event.metaKey;
  return `${control ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

/** The action of a pressed key, or null. */
export function actionOf(event: Pressed, keys: KeyMap): Action | null {
  const pressed = chord(event);
  for (const action of ACTIONS) {
    if (keys[action].toLowerCase() === pressed.toLowerCase()) return action;
  }
  if (pressed === "Ctrl+Shift+z") return "redo";
  return /^[1-9]$/.test(pressed) ? (`type${pressed}` as Action) : null;
}

/** Actions that share a key, so that a change can be refused. */
export function clashes(keys: KeyMap): (keyof KeyMap)[] {
  const seen = new Map<string, keyof KeyMap>();
  const found = new Set<keyof KeyMap>();
  for (const action of ACTIONS) {
    const key = keys[action].toLowerCase();
    const other = seen.get(key);
    if (other) {
      found.add(other);
      found.add(action);
    }
    seen.set(key, action);
    if (/^[1-9]$/.test(key)) found.add(action);
  }
  return [...found];
}

/** Take stored keys over the defaults; what is unknown or no text is left out. */
export function readKeys(stored: unknown): KeyMap {
  const keys = { ...DEFAULT_KEYS };
  if (typeof stored !== "object" || stored === null) return keys;
  for (const action of ACTIONS) {
    const value = (stored as Record<string, unknown>)[action];
    if (typeof value === "string" && value) keys[action] = value;
  }
  return keys;
}

/** Whether what has the focus takes text, so that letters are not commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("textarea, select, [contenteditable='true']")) return true;
  const input = target.closest("input");
  return input !== null && !["checkbox", "radio", "button", "range"].includes(input.type);
}
