export const encodingNames = ["base64", "base64url", "url", "hex", "html"] as const;
export type EncodingName = (typeof encodingNames)[number];
/** `format`: the text cannot be in that encoding; `utf8`: the bytes that it stands for are no text. */
export type Decoded = { text: string } | { problem: "format" | "utf8" };

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** For fewer bytes at a time than a call may have arguments. */
const chunkBytes = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(binary);
}

export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Either alphabet, with or without padding, with white space; null for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return null;
  try {
    return Uint8Array.from(atob(plain.replace(/=+$/, "")), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** With `0x`, spaces, colons or line breaks between the bytes as well; null for anything else. */
function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.replace(/0x|[\s:,]+/gi, "");
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const htmlSigns: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** What needs no decoding stays as it is: `text` may hold any characters. */
function decodeHtml(text: string): string {
  // A document of its own, in which nothing comes to life; and there are no elements in it.
  const escaped = text.replaceAll("<", "&lt;");
  const parsed = new DOMParser().parseFromString(`<!doctype html><p>${escaped}`, "text/html");
  return parsed.querySelector("p")?.textContent ?? "";
}

function decodeUrl(text: string): Uint8Array<ArrayBuffer> | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null;
  const parts = text.replaceAll("+", " ").match(/%[0-9a-f]{2}|[^%]+/gi) ?? [];
  return Uint8Array.from(
    parts.flatMap((part) => (part.startsWith("%") ? [Number.parseInt(part.slice(1), 16)] : [...bytesOf(part)])),
  );
}

const encoders: Readonly<Record<EncodingName, (text: string) => string>> = {
  base64: (text) => toBase64(bytesOf(text)),
  base64url: (text) => toBase64Url(bytesOf(text)),
  hex: (text) => toHex(bytesOf(text)),
  // A half of a pair of surrogates alone would throw.
  url: (text) => encodeURIComponent(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(text))),
  html: (text) => text.replace(/[&<>"']/g, (sign) => htmlSigns[sign] ?? sign),
};

export function encodeText(text: string, encoding: EncodingName): string {
  return encoders[encoding](text);
}

export function decodeText(encoded: string, encoding: EncodingName): Decoded {
  if (encoding === "html") return { text: decodeHtml(encoded) };
  const bytes =
    encoding === "hex" ? fromHex(encoded) : encoding === "url" ? decodeUrl(encoded.trim()) : fromBase64(encoded);
  if (bytes === null) return { problem: "format" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: "utf8" };
  }
}
