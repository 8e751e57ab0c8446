import { describe, expect, it } from "vitest";
import { actionOf, clashes, DEFAULT_KEYS, isTyping, type Pressed, readKeys } from "../src/lib/keys";

function press(key: string, more: Partial<Pressed> = {}): Pressed {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more };
}

describe("the key map", () => {
  it("has no key twice", () => {
    expect(clashes(DEFAULT_KEYS)).toEqual([]);
  });

  it("finds actions, with Shift, Ctrl and the Mac's Command", () => {
    expect(actionOf(press("n"), DEFAULT_KEYS)).toBe("next");
    expect(actionOf(press("N", { shiftKey: true }), DEFAULT_KEYS)).toBe("nextDoubt");
    expect(actionOf(press("z", { metaKey: true }), DEFAULT_KEYS)).toBe("undo");
    expect(actionOf(press("Z", { ctrlKey: true, shiftKey: true }), DEFAULT_KEYS)).toBe("redo");
    expect(actionOf(press("7"), DEFAULT_KEYS)).toBe("type7");
    expect(actionOf(press("q"), DEFAULT_KEYS)).toBeNull();
  });

  it("takes a sign by its own, on whatever keyboard it needs Shift", () => {
    expect(actionOf(press("?", { shiftKey: true }), DEFAULT_KEYS)).toBe("help");
    expect(actionOf(press("/", { shiftKey: true }), DEFAULT_KEYS)).toBe("find");
  });

  it("leaves the browser its own keys", () => {
    expect(actionOf(press("n", { ctrlKey: true }), DEFAULT_KEYS)).toBeNull();
    expect(actionOf(press("1", { altKey: true }), DEFAULT_KEYS)).toBeNull();
  });

  it("refuses clashes and odd things from the store", () => {
    expect(clashes({ ...DEFAULT_KEYS, next: "x" }).sort()).toEqual(["next", "reject"]);
    expect(clashes({ ...DEFAULT_KEYS, next: "5" })).toEqual(["next"]);
    expect(readKeys({ next: "j", reject: 7, other: "y" })).toEqual({ ...DEFAULT_KEYS, next: "j" });
    expect(readKeys("nonsense")).toEqual(DEFAULT_KEYS);
  });

  it("rests while one types, not at a checkbox", () => {
    document.body.innerHTML = "<input id='a'><input id='b' type='checkbox'><p id='c'></p>";
    const typing = (id: string): boolean => isTyping(document.getElementById(id));
    expect(["a", "b", "c"].map(typing)).toEqual([true, false, false]);
  });
});
