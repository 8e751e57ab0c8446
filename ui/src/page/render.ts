// Bringing a preview onto the page: Word through docx-preview, everything else as HTML: pages of the web
// as they came, OpenDocument as the server lays it out, the rest as paragraphs.
//
// No style element and no style attribute is inserted, so that the page runs under `style-src 'self'`:
// styles of a Word file go into constructed style sheets, which a policy does not count as inline.

import type * as DocxPreview from "docx-preview";
import { dress, sheetOf } from "./css";

export interface Rendered {
  nodes: Node[];
  sheet: CSSStyleSheet | null;
}

type Element_ = DocxPreview.HElement | Node | string;

/** Make an element as docx-preview asks, writing a style through the object model. */
function make(wanted: Element_): Node {
  if (typeof wanted === "string") return document.createTextNode(wanted);
  if (wanted instanceof Node) return wanted;
  const { ns, tagName, className, style, children, ...rest } = wanted;
  if (tagName === "#comment") return document.createComment("");
  const parent =
    tagName === "#fragment"
      ? document.createDocumentFragment()
      : ns
        ? document.createElementNS(ns, tagName)
        : document.createElement(tagName);
  if (parent instanceof Element) {
    if (className) parent.setAttribute("class", className);
    const styled = (parent as HTMLElement).style as CSSStyleDeclaration | undefined;
    if (style && styled) {
      if (typeof style === "string") styled.cssText = style;
      else Object.assign(styled, style);
    }
    for (const [key, value] of Object.entries(rest)) {
      if (value !== undefined) Reflect.set(parent, key, value);
    }
  }
  for (const child of children ?? []) parent.appendChild(make(child));
  return parent;
}

/** Anchors become data attributes; other ids, links and events of a document have no place here. */
function neutralize(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>("[id]")) {
    const n = /^ps-(\d+)$/.exec(element.id)?.[1];
    element.removeAttribute("id");
    if (n) element.dataset["ps"] = n;
  }
  for (const link of root.querySelectorAll("a[href]")) link.removeAttribute("href");
  for (const image of root.querySelectorAll("img:not([alt])")) image.setAttribute("alt", "");
  for (const named of root.querySelectorAll("[name]")) named.removeAttribute("name");
}

// Word's bullets are letters of fonts that few machines have (Symbol, Wingdings).
const BULLETS: Record<string, string> = {
  b7: "\u2022", a7: "\u25aa", a8: "\u25fb", d8: "\u27a2", fc: "\u2713", "76": "\u2756", "6e": "\u25a0", "2d": "\u2013",
};

/** Put ordinary bullets in the place of private letters, which would show as empty boxes. */
export function readableBullets(css: string): string {
  const named = css.replace(/\\f0([0-9a-f]{2})\b ?/giu, (_, code: string) => BULLETS[code.toLowerCase()] ?? "\u2022");
  return named.replace(/[\uf000-\uf0ff]/gu, (c) => BULLETS[(c.charCodeAt(0) & 0xff).toString(16)] ?? "\u2022");
}

async function docx(blob: Blob, className: string): Promise<Rendered> {
  const library = await import("docx-preview");
  const options = {
    className,
    h: make,
    renderAltChunks: false,
    renderComments: false,
    renderChanges: false,
    ignoreFonts: true,
    useBase64URL: false,
  };
  const parsed: unknown = await library.parseAsync(blob, options);
  const made = await library.renderDocument(parsed, options);
  const holder = document.createDocumentFragment();
  let css = "";
  for (const node of made) {
    if (node.nodeName === "STYLE") css += `${node.textContent ?? ""}\n`;
    else if (node.nodeType === Node.ELEMENT_NODE) holder.appendChild(node);
  }
  neutralize(holder);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(readableBullets(css));
  return { nodes: [...holder.childNodes], sheet };
}

const DROPPED =
  "script, style, link, meta, base, iframe, frame, object, embed, template, input, button, select, textarea, audio, video, svg, datalist, title";
/** What keeps back its contents, or acts; the contents are shown. */
const UNWRAPPED = "form, noscript, dialog, canvas, map";
const PLAIN = ["id", "class", "colspan", "rowspan", "alt", "lang", "dir", "title", "align", "start", "data-style"];
// A style attribute would be refused by the policy as it is read, so the server calls it by another name.

function clean(root: Element): void {
  for (const element of root.querySelectorAll(DROPPED)) element.remove();
  for (const element of root.querySelectorAll(UNWRAPPED)) element.replaceWith(...element.childNodes);
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const image = name === "src" && /^data:image\/(png|jpeg|gif|webp);/.test(value);
      if (!PLAIN.includes(name) && !image) element.removeAttribute(name);
    }
    if (element.localName === "details") element.setAttribute("open", "");
  }
}

/** Of the server's page the document is taken, and of that nothing that acts, loads or hides. */
export function htmlNodes(source: string, web = false): Rendered {
  const parsed = new DOMParser().parseFromString(source, "text/html");
  const styles = [...parsed.querySelectorAll<HTMLTemplateElement>("template[data-css]")];
  const sheet = web ? sheetOf(styles.map((s) => s.content.textContent ?? ""), ".web") : null;
  let root: Element = (web ? null : parsed.querySelector("article")) ?? parsed.body;
  if (web) {
    // Text that stands in the page itself needs an element to be placed in.
    const [page, inside] = [parsed.createElement("article"), parsed.createElement("div")];
    inside.append(...parsed.body.childNodes);
    page.append(inside);
    root = page;
  }
  clean(root);
  if (web) root.classList.add("web");
  const holder = document.createDocumentFragment();
  const taken = document.importNode(root, true);
  holder.appendChild(taken);
  neutralize(holder);
  for (const element of holder.querySelectorAll<HTMLElement>("[data-style]")) {
    dress(element, element.dataset["style"] ?? "");
    element.removeAttribute("data-style");
  }
  return { nodes: [taken], sheet };
}

export async function render(
  preview: { html: boolean; web: boolean; blob: Blob },
  className: string,
): Promise<Rendered> {
  if (preview.html) return htmlNodes(await preview.blob.text(), preview.web);
  return docx(preview.blob, className);
}
