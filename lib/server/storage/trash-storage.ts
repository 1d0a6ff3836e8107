import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { EntryKind, OpenFile, TreeOptions, TreeResult, TreeSize, TreeWishes } from "./storage";

/** A deleted entry: its own folder in a trash, a place id, and its name there. From {@link TrashStorage.plan} or a record. */
export type TrashPlace = { folder: string; name: EntryName };
export type TrashFound = "there" | "gone" | "away" | "vanished";
export type TrashPlan = {
  place: TrashPlace;
  /** The place id that the entry has now, for those who see other roots than who deleted it. */
  origin: string;
  kind: EntryKind;
  /** Null for folders: nobody has counted. */
  sizeBytes: number | null;
  /** When its content was written. */
  mtimeMs: number;
};

/**
 * Deleted entries that can come back. Each lies on the volume where it was, in the topmost folder of the actor's root there, so
 * that deleting and restoring are one rename each. What is in a trash is in no listing and has no path. Callers keep the
 * record: write it before {@link put}, for whoever is killed in between.
 */
export interface TrashStorage {
  /** Throws trash/unavailable when what is in the folder cannot go to a trash, as far as can be told. */
  assertPossible(folder: VirtualPath): Promise<void>;
  /** Where the entry would go; throws what {@link put} would throw, as far as can be told without changing anything. */
  plan(path: VirtualPath, trash: { ownerId: string; id: string }): Promise<TrashPlan>;
  /** One rename. Throws trash/unavailable where that is not possible. */
  put(path: VirtualPath, plan: TrashPlan): Promise<void>;
  /** As {@link Storage.move}, out of the trash: `from` only names it in the report. */
  restore(
    place: TrashPlace,
    to: { from: VirtualPath; toFolder: VirtualPath; options: TreeOptions },
  ): Promise<TreeResult>;
  /** Removes it for good. What is not there any more is fine. */
  purge(place: TrashPlace, options: TreeWishes): Promise<TreeResult>;
  /**
   * Whether the actor may see today what lay at a place (its id), a folder with all in it: what was taken from somebody must not come back
   * to them by way of a trash.
   */
  mayReach(origin: string, kind: EntryKind): Promise<boolean>;
  measure(place: TrashPlace, signal?: AbortSignal): Promise<TreeSize>;
  /** The content of a file in a trash. Throws trash/gone, file/not-file. */
  open(place: TrashPlace): Promise<OpenFile>;
  /**
   * After a kill: of what is both in the trash and, as the very same file, still or again at its old place, the one in
   * the trash goes. Then as {@link find}.
   */
  settle(place: TrashPlace, origin: string): Promise<TrashFound>;
  /**
   * `away`: the volume is not there now, which says nothing about the entry. `vanished`: its trash is not there though its folder holds
   * something; it was deleted, or something else lies where the volume is to be mounted.
   */
  find(place: TrashPlace): Promise<TrashFound>;
  /** Size of the volume that the place lies on. */
  volume(place: TrashPlace): Promise<{ totalBytes: number }>;
}

/** What a move or copy puts into a trash because something else takes its name. */
export type Replaced = { id: string; path: VirtualPath; plan: TrashPlan };

/**
 * Where a move or copy leaves what it replaces. A file or link of the target folder becomes an entry of the trash; what lay in
 * folders that were merged becomes one entry per merged folder and volume, a folder with what was replaced in it, which comes
 * back by merging. It is in the trash before its name is taken, under both names where the disk has hard links: then the name is
 * never free. Where no trash can be, it is replaced for good; where there is one that fails, the entry is left alone and reported.
 */
export type ReplacedTrash = {
  ownerId: string;
  newId(): string;
  /** Called, and waited for, before anything goes there: the caller keeps the record, for whoever is killed then. */
  record(replaced: Replaced): Promise<void>;
  /** Asked first where keeping is a courtesy: without a yes, or where keeping fails, it is replaced for good. */
  isWanted?(replaced: Replaceable): Promise<boolean>;
  /** Told of each file that took another's place, kept or not: by those that know their files ({@link EntryDetails.fileId}), by others where {@link isWanted} is asked. */
  onReplaced?: (change: FileChange) => Promise<void>;
};

/** The place id of a file, which file it was, and which one it is now, of which size and time; `bornMs`: when that was made, null where nobody can tell. */
export type FileChange = {
  origin: string;
  was: string | null;
  is: string | null;
  stamp: string;
  bornMs: number | null;
};

/** Of a file that is not written to it stays the same. */
export const sizeStampOf = ({ size, mtimeMs }: { size: number | bigint; mtimeMs: number | bigint }): string =>
  `${size}:${Math.floor(Number(mtimeMs))}`;

/** What would be kept, which file that is, as in {@link FileChange}, and the volume that it is on; `usableBytes`: what may still be written there. */
export type Replaceable = {
  origin: string;
  fileId: string | null;
  stamp: string;
  sizeBytes: number;
  usableBytes: number;
  totalBytes: number;
};
