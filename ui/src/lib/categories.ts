// The nine categories of the keys 1–9, and which of them a dotted type belongs to.

import type { Info, TypeInfo } from "./types";

/** Types that are not among the nine stand with a kindred one. */
const KIN: Record<string, readonly string[]> = {
  postcode: ["address", "place"],
  age: ["date", "other"],
  phone: ["contact", "email", "other"],
  email: ["phone", "contact", "other"],
  url: ["email", "phone", "contact", "other"],
  ip: ["email", "phone", "contact", "other"],
  mac: ["email", "phone", "contact", "other"],
  username: ["email", "phone", "contact", "other"],
  gps: ["address", "place", "other"],
  iban: ["account", "id", "other"],
  account: ["iban", "id", "other"],
  card: ["iban", "account", "id", "other"],
  plate: ["id", "other"],
  property: ["id", "other"],
  case_number: ["id", "other"],
  occupation: ["other"],
  health: ["other"],
};

export function top(type: string): string {
  return type.split(".", 1)[0] ?? type;
}

/** The index 0–8 of the category that `type` belongs to; the last one if nothing is nearer. */
export function categoryOf(type: string, categories: readonly string[]): number {
  for (let name = type; name; name = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "") {
    const at = categories.indexOf(name);
    if (at >= 0) return at;
  }
  for (const kin of KIN[top(type)] ?? []) {
    const at = categories.indexOf(kin);
    if (at >= 0) return at;
  }
  return Math.max(0, categories.length - 1);
}

/** The types that the list of categories offers under each, coarse ones first. */
export function finerTypes(info: Info, category: number): TypeInfo[] {
  return info.types.filter((t) => categoryOf(t.name, info.categories) === category);
}
