// What every catalogue must hold.  A key that is missing, or a plural form that a language needs and
// lacks, is a type error and stops the build.

import type { en } from "./en";
import type { Locale, Plural } from "./locales";

type Source = typeof en;

/** Keys of plain messages. */
export type Key = { [K in keyof Source]: Source[K] extends string ? K : never }[keyof Source];
/** Keys of messages that count something. */
export type PluralKey = Exclude<keyof Source, Key>;

export type Catalogue<L extends Locale> = Record<Key, string> & Record<PluralKey, Plural<L>>;

/** Any language's catalogue, as the look-up sees it. */
export type AnyCatalogue = Record<Key, string> &
  Record<PluralKey, Partial<Record<Intl.LDMLPluralRule, string>>>;
