import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");

function tokensOf(theme: string): Record<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return Object.fromEntries(Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name, hex]) => [name, hex]));
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ["bg", "panel", "panel-2"];
const textPairs = [
  ...["text", "dim", "faint", "accent", "ok", "warn", "bad"].flatMap((text) => surfaces.map((on) => [text, on])),
  ...["text", "dim", "faint", "accent"].map((text) => [text, "accent-soft"]),
  ...["ok", "warn", "bad"].flatMap((tone) => [
    [tone, `${tone}-soft`],
    ["text", `${tone}-soft`],
  ]),
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["on-bad", "bad"],
  ["on-bad", "bad-hover"],
] as [string, string][];

describe.each(["light", "dark", "contrast"])("%s", (theme) => {
  const tokens = tokensOf(theme);

  it.each(textPairs)("%s on %s is readable", (text, on) => {
    expect(contrast(tokens[text] ?? "#000000", tokens[on] ?? "#000000")).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["1", "2", "3", "4", "5", "6"])("line %s of a chart is visible", (line) => {
    expect(contrast(tokens[`chart-${line}`] ?? "#000000", tokens["panel"] ?? "#000000")).toBeGreaterThanOrEqual(3);
  });

  it.each(["panel", "bg"])("edges of fields are visible on %s", (on) => {
    expect(contrast(tokens["line-strong"] ?? "#000000", tokens[on] ?? "#000000")).toBeGreaterThanOrEqual(3);
  });
});
