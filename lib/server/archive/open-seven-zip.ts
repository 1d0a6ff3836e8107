import { randomBytes } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { runSevenZip, type Piece } from "@/lib/server/archive/seven-zip/run-seven-zip";
import type { OpenFile } from "@/lib/server/storage/storage";
import {
  maxEntries,
  mostBytes,
  type ArchiveEntry,
  type ArchiveFormat,
  type ListedEntry,
  type OpenArchive,
  type OpenOptions,
} from "./archive-entry";
import { findRar4Links } from "./rar4-links";
import { createSevenZipList } from "./seven-zip-list";

/** 7-Zip's names of formats. It is told which one, so that a file cannot choose another parser. */
export type SevenZipType = "7z" | "zip" | "rar" | "rar5" | "xz" | "bzip2" | "zstd";

/** What 7-Zip tells on its second output; the entry's own lines begin with a sign. */
const quiet = ["-bso2", "-bse2", "-bsp0", "-sccUTF-8", "-spd"];

type Source = { file: OpenFile; type: SevenZipType } & Pick<OpenOptions, "holder" | "password" | "onRead" | "signal">;

/** A 7z, rar or zip: its list is read at once. Throws archive/password, archive/password-wrong, archive/broken, archive/bomb. */
export async function openSevenZip(
  file: OpenFile,
  type: "7z" | "zip" | "rar" | "rar5",
  { holder, password, signal }: OpenOptions,
): Promise<OpenArchive> {
  const source = { file, type, holder, password, signal };
  const listed = type === "rar" ? await withoutLinks(source) : await readList(source);
  const totalBytes = listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (totalBytes > mostBytes(file.stat.sizeBytes)) throw new AppError("archive/bomb");
  const format: ArchiveFormat = type === "rar5" ? "rar" : type;
  return {
    format,
    isRandomAccess: false,
    totalBytes,
    encoding: null,
    list: async function* () {
      yield* listed;
    },
    entries: (isWanted) => readEntries(source, listed, isWanted),
  };
}

async function withoutLinks(source: Source): Promise<ListedEntry[]> {
  const [listed, links] = [await readList(source), await findRar4Links(source.file)];
  return listed.map((entry, index) => (links.has(index) ? { ...entry, kind: "other" } : entry));
}

/** The one content of a file that is packed alone. */
export async function* readAlone(source: Source): AsyncGenerator<Uint8Array, void, undefined> {
  const faults = createFaults(source);
  for await (const piece of run(source, ["x", "-so"]))
    if (typeof piece === "string") faults.note(piece);
    else yield piece;
  faults.assertNone();
}

function run(
  { file, type, holder, password, onRead, signal }: Source,
  args: readonly string[],
  names: string | null = null,
) {
  // Without a password 7-Zip would ask for one. Nobody has chosen this one.
  const secret = password ?? randomBytes(16).toString("hex");
  const all = [...args, `-t${type}`, `-p${secret}`, ...quiet, "--", "/in/archive"];
  return runSevenZip({ file, args: all, names, isListing: args[0] === "l", holder, onRead, signal });
}

async function readList(source: Source): Promise<ListedEntry[]> {
  const faults = createFaults(source);
  const listed: ListedEntry[] = [];
  const list = createSevenZipList((entry) => {
    listed.push(entry);
    if (listed.length > maxEntries) throw new AppError("archive/bomb");
  });
  for await (const piece of run(source, ["l", "-slt"]))
    if (typeof piece === "string") {
      faults.note(piece);
      list.take(piece);
    }
  list.end();
  faults.assertNone();
  return listed;
}

/**
 * Every line "- name" begins the next entry. When a part is wanted 7-Zip gets the names, and the lines are looked up in them; what
 * it does not find by its name (control characters are replaced in what it prints) is found by unpacking all and counting.
 */
