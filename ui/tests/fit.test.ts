import { describe, expect, it } from "vitest";
import { fitPages } from "../src/page/fit";
import { readableBullets } from "../src/page/render";

function page(width: number, margin: number) {
  return { page: document.createElement("section"), width, left: margin, right: margin };
}

describe("pages in a narrow pane", () => {
  it("stay as they are where there is room", () => {
    const one = page(800, 100);
    expect(fitPages([one], 1000)).toBe(1);
    expect(one.page.style.width).toBe("800px");
    expect(one.page.style.paddingLeft).toBe("100px");
  });

  it("lose their margins before their letters become small, and get them back", () => {
    const one = page(800, 100);
    expect(fitPages([one], 500)).toBeCloseTo(500 / (800 - 2 * 76 + 36));
    expect(one.page.style.paddingLeft).toBe("24px");
    fitPages([one], 1000);
    expect(one.page.style.width).toBe("800px");
  });

  it("break their lines anew rather than become unreadably small", () => {
    const one = page(800, 100);
    expect(fitPages([one], 350)).toBeCloseTo(0.7);
    expect(parseFloat(one.page.style.width)).toBeCloseTo(464);
    fitPages([one], 1000);
    expect(one.page.style.width).toBe("800px");
  });

  it("are made smaller all the same for what cannot be broken, to a point", () => {
    const one = page(800, 100);
    Object.defineProperty(one.page, "scrollWidth", { value: 600, configurable: true });
    expect(fitPages([one], 350)).toBeCloseTo(350 / 636);
    Object.defineProperty(one.page, "scrollWidth", { value: 4000 });
    expect(fitPages([one], 300)).toBe(0.4);
    expect(fitPages([], 300)).toBe(1);
  });
});

describe("bullets", () => {
  it("are signs that every font has", () => {
    expect(readableBullets('p::before { content: "\\f0b7\\9"; }')).toBe('p::before { content: "•\\9"; }');
    expect(readableBullets('content: "\uf0a7"')).toBe('content: "▪"');
    expect(readableBullets('content: "\uf0ee"')).toBe('content: "•"');
    expect(readableBullets('content: "1."; color: #f0b7c0')).toBe('content: "1."; color: #f0b7c0');
  });
});
