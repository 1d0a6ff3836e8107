import type { SearchQuery } from "@/lib/server/storage/search";

/** A plain search for a text, or what is given of it. */
export function queryOf(text: string, more: Partial<SearchQuery> = {}): SearchQuery {
  return {
    text,
    mode: "part",
    matchCase: false,
    filter: {},
    withHidden: true,
    withIgnoreRules: false,
    limit: 1_000,
    maxMs: 20_000,
    ...more,
  };
}
