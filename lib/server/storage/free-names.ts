import { maxNameBytes, nameByteLength, type EntryName } from "@/lib/shared/paths";

const maxTries = 10_000;
const doubleExtension = /\.tar\.(?:gz|xz|bz2|zst|lz4?)$/i;

/** `a.txt`, `a (2).txt`, `a (3).txt`, …: each at most 255 bytes, the stem cut at a character if need be. */
export function* freeNames(name: EntryName): Generator<EntryName, void, undefined> {
  yield name;
  const { stem, extension } = splitName(name);
  for (let count = 2; count <= maxTries; count++) {
    const suffix = ` (${count})${extension}`;
    yield `${cut(stem, maxNameBytes - nameByteLength(suffix))}${suffix}` as EntryName; // built from a checked name
  }
}

/** A name cut to 255 bytes, its extension kept. */
export function fittingName(name: string): EntryName {
  const { stem, extension } = splitName(name);
  return `${cut(stem, maxNameBytes - nameByteLength(extension))}${extension}` as EntryName; // nothing but its length was wrong
}

/** A leading dot begins a name, not an extension; an "extension" of more than 16 bytes is none. */
function splitName(name: string): { stem: string; extension: string } {
  const double = doubleExtension.exec(name);
  const dot = double !== null && double.index > 0 ? double.index : name.lastIndexOf(".");
  if (dot <= 0 || nameByteLength(name.slice(dot)) > 16) return { stem: name, extension: "" };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function cut(stem: string, maxBytes: number): string {
  if (nameByteLength(stem) <= maxBytes) return stem;
  const chars = Array.from(stem);
  while (chars.length > 0 && nameByteLength(chars.join("")) > maxBytes) chars.pop();
  return chars.join("");
}
