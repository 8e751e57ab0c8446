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
  const own = ownLabel(type);
  if (own) return own;
  const served = servedLabel(type, info);
  const coarse = top(type);
  // The server gives a finer type the label of the coarse one where it has none of its own.
  if (served && served !== servedLabel(coarse, info)) return served;
  const above = type.slice(0, Math.max(0, type.lastIndexOf(".")));
  if (above.includes(".")) return typeLabel(above, info);  // org.authority.local is an authority
  const finer = type.split(".").slice(1).join(" ");
  return ownLabel(coarse) ? `${ownLabel(coarse)} · ${finer}` : (served ?? type);
}

function own(key: string): string | undefined {
  return current.catalogue[key as Key] as string | undefined;
}

function ownLabel(type: string): string | undefined {
  return own(`type.${type}`);
}

/** A method in the reader's words; its own name if it is not known here. */
export function methodLabel(method: string): string {
  return own(`method.${method}`) ?? method;
}

/** A profile's name in the reader's words; those of an organisation keep their own. */
export function profileLabel(name: string): string {
  return own(`profile.${name}`) ?? name;
}

/** What a profile does: from the catalogue, else from the server. */
export function profileAbout(name: string, info: Info | null): string {
  return own(`about.${name}`) ?? info?.profiles.find((p) => p.name === name)?.about ?? "";
}

/** A language's name in the reader's language. */
export function languageLabel(code: string, otherwise: string): string {
  const name = new Intl.DisplayNames([current.locale], { type: "language", fallback: "none" }).of(code);
  return name ? name.charAt(0).toLocaleUpperCase(current.locale) + name.slice(1) : otherwise;
}

function servedLabel(type: string, info: Info | null): string | undefined {
  const label = info?.types.find((known) => known.name === type)?.label;
  return label?.[current.locale] ?? label?.["en"];
}

export function when(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.valueOf())) return iso;
  return date.toLocaleString(current.locale, { dateStyle: "medium", timeStyle: "short" });
}

export function percent(share: number): string {
  return share.toLocaleString(current.locale, { style: "percent", maximumFractionDigits: 0 });
}
