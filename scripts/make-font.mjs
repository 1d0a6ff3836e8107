// Cuts Inter (SIL Open Font License 1.1) down to what the interface is written in: Latin with the letters of Europe, Cyrillic,
// the signs of keys and arrows, weights 400 to 700, figures of one width. Chinese, Japanese and Korean come from the system.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";
import { root } from "./fingerprint.mjs";

const maxBytes = 60_000;
const target = path.join(root, "app/generated/inter.woff2");

const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
const letters = [
  range(0x20, 0x7e),
  range(0xa0, 0x17f),
  "ȘșȚțẞ",
  range(0x400, 0x45f),
  "ҐґҒғҚқҢңҮүҰұӘәӨө",
  "–—‘’‚“”„†•…‰‹›€№₽™−×÷←↑→↓↔⇧⌘⌥⏎≤≥≈≠∞·ˆ˜",
].join("");

const source = createRequire(import.meta.url).resolve("inter-ui/variable/InterVariable.woff2");
const font = await subsetFont(readFileSync(source), letters, {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
  keepFeatures: ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"],
});
if (font.length > maxBytes) throw new Error(`the font has ${font.length} bytes, more than ${maxBytes}`);
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, font);