async function* readEntries(
  source: Source,
  listed: readonly ListedEntry[],
  isWanted: (entry: ListedEntry, index: number) => boolean = () => true,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  if (source.password === undefined && listed.some((entry, index) => entry.isEncrypted && isWanted(entry, index)))
    throw new AppError("archive/password");
  const wanted = new Set(listed.filter(isWanted));
  const names = [...new Set([...wanted].map(({ path }) => path))].join("\n");
  if (wanted.size > 0 && wanted.size < listed.length) yield* walk(source, listed, wanted, names);
  if (wanted.size > 0) yield* walk(source, listed, wanted, null);
}

async function* walk(
  source: Source,
  listed: readonly ListedEntry[],
  wanted: Set<ListedEntry>,
  names: string | null,
): AsyncGenerator<ArchiveEntry, void, undefined> {
  const pieces = run(source, ["x", "-so", "-bb1", ...(names === null ? [] : ["-i@/names"])], names);
  const next = names === null ? inOrder(listed) : byName(wanted);
  // Of the archive as a whole: what is said before the first entry.
  const faults = createFaults(source);
  let isBegun = false;
  let piece = await pieces.next();
  const advance = async () => {
    piece = await pieces.next();
  };
  try {
    while (piece.done !== true) {
      const line = piece.value;
      await advance();
      if (typeof line !== "string") throw new AppError("archive/broken");
      if (!/^[-T] /.test(line)) {
        if (!isBegun) faults.note(line);
        continue;
      }
      isBegun = true;
      const entry = next(line.slice(2));
      const stream = () => content(() => piece, advance, createFaults(source));
      if (entry === null || !wanted.delete(entry)) {
        for await (const chunk of skipped(() => piece, advance)) void chunk;
        continue;
      }
      yield { ...entry, stream: async () => stream() };
      for await (const chunk of skipped(() => piece, advance)) void chunk;
    }
  } finally {
    await pieces.return();
  }
  faults.assertNone();
}

type Current = () => IteratorResult<Piece, void>;

/** Bytes until the next entry begins; what is said in between is about them. */
async function* content(current: Current, advance: () => Promise<void>, faults: ReturnType<typeof createFaults>) {
  for (let now = current(); now.done !== true; now = current()) {
    if (typeof now.value === "string") {
      if (/^[-T] /.test(now.value)) break;
      faults.note(now.value);
      await advance();
      continue;
    }
    yield now.value;
    await advance();
  }
  faults.assertNone();
}

async function* skipped(current: Current, advance: () => Promise<void>) {
  for (let now = current(); now.done !== true && typeof now.value !== "string"; now = current()) {
    yield now.value;
    await advance();
  }
}

function inOrder(listed: readonly ListedEntry[]) {
  let index = 0;
  return () => listed[index++] ?? null;
}

function byName(wanted: ReadonlySet<ListedEntry>) {
  const found = new Map<string, ListedEntry[]>();
  for (const entry of wanted) found.set(entry.path, [...(found.get(entry.path) ?? []), entry]);
  return (line: string) => found.get(line.replace(/\/$/, ""))?.shift() ?? null;
}

/** Reads what 7-Zip complains about. The words are those of version 24.09. */
function createFaults({ password }: Pick<Source, "password">) {
  let fault: AppError | null = null;
  return {
    note(line: string): void {
      if (/Wrong password|encrypted archive/i.test(line)) {
        fault = new AppError(password === undefined ? "archive/password" : "archive/password-wrong");
      } else if (/^(?:ERROR: )?Unsupported Method/i.test(line)) fault ??= new AppError("archive/method");
      else if (/memory/i.test(line) && /^(?:ERROR|System ERROR|E_OUTOFMEMORY|Can't allocate)/i.test(line))
        fault ??= new AppError("archive/memory");
      else if (/^(?:ERRORS?:|ERROR |Open ERROR|Can't open as archive|System ERROR|Unexpected end)/i.test(line))
        fault ??= new AppError("archive/broken", {}, { cause: new Error(line) });
    },
    assertNone(): void {
      if (fault !== null) throw fault;
    },
  };
}
