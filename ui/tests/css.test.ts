import { describe, expect, it } from "vitest";
import { harmless, scoped } from "../src/page/css";

describe("styles of a document", () => {
  it("keeps what gives a page its shape", () => {
    for (const [name, value] of [
      ["text-align", "right"], ["font-size", "24pt"], ["margin-left", "-0.3in"], ["line-height", "115%"],
      ["border-top", "1px solid #888"], ["width", "8.27in"], ["font-size", "80%"],
    ] as const) expect(harmless(name, value), name).toBe(true);
  });

  it("leaves out what could hide text or load something", () => {
    for (const [name, value] of [
      ["display", "none"], ["visibility", "hidden"], ["color", "white"], ["position", "fixed"], ["opacity", "0"],
      ["font-size", "0"], ["font-size", "1px"], ["text-indent", "-9999px"], ["margin-left", "-500px"],
      ["line-height", "0"], ["width", "0"], ["list-style-image", "url(x)"], ["border-image-source", "url(x)"],
      ["background-image", "url(x)"], ["transform", "scale(0)"],
    ] as const) expect(harmless(name, value), `${name}: ${value}`).toBe(false);
  });

  it("reaches no further than the page", () => {
    expect(scoped("h1, p:is(.a, .b)", ".web")).toBe(".web h1, .web p:is(.a, .b)");
    expect(scoped("body, html body p, :root", ".web")).toBe(".web, .web p, .web");
    expect(scoped(".page", ".web")).toBe(".web .page");
  });
});
