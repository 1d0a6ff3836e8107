import { parse, type Font } from "opentype.js";
import { CannotShow, serveFrame } from "./frame-host";
import { make } from "./make-element";

const sizes = [12, 16, 24, 36, 48, 72];
const maxGlyphs = 400;
const family = "shown-font";

/** A font as a specimen: what it is called, a sample to change, sizes, and its characters. The browser's own decoder shows it. */
serveFrame(async ({ bytes, extension }, stage, { word }) => {
  const face = await new FontFace(family, bytes.slice(0)).load().catch(() => {
    throw new CannotShow("damaged");
  });
  document.fonts.add(face);
  // woff2 is packed with Brotli, which opentype.js cannot read: its characters and names stay unknown.
  const font = extension === "woff2" ? null : tryParse(bytes);
  const sample = make("div", {
    className: "sample",
    role: "textbox",
    label: word("sample"),
    textContent: word("pangram"),
    tabIndex: 0,
    dir: "auto",
  });
  sample.contentEditable = "plaintext-only";
  Object.assign(sample.style, { fontFamily: family, fontSize: "40px" });
  const lines = sizes.map((size) => {
    const line = make("p", { textContent: word("pangram") });
    Object.assign(line.style, { fontFamily: family, fontSize: `${size}px` });
    return line;
  });
  sample.addEventListener("input", () => {
    for (const line of lines) line.textContent = sample.textContent;
  });
  const glyphs =
    font === null ? [] : charactersOf(font).map((text) => make("span", { textContent: text, title: codeOf(text) }));
  const grid = make("div", { className: "glyphs", dir: "ltr" }, glyphs);
  grid.style.fontFamily = family;
  const page = make("div", { className: "font" }, [
    ...(font === null ? [] : [factsOf(font, word)]),
    sample,
    make("h2", { textContent: word("sizes") }),
    make("div", { className: "sizes", dir: "auto" }, lines),
    ...(glyphs.length === 0 ? [] : [make("h2", { textContent: word("characters") }), grid]),
  ]);
  stage.replaceChildren(
    make("div", { className: "scroll", tabIndex: 0, role: "document", label: word("document") }, [page]),
  );
});

function tryParse(bytes: ArrayBuffer): Font | null {
  try {
    return parse(bytes);
  } catch {
    return null; // the browser could read it, so it is shown without its names
  }
}

function factsOf(font: Font, word: (key: string) => string): HTMLElement {
  const facts = (["fontFamily", "fontSubfamily", "version", "designer", "license"] as const).flatMap((key) => {
    const texts: unknown = Object.values(font.names).map((names) => names?.[key])[0] ?? font.names[key];
    const [text] = typeof texts === "object" && texts !== null ? Object.values(texts) : [];
    return typeof text === "string" && text !== "" ? [{ key, text: text.slice(0, 500) }] : [];
  });
  return make(
    "dl",
    {},
    [...facts, { key: "glyphCount", text: String(font.numGlyphs) }].flatMap(({ key, text }) => [
      make("dt", { textContent: word(key) }),
      make("dd", { textContent: text, dir: "auto" }),
    ]),
  );
}

function charactersOf(font: Font): string[] {
  const codes = Object.keys(font.tables.cmap?.glyphIndexMap ?? {}).map(Number);
  return codes
    .filter((code) => code > 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
    .slice(0, maxGlyphs)
    .map((code) => String.fromCodePoint(code));
}

function codeOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
