// The translator of the chosen language, as reactive state.

import { ENGLISH, load, translate, type Translator, type Values } from "../i18n";
import type { Key, PluralKey } from "../i18n/catalogue";
import type { Locale } from "../i18n/locales";
import { top } from "../lib/categories";
import type { Info } from "../lib/types";

let current = $state.raw<Translator>(ENGLISH);

export async function speak(locale: Locale): Promise<void> {
  current = await load(locale);
}

export function t(key: Key | PluralKey, values: Values = {}): string {
  return translate(current, key, values);
}

export function locale(): Locale {
  return current.locale;
}

/** A type in the reader's words: from the catalogue, else from the server, else its own name. */
export function typeLabel(type: string, info: Info | null): string {
  const key = `type.${type}`;
  const own = current.catalogue[key as Key] as string | undefined;
  if (own) return own;
  const label = info?.types.find((known) => known.name === type)?.label;
  if (label?.[current.locale]) return label[current.locale] as string;
  const coarse = current.catalogue[`type.${top(type)}` as Key] as string | undefined;
  const finer = type.split(".").slice(1).join(" ");
  return coarse ? (finer ? `${coarse} · ${finer}` : coarse) : (label?.["en"] ?? type);
}

export function when(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.valueOf())) return iso;
  return date.toLocaleString(current.locale, { dateStyle: "medium", timeStyle: "short" });
}

export function percent(share: number): string {
  return share.toLocaleString(current.locale, { style: "percent", maximumFractionDigits: 0 });
}
