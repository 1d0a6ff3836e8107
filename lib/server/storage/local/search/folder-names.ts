import type { Dirent } from "node:fs";
import type { EntryKind } from "@/lib/server/storage/storage";
import { fold } from "@/lib/server/storage/matching/fold";
import { fromLatin1 } from "@/lib/server/storage/local/sys/fs-path";

const letters = { file: "f", folder: "d", link: "l", special: "s" } as const;
const kinds: Readonly<Record<string, EntryKind>> = { f: "file", d: "folder", l: "link", s: "special" };
/** No name holds it. */
const separator = "/";

/** What a folder holds: each item a letter for the kind and the name; folders apart, for a search has to go on into them. */
export type FolderNames = { folders: readonly string[]; others: readonly string[] };
/** As it is kept; `folded` is what a search compares with. */
export type KeptNames = { stamp: string; folders: string; others: string; folded: string };

export function namesOf(entries: readonly Dirent[]): FolderNames {
  const [folders, others]: [string[], string[]] = [[], []];
  for (const entry of entries) {
    const kind = kindOfDirent(entry);
    (kind === "folder" ? folders : others).push(letters[kind] + fromLatin1(entry.name));
  }
  return { folders, others };
}

export function splitItem(item: string): { kind: EntryKind; name: string } {
  return { kind: kinds[item.charAt(0)] ?? "special", name: item.slice(1) };
}

export function pack(stamp: string, { folders, others }: FolderNames): KeptNames {
  // Without the letters: a mark at the beginning of a name would become one with its letter.
  const names = [...folders, ...others].map((item) => item.slice(1)).join(separator);
  return {
    stamp,
    folders: folders.join(separator),
    others: others.join(separator),
    folded: fold(names, false),
  };
}

export function unpack({ folders, others }: Pick<KeptNames, "folders" | "others">): FolderNames {
  const split = (text: string) => (text === "" ? [] : text.split(separator));
  return { folders: split(folders), others: split(others) };
}

function kindOfDirent(entry: Dirent): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "special";
}
