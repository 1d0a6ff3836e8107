import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, flag, hostPath, oneOrMore, virtualPath } from "./fields";
import { fileEntry } from "./file";

import { searchModes, searchSubjects } from "@/lib/shared/search-modes";
/** Hits, or lines with hits, of one search. */
export const maxSearchHits = 10_000;

const range = z.tuple([z.number(), z.number()]);
const foundLine = z.object({
  line: z.number(),
  text: z.string(),
  ranges: z.array(range),
  /** The line begins before the text. */
  cut: z.boolean(),
});
const totals = {
  folders: z.number(),
  entries: z.number(),
  unreadable: z.array(z.string()),
  unreadableCount: z.number(),
  /** Why it ended before its end: too many hits, too long, or a file too large to look into. */
  cut: z.enum(["limit", "time", "memory"]).nullable(),
};

/** A line of the answer. The last one is `done` or `error`. */
export const searchLine = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hit"),
    path: z.string(),
    entry: fileEntry,
    /** What of the name was found: from, to (exclusive), in UTF-16 units. */
    ranges: z.array(range),
    lines: z.array(foundLine).optional(),
    /** The file has more such lines than are shown. */
    more: z.boolean().optional(),
  }),
  z.object({ type: z.literal("progress"), folders: z.number(), entries: z.number() }),
  z.object({ type: z.literal("done"), hits: z.number(), ...totals }),
  z.object({
    type: z.literal("error"),
    error: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);
export type SearchLine = z.infer<typeof searchLine>;

const size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

const query = {
  access: "file_read",
  bytes: true,
  audit: false,
  input: z.object({
    folder: oneOrMore(virtualPath, 64),
    text: z.string().max(1000).default(""),
    mode: z.enum(searchModes).default("part"),
    what: z.enum(searchSubjects).default("name"),
    case: flag,
    hidden: flag,
    ignore: flag,
    kind: oneOrMore(z.enum(["file", "folder", "link", "special"]), 4).optional(),
    ext: oneOrMore(z.string().regex(/^[\p{L}\p{N}_+~-]{1,32}$/u), 200).optional(),
    min: size,
    max: size,
    from: size,
    to: size,
    limit: z.coerce.number().int().min(1).max(maxSearchHits).default(1_000),
  }),
  output: searchLine,
} as const;

const indexedRoots = z.object({
  roots: z.array(z.object({ path: z.string(), note: z.string(), isKept: z.boolean() })),
});

export const searchContract = {
  search: endpoint({
    ...query,
    method: "GET",
    path: "file/search",
    viewing: true,
    summary:
      "Search folders and their subfolders for names or for text in files. Returns newline-delimited JSON: results as they are found, then the totals.",
  }),
  searchBy: endpoint({
    ...query,
    method: "POST",
    path: "file/search",
    summary: "Search, with the query in the request body.",
  }),
  getSearchIndex: endpoint({
    method: "GET",
    path: "search/index",
    access: "search_index",
    summary: "List the configured locations and whether each is indexed for search.",
    input: empty,
    output: indexedRoots,
  }),
  setSearchIndex: endpoint({
    method: "POST",
    path: "search/index",
    access: "search_index",
    summary: "Turn the search index of a location on or off.",
    input: z.object({ path: hostPath, isKept: z.boolean() }),
    output: indexedRoots,
  }),
};
