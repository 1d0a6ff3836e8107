import type { IncomingHttpHeaders } from "node:http";
import { isEntryName, nameByteLength, type EntryName } from "@/lib/shared/paths";

const maxBytes = 200;
/** Of what another server says; headers may be tens of kilobytes. The ending is at the end. */
const keptCharacters = 1024;
const fallback = "download";

/** What a fetched file is called: as the other server says, else after the end of its address. Always a harmless name. */
export function fileNameOf(headers: IncomingHttpHeaders, url: URL): EntryName {
  const said = headers["content-disposition"];
  const name = harmless((said === undefined ? null : dispositionName(said)) ?? "");
  return name === "" ? nameOfAddress(url, headers["content-type"]) : toEntryName(name);
}

/** Before anything has been asked. */
export function nameOfAddress(url: URL, contentType = ""): EntryName {
  const last = url.pathname.split("/").findLast((part) => part !== "");
  const name = harmless(decode(last ?? ""));
  if (name !== "" && name.includes(".")) return toEntryName(name);
  const isPage = contentType.startsWith("text/html");
  return toEntryName(`${name === "" ? harmless(url.hostname) : name}${isPage ? ".html" : ""}`);
}

/** The file name in a Content-Disposition header (RFC 6266); `filename*` (RFC 8187) counts more. */
function dispositionName(header: string): string | null {
  const extended = /;\s*filename\*\s*=\s*"?([\w!#$&+^`|~.-]+)'[^']*'([^;"\s]*)"?/i.exec(header);
  if (extended !== null) {
    const [, charset = "", text = ""] = extended;
    if (/^utf-8$/i.test(charset)) return decode(text);
    if (/^iso-8859-1$/i.test(charset)) return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => byteChar(hex));
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  if (plain === null) return null;
  const [, quoted, token] = plain;
  return readUtf8(quoted === undefined ? (token ?? "") : quoted.replace(/\\(.)/g, "$1"));
}

function byteChar(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** Many servers send UTF-8 although the header is Latin-1, as Node reads it. */
function readUtf8(text: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** No folders, nothing hidden, and no characters that show a name as something else. */
function harmless(name: string): string {
  const last = (name.split(/[/\\]/).at(-1) ?? "").slice(-keptCharacters);
  return (
    last
      .toWellFormed()
      // Control and direction characters, and what stands for a damaged one.
      .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, "")
      .replace(/^[.\s]+/, "")
      .replace(/(?<![.\s])[.\s]+$/, "")
  );
}

/** The ending survives a name that is too long. */
function toEntryName(name: string): EntryName {
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : "";
  let base = ending === "" ? name : name.slice(0, dot);
  while (nameByteLength(base + ending) > maxBytes)
    base = base
      .slice(0, -1)
      .toWellFormed()
      .replace(/\ufffd$/, "");
  const whole = base + ending;
  return isEntryName(whole) ? whole : (fallback as EntryName); // a plain word
}
