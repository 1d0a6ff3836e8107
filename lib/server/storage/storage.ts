import type { AttributeChange } from "./attribute-change";
import type { EntryDetails } from "./entry-details";
import type { SparsePiece } from "./holes";
import type { Keeping, Replacing } from "./keeping";
import type { ListAsk } from "./list-ask";
import type { Readable, Writable } from "node:stream";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Capability } from "./capability";
import type { SearchBatch, SearchQuery } from "./search";
import type { Mount } from "./mounts";
import type { NotePages } from "./note-pages";
import type { Noted } from "./noted";
import type { FolderTraits } from "./noted-entries";
import type { Pin } from "./pins";
import type { Placed } from "./placed";
import type { Space } from "./space";
import type { FolderReader } from "./folder-reader";
import type { Survey } from "./survey";
import type { TrashStorage } from "./trash-storage";

/**
 * Where an actor may be: the id is the first segment of virtual paths. `place` is its place id, which names its adapter ({@link kindOfPlace}) and is for
 * those who may know it. `writable`: somewhere below; the scopes say where. False makes the whole root read-only for everybody.
 */
export type Root = {
  id: string;
  note: string;
  place: string;
  writable: boolean;
  /** Which file or folder it is: whatever else has the place is not found. Null or none: whatever has it. */
  is?: Noted["id"];
};

export type EntryKind = "file" | "folder" | "link" | "special";

/** Where a symbolic link leads, seen from the actor: `outside` is never followed, `missing` leads nowhere. */
export type LinkTarget = { text: string; leadsTo: "file" | "folder" | "special" | "missing" | "outside" };

/** One line of a folder listing, from lstat: a link describes itself. */
export type Entry = {
  name: EntryName;
  kind: EntryKind;
  sizeBytes: number;
  mtimeMs: number;
  /** Permission bits only (0–0o7777). */
  mode: number;
  link?: LinkTarget;
  /** Where a listing was asked for it, and of files alone; the one that {@link Storage.stat} tells. */
  etag?: string;
};

/** What stat tells of the entry that a path leads to, links inside the scope followed. */
export type EntryStat = Omit<Entry, "link" | "etag"> & { uid: number; gid: number; etag: string; writable: boolean };

/** Both inclusive, as in RFC 9110 §14. */
export type ByteRange = { start: number; end: number };

export type OpenFile = {
  readonly stat: EntryStat;
  /**
   * Of a storage with the capability `disk`: the descriptor, valid until close, for readers that manage their own buffers; the host path for a front proxy's X-Accel-Redirect,
   * which only the download service may use, null where a proxy would not get what is here; whether it was changed since, also where its time was put back.
   */
  readonly disk: { readonly fd: number; readonly hostPath: string | null; isUntouched(): Promise<boolean> } | null;
  /** Its disk tells no true size (unsized.ts). The size in `stat` is that of what came; its ETag and time say nothing of the content. */
  readonly isSpooled: boolean;
  stream(range?: ByteRange): Readable;
  /** The whole content, for files that are known to be small. */
  readAll(): Promise<Uint8Array>;
  /** Sends bytes to a stream without ending it: the fast way for downloads. Rejects when the file is cut short meanwhile. */
  sendTo(out: Writable, range?: ByteRange): Promise<void>;
  close(): Promise<void>;
};

/** `fail` refuses with file/exists, `replace` swaps the content atomically, `rename` picks the next free "name (2).ext". */
export type Conflict = "fail" | "replace" | "rename";
/**
 * For trees also `skip`: leave the existing entry, go on with the others. Below the top, folders of the same name are always
 * merged. The entry itself, when its name is taken: `fail` throws file/exists, `rename` gives it a new name, also for a folder;
 * `replace`, `newer` and `skip` merge two folders. A file never replaces a folder (file/not-file) nor a folder a file
 * (file/not-folder). `newer` replaces a file by one that was changed later, and skips any other. `ask` merges folders and asks {@link TreeWishes.onClash} about every other taken name; without it, it fails.
 */
export type TreeConflict = Conflict | "skip" | "newer" | "ask";

/** All at once, or as it comes; with holes, which the disk keeps as such where it can. */
export type WriteSource = Uint8Array | AsyncIterable<SparsePiece>;

