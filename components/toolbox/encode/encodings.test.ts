import { describe, expect, it } from "vitest";
import { decodeText, encodeText, fromBase64, type EncodingName } from "./encodings";

const withoutDocument = ["base64", "base64url", "url", "hex"] as const satisfies readonly EncodingName[];

describe.each(withoutDocument)("%s", (encoding) => {
  it.each(["", "plain", "Grüße 你好 🔑", "a+b/c=d?e&f", "line\r\nbreak\u0000", "\ufeffmark", "x".repeat(100_000)])(
    "gives back what it was given (%#)",
    (text) => {
      expect(decodeText(encodeText(text, encoding), encoding)).toEqual({ text });
    },
  );
});

it.each([
  ["base64", "🔑?>", "8J+UkT8+"],
  ["base64url", "🔑?>", "8J-UkT8-"],
  ["url", "a b/ü", "a%20b%2F%C3%BC"],
  ["hex", "ü!", "c3bc21"],
  ["html", `<a href="x">'&'</a>`, "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"],
] as const)("%s of %j", (encoding, text, expected) => {
  expect(encodeText(text, encoding)).toBe(expected);
});

it.each([
  ["base64", "aGk", "hi"],
  ["base64", " aG\nk= ", "hi"],
  ["base64", "8J-UkQ", "🔑"],
  ["hex", "0x68 0x69", "hi"],
  ["hex", "68:69", "hi"],
  ["url", "a+b%20c", "a b c"],
] as const)("%s is read with a grain of salt: %j", (encoding, encoded, text) => {
  expect(decodeText(encoded, encoding)).toEqual({ text });
});

it.each([
  ["base64", "a", "format"],
  ["base64", "a!b=", "format"],
  ["base64", "/w==", "utf8"],
  ["hex", "abc", "format"],
  ["hex", "ff", "utf8"],
  ["url", "100%", "format"],
  ["url", "%ff", "utf8"],
] as const)("%s refuses %j", (encoding, encoded, problem) => {
  expect(decodeText(encoded, encoding)).toEqual({ problem });
});

it("half a pair of surrogates breaks nothing", () => {
  expect(encodeText("\ud83d", "url")).toBe("%EF%BF%BD");
});

it("bytes need not be text", () => {
  expect(fromBase64("/wA=")).toEqual(Uint8Array.of(255, 0));
});
