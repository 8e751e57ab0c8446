// What a person chose for this browser: language, light or dark, keys, labels.  Nothing of a document.

import { isLocale, type Locale, LOCALES } from "../i18n/locales";
import { type KeyMap, readKeys } from "../lib/keys";

export type Theme = "auto" | "light" | "dark";
export type Labels = "digits" | "words" | "none";

const STORE = "allonym-settings";

interface Stored {
  locale?: unknown;
  theme?: unknown;
  labels?: unknown;
  keys?: unknown;
  zoom?: unknown;
}

function load(): Stored {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

function browserLocale(): Locale {
  for (const wanted of navigator.languages) {
    const code = wanted.toLowerCase().split("-")[0] ?? "";
    if (isLocale(code)) return code;
  }
  return "en";
}

const stored = load();

class Settings {
  locale = $state<Locale>(oneOf(stored.locale, LOCALES, browserLocale()));
  theme = $state<Theme>(oneOf(stored.theme, ["auto", "light", "dark"], "auto"));
  labels = $state<Labels>(oneOf(stored.labels, ["digits", "words", "none"], "digits"));
  keys = $state.raw<KeyMap>(readKeys(stored.keys));
  zoom = $state<number>(typeof stored.zoom === "number" ? stored.zoom : 1);

  /** Store the choices and show them on the page. */
  apply(): void {
    const { locale, theme, labels, keys, zoom } = this;
    document.documentElement.lang = locale;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(STORE, JSON.stringify({ locale, theme, labels, keys, zoom }));
    } catch {
      // A browser that stores nothing still works; the choices last for this visit.
    }
  }
}

export const settings = new Settings();
