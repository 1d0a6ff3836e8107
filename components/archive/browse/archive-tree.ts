import type { ArchiveListed } from "@/lib/contracts/archive";
import type { FileEntry } from "@/lib/contracts/file";

/** An entry as the list of a folder shows it. */
export type ArchiveRow = FileEntry & {
  /** Its place in the archive, names with a slash between them; "" is the top. */
  at: string;
  /** As the archive names it, which is how the server is told what to unpack. */
  path: string;
  /** Its number in the archive's list; null for a folder that only its entries speak of. */
  number: number | null;
  /** Of a folder, all that is in it; null where nobody knows. */
  packed: number | null;
  isEncrypted: boolean;
};

export type ArchiveTree = ReadonlyMap<string, readonly ArchiveRow[]>;

/** The list of an archive as folders, also those that it does not list. Entries of one name stay beside each other. */
export function buildTree(entries: readonly ArchiveListed[]): ArchiveTree {
  const tree = new Map<string, ArchiveRow[]>([["", []]]);
  const folders = new Map<string, ArchiveRow>();

  function folderOf(at: string): ArchiveRow {
    const known = folders.get(at);
    if (known !== undefined) return known;
    const row = rowOf(at, { path: at, kind: "folder", size: 0, packed: 0, mtime: 0 }, null);
    folders.set(at, row);
    tree.set(at, []);
    rowsOf(parentOf(at)).push(row);
    return row;
  }

  function rowsOf(at: string): ArchiveRow[] {
    if (at !== "") folderOf(at);
    const rows = tree.get(at) ?? [];
    tree.set(at, rows);
    return rows;
  }

  for (const [number, entry] of entries.entries()) {
    const at = entry.path
      .split("/")
      .filter((name) => name !== "" && name !== ".")
      .join("/");
    if (at === "") continue;
    if (entry.kind === "folder") {
      Object.assign(folderOf(at), { path: entry.path, number, mtime: entry.mtime });
      continue;
    }
    rowsOf(parentOf(at)).push(rowOf(at, entry, number));
    for (let above = parentOf(at); above !== ""; above = parentOf(above)) {
      const folder = folderOf(above);
      folder.size += entry.size;
      folder.packed = folder.packed === null || entry.packed === null ? null : folder.packed + entry.packed;
    }
  }
  return tree;
}

function rowOf(
  at: string,
  { path, kind, size, packed, mtime, encrypted }: ArchiveListed,
  number: number | null,
): ArchiveRow {
  const name = at.slice(at.lastIndexOf("/") + 1);
  const shown = kind === "other" ? "special" : kind;
  return { name, kind: shown, size, mtime, mode: 0, at, path, number, packed, isEncrypted: encrypted === true };
}

/** "" for what lies at the top. */
export function parentOf(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf("/")));
}