/** What is replaced is not kept where a link leads to it, nor on a disk without hard links. */
export type WriteOptions = WriteWishes & Replacing<Conflict, "fail" | "rename">;
type WriteWishes = {
  /** ETag the writer read; another current one is refused with file/changed and detail.etag. Needs conflict `replace`. */
  ifMatch?: string;
  mtimeMs?: number;
  /** Instead of that of the file that it replaces; until it is whole, nobody else reads it. Only with the capability `modes`. */
  mode?: number;
  /** A new file has no more permissions than these, from its first byte on, and than new ones have here. Only with the capability `modes`. */
  maxMode?: number;
  /** Bytes after which the source is refused with file/too-large. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** Asked for when the source has ended: bytes to put over the first ones, for formats that tell at the beginning what is at the end. */
  head?: () => Uint8Array | null;
  /**
   * With a time: a file of the name that has this time (to two seconds) and these very bytes is the one that was to be written, and stays;
   * with `rename` also under the names that it may have got. For what is sent again because nobody heard that it had arrived.
   */
  takesSame?: boolean;
  /** Not durable when it is done: {@link Storage.sync} follows, before anybody relies on it. For many files that belong together. */
  isSyncedLater?: boolean;
};

/**
 * A folder for what is on its way; its name must say so (own-names.ts). After a kill the next start removes it, with all in it that was
 * `made` there; what was moved there may be nowhere else and stays in sight, but for empty folders that also stand where it came from (a place id).
 */
export type Unfinished = "made" | { movedFrom: string };

export type WriteResult = { path: VirtualPath; etag: string; sizeBytes: number; mtimeMs: number };

/** A file that grows over many requests and restarts, out of sight in the folder that it is for. `id`: made by `create`. */
export type PartFile = { folder: VirtualPath; id: string };
export type AppendOptions = {
  /** Size that the part must have now; another is refused with upload/offset and detail.offset. */
  offset: number;
  /** Bytes after which the source is refused with file/too-large; what came before is kept. */
  maxBytes: number;
  signal: AbortSignal;
  onChunk?: (chunk: Uint8Array) => void;
};
export type PartTarget = { name: EntryName; conflict: Conflict; mtimeMs: number | null };

/** `place` finds the part again when nobody's rights count: to sweep it (sweep-parts.ts). */
export type RecordPart = (part: { id: string; place: string }) => Promise<void>;

/**
 * Uploads that go on where they broke off. The part's size is the truth about what has arrived; it is in no listing. Every call asks whether the actor may still write
 * there. A part that is gone, also with its folder, is file/not-found.
 */
export interface PartStorage {
  /** Empty. `record` is told of it before it is there: whatever happens then, somebody knows of it. */
  create(folder: VirtualPath, target: Omit<PartTarget, "mtimeMs">, record: RecordPart): Promise<{ id: string }>;
  size(part: PartFile): Promise<number>;
  /** Writes behind what is there. When the source breaks off, what came of it stays, and request/cancelled is thrown. */
  append(part: PartFile, source: AsyncIterable<Uint8Array>, options: AppendOptions): Promise<void>;
  /** Writes the whole content of another part behind what is there, where the disk can without a copy. The other one stays. */
  take(part: PartFile, from: PartFile, options: Omit<AppendOptions, "maxBytes">): Promise<void>;
  /** Forgets what is behind `sizeBytes`. */
  cut(part: PartFile, sizeBytes: number): Promise<void>;
  /** The first bytes in chunks, to hash them again. The memory of a chunk is used again for the next. */
  read(part: PartFile, sizeBytes: number): AsyncIterable<Uint8Array>;
  /** Makes the part durable and gives it time and attributes; the ETag stays that of the file that it becomes. */
  seal(part: PartFile, target: PartTarget): Promise<{ etag: string }>;
  /** Moves the sealed part to its name, like the end of `write` with {@link WriteWishes.takesSame}. */
  place(part: PartFile, target: PartTarget, keeping: Keeping): Promise<WriteResult>;
  /** One that is gone already is fine. */
  remove(part: PartFile): Promise<void>;
}

