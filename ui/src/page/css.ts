// Styles of a document that is no Word file: what gives it its shape is kept, what could hide text, load
// something or lay one thing over another is not.  Colours stay out: those of the marks must be told apart.

const KEPT =
  /^(font-(family|size|style|weight|variant.*)|line-height|letter-spacing|text-(align|indent|transform|decoration.*)|vertical-align|white-space.*|margin-.*|padding-.*|border-(?!image).*|(max-)?width|list-style-(type|position)|float|clear)$/;
const PIXELS: Record<string, number> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, em: 16, rem: 16 };
/** How far something may stand out to the left, as hanging indents do. */
const OUT = 150;
const SMALLEST = 6;

function pixels(value: string): number | null {
  const found = /^(-?[\d.]+)([a-z]+)?$/.exec(value.trim());
  return found ? Number(found[1]) * (PIXELS[found[2] ?? "px"] ?? 1) : null;
}

/** How many times the size of its letters a line is high. */
function least(value: string): number {
  if (value.endsWith("%")) return parseFloat(value) / 100;
  return /^[\d.]+$/.test(value) ? Number(value) : (pixels(value) ?? 0) / 12;
}

/** Whether a declaration leaves the text where it can be read. */
export function harmless(name: string, value: string): boolean {
  if (!KEPT.test(name) || /url\(|image|expression|attr\(/i.test(value)) return false;
  const size = pixels(value);
  if (name === "font-size") return size === null ? !/^(0|[0-3]?\d)%$/.test(value) : size >= SMALLEST;
  if (name === "line-height") return value === "normal" || least(value) >= 0.8;
  if (name === "width" || name === "max-width") return size === null || size >= 16;
  return size === null ? !value.includes("-") || !/-\s*[\d.]/.test(value) : size >= -OUT;
}

/** Write a style through the object model, as much of it as is harmless. */
export function dress(element: HTMLElement, css: string): void {
  const asked = document.createElement("i").style;
  asked.cssText = css;
  for (const name of asked) {
    const value = asked.getPropertyValue(name);
    if (harmless(name, value)) element.style.setProperty(name, value);
  }
}

/** The selectors of a page, each below `scope`; the page itself is the scope. */
export function scoped(selectors: string, scope: string): string {
  const own = selectors.split(/,(?![^(]*\))/).map((one) => {
    const inside = one.trim().replace(/^(:root|html)\b(\s+body\b)?|^body\b/, scope);
    return inside.startsWith(scope) ? inside : `${scope} ${inside}`;
  });
  return own.join(", ");
}

/** A page's own style sheets as one that reaches no further than `scope`. */
export function sheetOf(sources: readonly string[], scope: string): CSSStyleSheet {
  const [asked, made] = [new CSSStyleSheet(), new CSSStyleSheet()];
  asked.replaceSync(sources.join("\n"));
  for (const rule of asked.cssRules) {
    if (!(rule instanceof CSSStyleRule)) continue;
    const kept = [...rule.style].filter((name) => harmless(name, rule.style.getPropertyValue(name)));
    const body = kept.map((name) => `${name}: ${rule.style.getPropertyValue(name)}`).join("; ");
    if (body) made.insertRule(`${scoped(rule.selectorText, scope)} { ${body} }`, made.cssRules.length);
  }
  return made;
}
