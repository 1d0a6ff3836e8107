import type { InputOf } from "@/lib/contracts/endpoint";
import type { searchContract } from "@/lib/contracts/search";
import { searchModes, searchSubjects } from "@/lib/shared/search-modes";
import type { VirtualPath } from "@/lib/shared/paths";
import { extensionsOfType, fileTypes, type FileType } from "./file-types";

export const sizeChoices = ["tiny", "small", "medium", "large", "huge"] as const;
export const dateChoices = ["day", "week", "month", "year"] as const;

/** What is looked for, as the address says it. */
export type SearchQuery = {
  text: string;
  what: (typeof searchSubjects)[number];
  mode: (typeof searchModes)[number];
  matchCase: boolean;
  /** All places instead of the open folder. */
  everywhere: boolean;
  /** Without what .gitignore excludes. */
  ignore: boolean;
  type: FileType | null;
  size: (typeof sizeChoices)[number] | null;
  date: (typeof dateChoices)[number] | null;
};

export const emptyQuery: SearchQuery = {
  text: "",
  what: "name",
  mode: "part",
  matchCase: false,
  everywhere: false,
  ignore: false,
  type: null,
  size: null,
  date: null,
};

function oneOf<T extends string>(values: readonly T[], text: string | null): T | null {
  return values.find((value) => value === text) ?? null;
}

/** The search that an address asks for; null when it asks for none. */
export function parseQuery(search: string): SearchQuery | null {
  const params = new URLSearchParams(search);
  const text = params.get("q");
  if (text === null) return null;
  return {
    text: text.slice(0, 1000),
    what: oneOf(searchSubjects, params.get("in")) ?? emptyQuery.what,
    mode: oneOf(searchModes, params.get("mode")) ?? emptyQuery.mode,
    matchCase: params.has("case"),
    everywhere: params.has("everywhere"),
    ignore: params.has("ignore"),
    type: oneOf(fileTypes, params.get("type")),
    size: oneOf(sizeChoices, params.get("size")),
    date: oneOf(dateChoices, params.get("date")),
  };
}

/** The address's part behind the question mark; what is as usual is left out. */
export function formatQuery(query: SearchQuery): string {
  const params = new URLSearchParams({ q: query.text });
  if (query.what !== emptyQuery.what) params.set("in", query.what);
  if (query.mode !== emptyQuery.mode) params.set("mode", query.mode);
  for (const flag of ["everywhere", "ignore"] as const) if (query[flag]) params.set(flag, "1");
  if (query.matchCase) params.set("case", "1");
  for (const choice of ["type", "size", "date"] as const) {
    const value = query[choice];
    if (value !== null) params.set(choice, value);
  }
  return params.toString();
}

const kib = 1024;
const mib = 1024 * kib;
const sizes: Record<(typeof sizeChoices)[number], { min?: number; max?: number }> = {
  tiny: { max: 16 * kib },
  small: { min: 16 * kib, max: mib },
  medium: { min: mib, max: 100 * mib },
  large: { min: 100 * mib, max: 1024 * mib },
  huge: { min: 1024 * mib },
};

const dayMs = 86_400_000;
const days: Record<(typeof dateChoices)[number], number> = { day: 1, week: 7, month: 31, year: 366 };

/** Whether there is anything to look for yet. */
export function isAsking({ text, what, type, size, date }: SearchQuery): boolean {
  return text !== "" || (what === "name" && (type !== null || size !== null || date !== null));
}

type Place = { folders: readonly VirtualPath[]; showHidden: boolean; nowMs: number };

export function toInput(
  query: SearchQuery,
  { folders, showHidden, nowMs }: Place,
): InputOf<typeof searchContract.searchBy> {
  const { text, what, mode, matchCase, ignore, type, size, date } = query;
  return {
    folder: [...folders],
    text,
    what,
    mode: what === "text" && mode === "glob" ? "part" : mode,
    case: matchCase,
    hidden: showHidden,
    ignore,
    ...(type === "folder" ? { kind: ["folder"] } : {}),
    ...(type === null || type === "folder" ? {} : { ext: [...extensionsOfType(type)] }),
    ...(size === null ? {} : sizes[size]),
    ...(date === null ? {} : { from: nowMs - days[date] * dayMs }),
    limit: 5_000,
  };
}
