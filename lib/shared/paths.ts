import { bytesToName } from "./bytes-to-name";
import { bytesOf, percentEncode } from "./name-bytes";
import { withoutTrailing } from "./without-trailing";

/**
 * Paths as the program sees them: `<root id>/<segment>/…`, no leading or trailing slash. File names are bytes on Linux; a
 * byte that is not part of valid UTF-8 is held as a lone surrogate U+DC80–U+DCFF (PEP 383), so that every name survives
 * JSON and URLs.
 */
export type VirtualPath = string & { readonly __virtualPath: true };
/** One segment: not empty, not `.` or `..`, no slash, no NUL, at most 255 bytes. */
export type EntryName = string & { readonly __entryName: true };

export const maxNameBytes = 255;
/** Linux' PATH_MAX. Deeper trees are reached level by level. */
export const maxPathBytes = 4096;
/** So many folders in each other are made, and shown to strangers: what is looked at of a path grows with each. */
export const maxPathLevels = 256;

// The pattern looks for exactly what a name must not hold.
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/u;
const nonAscii = /[^\x00-\x7f]/; // oxlint-disable-line no-control-regex -- tests for bytes, not for printable text

const encoder = new TextEncoder();

/** Bytes of a name or path as stored on disk. */
export function nameToBytes(name: string): Uint8Array {
  if (!hasEscapedBytes(name)) return encoder.encode(name);
  return bytesOf(name, { isEncoded: false }) ?? new Uint8Array();
}

/** Whether the name holds bytes that are not UTF-8. */
export function hasEscapedBytes(name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const unit = name.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit <= 0xdbff) {
      index++;
      continue;
    }
    return true;
  }
  return false;
}

export function nameByteLength(name: string): number {
  if (!nonAscii.test(name)) return name.length;
  let bytes = 0;
  for (let index = 0; index < name.length; index++) bytes += unitBytes(name, index) ?? replacementBytes;
  return bytes;
}

/** What UTF-8 writes for a lone surrogate (U+FFFD). */
const replacementBytes = 3;

/** Bytes of one UTF-16 unit: each half of a pair has two of its four. Null for a lone surrogate that stands for no byte and cannot be written to disk. */
function unitBytes(text: string, index: number): number | null {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  if (unit <= 0xdbff) return isBetween(text.charCodeAt(index + 1), 0xdc00, 0xdfff) ? 2 : null;
  if (isBetween(text.charCodeAt(index - 1), 0xd800, 0xdbff)) return 2;
  return isBetween(unit, 0xdc80, 0xdcff) ? 1 : null;
}

/** False for what is not a number. */
function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** Why a text is not an entry name, or null when it is one. */
export function nameProblem(name: string): "empty" | "reserved" | "slash" | "too-long" | null {
  if (name === "") return "empty";
  if (name === "." || name === "..") return "reserved";
  if (name.includes("/") || name.includes("\0")) return "slash";
  if (name.length > maxNameBytes) return "too-long";
  if (hasHighLoneSurrogate(name)) return "reserved";
  return nameByteLength(name) > maxNameBytes ? "too-long" : null;
}

/** A lone surrogate outside U+DC80–U+DCFF stands for no byte and cannot be written to disk. */
function hasHighLoneSurrogate(name: string): boolean {
  if (!loneSurrogate.test(name)) return false;
  for (const char of name) {
    const point = char.codePointAt(0) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff && (point < 0xdc80 || point > 0xdcff)) return true;
  }
  return false;
}

export function isEntryName(name: string): name is EntryName {
  return nameProblem(name) === null;
}

