import type { SearchLine } from "@/lib/contracts/search";
import { AppError, isErrorKey, type ErrorKey } from "@/lib/shared/errors";
import type { FileEntry } from "@/lib/contracts/file";

export type Found = Extract<SearchLine, { type: "hit" }>;
export type SearchSummary = Extract<SearchLine, { type: "done" }>;

export type SearchState = {
  /** Which search it is. */
  key: string;
  phase: "idle" | "running" | "done" | "failed";
  /** Of the search before, as long as this one has found nothing yet: the list does not flicker while one types. */
  isStale: boolean;
  hits: readonly Found[];
  /** One row for each hit; its `name` is the whole path, which no two have in common. */
  rows: readonly FileEntry[];
  entries: number;
  summary: SearchSummary | null;
  error: unknown;
};

export type SearchAction =
  | { type: "begin"; key: string }
  | { type: "lines"; lines: readonly SearchLine[] }
  | { type: "end" }
  | { type: "fail"; error: unknown }
  | { type: "clear" };

export const noSearch: SearchState = {
  key: "",
  phase: "idle",
  isStale: false,
  hits: [],
  rows: [],
  entries: 0,
  summary: null,
  error: null,
};

export function reduceSearch(state: SearchState, action: SearchAction): SearchState {
  switch (action.type) {
    case "begin":
      return { ...state, key: action.key, phase: "running", isStale: true, summary: null, error: null, entries: 0 };
    case "lines":
      return withLines(state, action.lines);
    case "end":
      // A failure that came as a line has ended it already.
      if (state.phase === "failed") return state;
      return { ...(state.isStale ? withHits(state, []) : state), phase: "done", isStale: false };
    case "fail":
      return { ...noSearch, key: state.key, phase: "failed", error: action.error };
    default:
      return noSearch;
  }
}

function withHits(state: SearchState, hits: readonly Found[]): SearchState {
  return { ...state, hits, rows: hits.map(rowOf) };
}

function rowOf({ path, entry }: Found): FileEntry {
  return { ...entry, name: path };
}

function withLines(state: SearchState, lines: readonly SearchLine[]): SearchState {
  const found = lines.filter((line) => line.type === "hit");
  const last = lines.at(-1);
  const entries = last !== undefined && "entries" in last ? last.entries : state.entries;
  const failure = lines.find((line) => line.type === "error");
  if (failure !== undefined) {
    const key: ErrorKey = isErrorKey(failure.error) ? failure.error : "internal";
    return { ...noSearch, key: state.key, phase: "failed", error: new AppError(key, failure.params) };
  }
  const summary = lines.find((line) => line.type === "done") ?? state.summary;
  if (found.length === 0) return { ...state, entries, summary };
  const before = state.isStale ? [] : state.hits;
  return {
    ...state,
    isStale: false,
    entries,
    summary,
    hits: [...before, ...found],
    rows: [...(state.isStale ? [] : state.rows), ...found.map(rowOf)],
  };
}