export type TreeProgress = { bytes: number; files: number; current: string };
/** A taken name: what arrives at a virtual path from elsewhere, and what stands in the folder. */
export type Clash = { path: string; folder: string; arriving: Met; standing: Met };
type Met = Pick<Entry, "kind" | "sizeBytes" | "mtimeMs">;
export type TreeOptions = TreeWishes & Replacing<TreeConflict, "fail" | "rename" | "skip">;
/** Of what goes through a whole tree. */
export type TreeWishes = {
  /** What a copied or moved entry is to be called in its new folder; as before, unless said otherwise. */
  name?: EntryName;
  /** Asked with conflict `ask`; may take its time. `fail` reports the entry as failed. */
  onClash?: (clash: Clash) => Promise<Exclude<TreeConflict, "ask">>;
  signal: AbortSignal;
  /** Called at most every 100 ms. */
  onProgress?: (progress: TreeProgress) => void;
  /** Once at the end of a move, also a broken off one: what is somewhere else now, in the order in which it went there (noted-entries.ts). Null: too many. */
  onMoved?: (moved: NotePages | null) => void;
  /** Told while a move runs of each entry that has another place now, and waited for; must not throw. */
  onPlaced?: (placed: Placed) => Promise<void> | undefined;
  /**
   * Once at the end of a copy, also a broken off one: what it made, a new folder as one; null: too many. `below`: what it made in those folders, as
   * {@link NoteSet} keeps it.
   */
  onCopied?: (made: NotePages | null, below: Uint8Array) => void;
};
/** The place ids that an entry had and has. */
export type Renamed = { fromPlace: string; toPlace: string };
/**
 * What a tree operation did and left undone. Failures of the entry itself are thrown; past single failures below it, it goes
 * on: at most 100 are kept, the rest counted. A folder moved as a whole counts as one file.
 */
export type TreeResult = {
  path: VirtualPath;
  files: number;
  bytes: number;
  skipped: number;
  /** Entries that gave way to another, and how many of them went to a trash; counted where {@link Keeping.replaced} is given. */
  replaced: number;
  kept: number;
  failures: { path: string; error: string }[];
  failureCount: number;
};

/** Totals below an entry; for dialogs that name what they will touch. */
export type TreeSize = { folders: number; files: number; bytes: number };

export type FolderChange = { upsert: Entry[]; removed: EntryName[] } | { gone: true } | { overflow: true };

/**
 * The files of one actor: every path is checked against the actor's roots, scopes, links and protected paths on every
 * call, after opening. All methods throw AppError with a `file/…` key; nothing else leaks out.
 */