/** A path from untrusted text, or null. Trims one leading and any trailing slashes; every segment must be a name. */
export function parseVirtualPath(text: string): VirtualPath | null {
  const trimmed = withoutTrailing(text.replace(/^\//, ""), "/");
  return isPath(trimmed) ? toVirtualPath(trimmed) : null;
}

/** Whether it is at most {@link maxPathBytes} of names between slashes. In one go: ten thousand may come in one request, of hundreds of names each. */
function isPath(text: string): boolean {
  // A character takes a byte at least: what is far too long is not looked at.
  if (text.length > maxPathBytes) return false;
  let [pathBytes, nameBytes, nameBegan] = [0, 0, 0];
  const isName = (end: number) => nameBytes > 0 && nameBytes <= maxNameBytes && !isDots(text, nameBegan, end);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // What most characters are is not asked by a call.
    const bytes = unit < 0x80 ? 1 : unitBytes(text, index);
    if (unit === 0 || bytes === null) return false;
    pathBytes += bytes;
    if (unit !== slash) {
      nameBytes += bytes;
      continue;
    }
    if (!isName(index)) return false;
    [nameBytes, nameBegan] = [0, index + 1];
  }
  return pathBytes <= maxPathBytes && isName(text.length);
}

const [slash, dot] = [0x2f, 0x2e];

/** `.` or `..` */
function isDots(text: string, from: number, end: number): boolean {
  return end - from <= 2 && text.charCodeAt(from) === dot && text.charCodeAt(end - 1) === dot;
}

function toVirtualPath(text: string): VirtualPath {
  return text as VirtualPath; // the only cast: callers have checked or composed the segments
}

export function levelsOf(path: VirtualPath): number {
  return path.split("/").length;
}

export function splitVirtualPath(path: VirtualPath): { root: string; segments: EntryName[] } {
  const [root = "", ...segments] = path.split("/");
  return { root, segments: segments as EntryName[] }; // checked when the path was parsed
}

export function joinVirtualPath(folder: VirtualPath, name: EntryName): VirtualPath {
  return toVirtualPath(`${folder}/${name}`);
}

/** The root that a path begins with. */
export function rootOf(path: VirtualPath | null): VirtualPath | null {
  return path === null ? null : toVirtualPath(splitVirtualPath(path).root);
}

/** The folder that holds the entry, or null for a root. */
export function parentOf(path: VirtualPath): VirtualPath | null {
  const end = path.lastIndexOf("/");
  return end < 0 ? null : toVirtualPath(path.slice(0, end));
}

/** The last segment; for a root its id. */
export function nameOf(path: VirtualPath): EntryName {
  return path.slice(path.lastIndexOf("/") + 1) as EntryName; // a segment of a checked path
}

export function siblingOf(path: VirtualPath, name: EntryName): VirtualPath | null {
  const parent = parentOf(path);
  return parent === null ? null : joinVirtualPath(parent, name);
}

/** True for the path itself and everything below it; compared by segment, not by prefix. */
export function isWithin(path: string, ancestor: string): boolean {
  if (path === ancestor) return true;
  return path.startsWith(ancestor.endsWith("/") ? ancestor : `${ancestor}/`);
}

/** Percent-encodes one segment byte by byte, so that names that are not UTF-8 survive a URL. */
export function encodeSegment(name: string): string {
  if (!hasEscapedBytes(name)) return encodeURIComponent(name);
  return percentEncode(nameToBytes(name));
}

export function encodePath(path: string): string {
  return path.split("/").map(encodeSegment).join("/");
}

/**
 * A name or path for a page's query, which URLSearchParams reads: it would replace bytes that are not UTF-8, so that these are
 * encoded twice. The slash in front, which no path has, tells so.
 */
export function encodeInQuery(path: string): string {
  return hasEscapedBytes(path) ? encodeURIComponent(`/${encodePath(path)}`) : encodePath(path);
}

/** The inverse of {@link encodeInQuery}, of what URLSearchParams gives; null when the encoding is broken. */
export function decodeInQuery(text: string): string | null {
  return text.startsWith("/") ? decodePath(text.slice(1)) : text;
}

/** Decodes one percent-encoded URL segment to a name, or null when the encoding is broken. */
export function decodeSegment(segment: string): string | null {
  if (!segment.includes("%")) return segment;
  const bytes = bytesOf(segment, { isEncoded: true });
  return bytes === null ? null : bytesToName(bytes);
}

/** The inverse of {@link encodePath}, or null when the encoding is broken. */
export function decodePath(text: string): string | null {
  const segments = text.split("/").map(decodeSegment);
  return segments.includes(null) ? null : segments.join("/");
}
