import { beforeEach, describe, expect, it } from "vitest";
import type { Block } from "../src/lib/types";
import { locate, offsetAt, pointAt, type Placed } from "../src/page/blocks";

let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = "<div id='root'></div>";
  root = document.getElementById("root") as HTMLElement;
});

function page(html: string, texts: string[]): { text: string; blocks: Block[] } {
  root.innerHTML = html;
  const blocks: Block[] = [];
  let text = "";
  texts.forEach((part, n) => {
    blocks.push({ n, start: text.length, end: text.length + part.length, kind: "paragraph" });
    text += `${part}\n`;
  });
  return { text, blocks };
}

function shown(placed: Placed, start: number, end: number): string {
  const from = pointAt(placed, start, "start");
  const to = pointAt(placed, end, "end");
  if (!from || !to) throw new Error("nowhere");
  if (from.node === to.node) return from.node.data.slice(from.offset, to.offset);
  const [a, b] = [placed.nodes.indexOf(from.node), placed.nodes.indexOf(to.node)];
  const between = placed.nodes.slice(a + 1, b).map((n) => n.data);
  return [from.node.data.slice(from.offset), ...between, to.node.data.slice(0, to.offset)].join("");
}

describe("locate", () => {
  it("finds a name that is cut into several runs", () => {
    const { text, blocks } = page(
      "<p><span data-ps='0'></span><span>Tožnik 👩‍🔬 J</span><b>an No</b><i>vak</i> je</p>",
      ["Tožnik 👩‍🔬 Jan Novak je"],
    );
    const [placed] = locate(root, blocks, text).placed;
    const start = text.indexOf("Jan");
    expect(placed && shown(placed, start, start + 9)).toBe("Jan Novak");
  });

  it("places a header on every page that repeats it", () => {
    const header = "<header><p><span data-ps='0'></span>Ana Kos</p></header>";
    const { text, blocks } = page(
      `<section>${header}<p data-ps='1'>prva</p></section><section>${header}<p data-ps='2'>druga</p></section>`,
      ["Ana Kos", "prva", "druga"],
    );
    const placement = locate(root, blocks, text);
    expect(placement.byBlock.get(0)).toHaveLength(2);
    expect(placement.beside).toEqual([]);
  });

  it("keeps a text box out of the paragraph that holds it", () => {
    const { text, blocks } = page(
      "<p><span data-ps='0'></span>Pred <svg><foreignObject><p><span data-ps='1'></span>V okvirju Ana</p></foreignObject></svg>in za</p>",
      ["Pred in za", "V okvirju Ana"],
    );
    const placement = locate(root, blocks, text);
    expect(placement.placed).toHaveLength(2);
    expect(placement.beside).toEqual([]);
  });

  it("follows a paragraph that a page break cut in two", () => {
    const { text, blocks } = page(
      "<section><p><span data-ps='0'></span>Jan </p></section><section><p>Novak</p><p data-ps='1'>x</p></section>",
      ["Jan Novak", "x"],
    );
    const placement = locate(root, blocks, text);
    expect(placement.beside).toEqual([]);
    const placed = placement.byBlock.get(0)?.[0];
    expect(placed && shown(placed, 0, 9)).toBe("Jan Novak");
  });

  it("tells the blocks apart that one paragraph is cut into", () => {
    const { text, blocks } = page(
      "<p><span data-ps='0'></span>Jan <span>Novak</span><span data-ps='1'></span><span>stran</span><span data-ps='2'></span> Ana</p>",
      ["Jan Novak", "stran", " Ana"],
    );
    const placement = locate(root, blocks, text);
    expect(placement.beside).toEqual([]);
    const ana = placement.byBlock.get(2)?.[0];
    const at = text.indexOf("Ana");
    expect(ana && shown(ana, at, at + 3)).toBe("Ana");
    const node = ana?.nodes[0] as Text;
    expect(offsetAt(placement, node, 1, "start")?.offset).toBe(at);
  });

  it("lists what does not align or is not shown beside the page, and loses nothing", () => {
    const { text, blocks } = page("<p data-ps='0'>Something else</p>", ["Jan Novak", "opomba", " "]);
    expect(locate(root, blocks, text).beside.map((b) => b.n)).toEqual([0, 1]);
  });

  it("knows the offset of every point of a block", () => {
    const { text, blocks } = page(
      "<p data-ps='0'>uvod</p><p><span data-ps='1'></span>Kraj:<span>\u2003</span>Kranj<br>Jan</p>",
      ["uvod", "Kraj:\tKranj\nJan"],
    );
    const placement = locate(root, blocks, text);
    for (const placed of placement.placed) {
      for (let at = placed.block.start; at < placed.block.end; at += 1) {
        if (/\s/.test(text.charAt(at))) continue;
        const point = pointAt(placed, at, "start");
        expect(point && offsetAt(placement, point.node, point.offset, "start")?.offset).toBe(at);
      }
    }
  });

  it("gives no offset outside all blocks", () => {
    const { text, blocks } = page("<aside>x</aside><p data-ps='0'>y</p>", ["y"]);
    const placement = locate(root, blocks, text);
    const aside = root.querySelector("aside")?.firstChild as Text;
    expect(offsetAt(placement, aside, 0, "start")).toBeNull();
  });
});
