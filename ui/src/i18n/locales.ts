// The languages of the page and the plural forms that each of them needs (CLDR).

export const LOCALES = ["sl", "hr", "bg", "ro", "sk", "pl", "hu", "fi", "sv", "en"] as const;
export type Locale = (typeof LOCALES)[number];

export const LOCALE_NAMES: Record<Locale, string> = {
  sl: "slovenščina",
  hr: "hrvatski",
  bg: "български",
  ro: "română",
  sk: "slovenčina",
  pl: "polski",
  hu: "magyar",
  fi: "suomi",
  sv: "svenska",
  en: "English",
};

/** The categories that whole numbers take in each language; decimals fall back to `other`. */
export interface PluralForms {
  sl: "one" | "two" | "few" | "other";
  hr: "one" | "few" | "other";
  bg: "one" | "other";
  ro: "one" | "few" | "other";
  sk: "one" | "few" | "other";
  pl: "one" | "few" | "many" | "other";
  hu: "one" | "other";
  fi: "one" | "other";
  sv: "one" | "other";
  en: "one" | "other";
}

export type Plural<L extends Locale> = Record<PluralForms[L], string>;

export function isLocale(code: string): code is Locale {
  return (LOCALES as readonly string[]).includes(code);
}
