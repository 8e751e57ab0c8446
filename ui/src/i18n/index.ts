// Looking a message up: `t("accept")`, `t("places", { n: 4 })`.

import type { AnyCatalogue, Key, PluralKey } from "./catalogue";
import { en } from "./en";
import type { Locale } from "./locales";

const LOADERS: Record<Locale, () => Promise<{ catalogue: AnyCatalogue }>> = {
  sl: () => import("./sl"),
  hr: () => import("./hr"),
  bg: () => import("./bg"),
  ro: () => import("./ro"),
  sk: () => import("./sk"),
  pl: () => import("./pl"),
  hu: () => import("./hu"),
  fi: () => import("./fi"),
  sv: () => import("./sv"),
  en: () => Promise.resolve({ catalogue: en }),
};

export type Values = Record<string, string | number>;

/** Put values into `{name}` places. */
export function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The form of a counted message that the language's rules ask for. */
export function plural(forms: Partial<Record<Intl.LDMLPluralRule, string>>, n: number, locale: Locale): string {
  const wanted = new Intl.PluralRules(locale).select(n);
  return forms[wanted] ?? forms.other ?? "";
}

export interface Translator {
  locale: Locale;
  catalogue: AnyCatalogue;
}

export async function load(locale: Locale): Promise<Translator> {
  return { locale, catalogue: (await LOADERS[locale]()).catalogue };
}

export const ENGLISH: Translator = { locale: "en", catalogue: en };

export function translate(
  translator: Translator,
  key: Key | PluralKey,
  values: Values = {},
): string {
  const message = translator.catalogue[key];
  if (typeof message === "string") return fill(message, values);
  const n = Number(values["n"] ?? 0);
  const shown = { ...values, n: n.toLocaleString(translator.locale) };
  return fill(plural(message, n, translator.locale), shown);
}
