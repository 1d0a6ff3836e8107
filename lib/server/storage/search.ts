import type { VirtualPath } from "@/lib/shared/paths";
import type { Entry, EntryKind } from "./storage";

/** `all`: the whole name, `start`: its beginning, `part`: anywhere; `glob` and `regex` as well. */
export type SearchMode = "all" | "start" | "part" | "glob" | "regex";

/** What a hit must be besides its name or text. Sizes are those of files: with one given, nothing else is found. */
export type SearchFilter = {
  kinds?: readonly EntryKind[];
  /** In lower case, without the dot. Only files have one. */
  extensions?: readonly string[];
  minBytes?: number;
  maxBytes?: number;
  changedFromMs?: number;
  changedToMs?: number;
};

export type SearchQuery = {
  text: string;
  mode: SearchMode;
  /** Otherwise `A` is `a`, `ß` is `ss` and composed letters are the same as decomposed ones. */
  matchCase: boolean;
  filter: SearchFilter;
  /** Whether names that begin with a dot, and what is below them, count. */
  withHidden: boolean;
  /** Whether what `.gitignore` files in the searched folders exclude is left out, and `.git`. */
  withIgnoreRules: boolean;
  /** Hits, or lines with hits, after which the search ends. */
  limit: number;
  /** Time after which it ends. */
  maxMs: number;
};

/** From, to (exclusive), in UTF-16 units. */
export type TextRange = readonly [start: number, end: number];

/** One line of a file around what was found: at most a few hundred characters of it. */
export type FoundLine = { line: number; text: string; ranges: readonly TextRange[]; isCutAtStart: boolean };

export type SearchHit = {
  path: VirtualPath;
  entry: Entry;
  /** What of the name was found. */
  ranges: readonly TextRange[];
  /** What was found in the file, and whether there is more of it in there. */
  lines?: readonly FoundLine[];
  hasMoreLines?: boolean;
};

export type SearchTotals = {
  folders: number;
  entries: number;
  /** Folders that could not be read: the first 100, and how many. */
  unreadable: readonly string[];
  unreadableCount: number;
  /** Why the search ended before its end. */
  cut: "limit" | "time" | "memory" | null;
};

/** Hits as they come, and what was looked through until then. */
export type SearchBatch = { hits: SearchHit[]; totals: SearchTotals };