export interface Storage {
  roots(): Promise<Root[]>;
  /** Whether what is at the path, and below it, can do this. */
  can(path: VirtualPath, capability: Capability): boolean;
  /** The virtual path of a place (its id), or null when no root of the actor holds it. */
  locate(place: string): VirtualPath | null;
  /** The place id of what the path leads to, links followed: for limits and records made of it, never for an answer. */
  placeOf(path: VirtualPath): Promise<string>;
  /** {@link placeOf}, with what is there: which file or folder, as {@link Noted} has it. Of one and the same look. */
  identify(path: VirtualPath): Promise<{ place: string; id: Noted["id"] }>;
  /**
   * The same files by paths that were noted before: all that it does is at a pin, above or below one, and each path that it opens must lead where
   * it led then. Any other is file/place-changed. For what uses a path later, with whose rights ever.
   */
  pinned(pins: readonly Pin[]): Storage;
  /**
   * Pages of at most 1,000 entries (the first 200) in byte order of the names, those of some hundred thousand in the order of the disk; without what the actor may not see and without
   * own temporary files.
   */
  list(folder: VirtualPath, signal?: AbortSignal, ask?: ListAsk): AsyncIterable<Entry[]>;
  stat(path: VirtualPath): Promise<EntryStat>;
  /** Entry as its folder lists it (lstat), for cache patches. */
  entry(path: VirtualPath): Promise<Entry>;
  open(path: VirtualPath): Promise<OpenFile>;
  readFolder(folder: VirtualPath): Promise<FolderReader>;
  /**
   * Temporary file in the same folder → write → fsync → rename → fsync of the folder; owner, mode, xattrs and ACL stay.
   * A link is followed: the file it leads to is replaced, never the link. The source must not reuse the memory of a chunk.
   * Throws request/cancelled when the source breaks off or the signal fires; the old file is then whole. `isNew`: nothing had
   * the name when it began.
   */
  write(path: VirtualPath, source: WriteSource, options: WriteOptions): Promise<WriteResult & { isNew: boolean }>;
  /** `maxMode` as {@link WriteWishes}. */
  createFolder(path: VirtualPath, options?: { unfinished?: Unfinished; maxMode?: number }): Promise<void>;
  /** What a folder has beside its content, to make it again. */
  folderTraits(path: VirtualPath): Promise<FolderTraits>;
  /** Makes a folder that has what another had; false where not all could be given: then it is closed to all but its owner. Content changes its time. */
  remakeFolder(path: VirtualPath, traits: FolderTraits): Promise<boolean>;
  /** Makes a folder and everything below it durable. */
  sync(folder: VirtualPath): Promise<void>;
  readonly parts: PartStorage;
  /**
   * Acts on the entry itself (a link is renamed, not followed). Atomic, one device only: across devices it is file/io with code EXDEV, and `move` does it. Never replaces:
   * file/exists. Gives the place ids that the entry had and has, and what it is.
   */
  rename(from: VirtualPath, to: VirtualPath): Promise<Renamed & Noted>;
  /** Throws what moving the entry away, or replacing it by a move or copy, would for its rights alone: file/protected, file/read-only, file/access-denied for what holds such. */
  assertMovable(path: VirtualPath): Promise<void>;
  copy(from: VirtualPath, toFolder: VirtualPath, options: TreeOptions): Promise<TreeResult>;
  /** Rename where possible; across devices copies, verifies, then removes the source. */
  move(from: VirtualPath, toFolder: VirtualPath, options: TreeOptions): Promise<TreeResult>;
  /** Never what is in it: file/not-empty, also for what is in no listing. */
  removeEmptyFolder(path: VirtualPath): Promise<void>;
  /** The end of a move that copied: removes the file or link while it is what was noted then, and tells which one it was. Whatever else has the name stays: file/changed. */
  removeMoved(path: VirtualPath, stamp: Noted["stamp"]): Promise<Noted["id"]>;
  /** For good; see {@link trash}. */
  remove(path: VirtualPath, options: TreeWishes): Promise<TreeResult>;
  readonly trash: TrashStorage;
  details(path: VirtualPath): Promise<EntryDetails>;
  /**
   * Changes mode and owner; links are left alone. Below the entry, when `recursive`: special bits go, folders can be entered by
   * whoever may read them, files stay as executable as they were. Throws file/no-owner, file/no-group.
   */
  setAttributes(
    path: VirtualPath,
    options: TreeWishes & { change: AttributeChange; recursive: boolean },
  ): Promise<TreeResult>;
  measure(path: VirtualPath, signal?: AbortSignal): Promise<TreeSize>;
  /** Shows every entry below a folder, itself first, depth first, links not followed. Throws file/not-folder. */
  survey<C>(path: VirtualPath, options: { context: C; survey: Survey<C>; signal: AbortSignal }): Promise<void>;
  /**
   * Entries below a folder by name, the nearest first; links are found and not followed. The last batch has the totals of the
   * whole. Throws search/pattern, search/pattern-unsupported, search/pattern-large, search/pattern-slow.
   */
  search(folder: VirtualPath, query: SearchQuery, signal: AbortSignal): AsyncIterable<SearchBatch>;
  /**
   * Text in the files below a folder, line by line; links are not followed. For texts `start` is the beginning of a line, `all` a whole
   * word and `glob` a piece of a line. Throws search/text-unavailable, search/pattern.
   */
  searchText(folder: VirtualPath, query: SearchQuery, signal: AbortSignal): AsyncIterable<SearchBatch>;
  /** A reserve of the disk that stays free is not in it (local/reserve.ts). `wantedBytes`: to be refused where there's less; null: nobody knows how many. */
  space(path: VirtualPath, wantedBytes?: number | null): Promise<Space>;
  /** What of this machine's disks the actor may reach, for a program that the kernel confines to it; only what is there now. */
  mounts(): Promise<readonly Mount[]>;
  /**
   * Live changes of one folder until the signal fires; bursts are coalesced to one call per 100 ms. The rights are those of the moment it began: end it when the actor's
   * change. After `gone` nothing more comes; after `overflow` (over 1,000 names at once) the viewer lists again.
   */
  watch(folder: VirtualPath, onChange: (change: FolderChange) => void, signal: AbortSignal): Promise<void>;
}
