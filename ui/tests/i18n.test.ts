import { describe, expect, it } from "vitest";
import { load, translate } from "../src/i18n";
import { en } from "../src/i18n/en";
import { LOCALES } from "../src/i18n/locales";

function places(message: unknown): string[] {
  return [...JSON.stringify(message).matchAll(/\{\w+\}/g)].map((m) => m[0]).sort();
}

describe("the catalogues", () => {
  it.each(LOCALES)("%s fills every message with the values that English has", async (locale) => {
    const { catalogue } = await load(locale);
    expect(Object.keys(catalogue)).toEqual(Object.keys(en));
    for (const [key, message] of Object.entries(catalogue)) {
      const wanted = new Set(places(en[key as keyof typeof en]));
      expect(new Set(places(message)), key).toEqual(wanted);
      expect(JSON.stringify(message), key).not.toMatch(/""/);
    }
  });

  it.each(LOCALES)("%s has a form for every whole number", async (locale) => {
    const translator = await load(locale);
    const rules = new Intl.PluralRules(locale);
    for (let n = 0; n <= 130; n += 1) {
      const forms = translator.catalogue.mentionsCount;
      const wanted = rules.select(n);
      // Romance "many" is for millions; French has it, Romanian does not.
      expect(Object.keys(forms), `${locale} ${n}`).toContain(wanted);
    }
  });

  it("counts as each language does", async () => {
    const say = async (locale: "sl" | "pl" | "ro", n: number): Promise<string> =>
      translate(await load(locale), "mentionsCount", { n });
    expect(await Promise.all([1, 2, 3, 5, 101].map((n) => say("sl", n)))).toEqual([
      "1 pojavitev", "2 pojavitvi", "3 pojavitve", "5 pojavitev", "101 pojavitev",
    ]);
    expect(await Promise.all([1, 2, 5, 22].map((n) => say("pl", n)))).toEqual([
      "1 miejsce", "2 miejsca", "5 miejsc", "22 miejsca",
    ]);
    expect(await say("ro", 20)).toBe("20 de locuri");
  });
});
