import type { EntryKind } from "./storage";

/** An entry that a survey met, from lstat: a link describes itself. */
export type Surveyed = {
  /** Virtual. */
  path: string;
  name: string;
  kind: EntryKind;
  sizeBytes: number;
  /** On the disk. */
  allocatedBytes: number;
  mtimeMs: number;
  device: number;
  /** The same for all hard links to one file, and null for what has only one. */
  hardLinkId: string | null;
};

export type Survey<C> = {
  /** A folder before what is in it: the context for that, or null to leave it alone. */
  enter: (folder: Surveyed, context: C) => C | null;
  leaf: (entry: Surveyed, context: C) => void;
  /** After what is in a folder, with that context. */
  leave: (context: C) => void;
  /** Something that cannot be read. What the actor may not see is not told of. */
  unreadable: () => void;
};
