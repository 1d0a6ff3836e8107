import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { isOwnName } from "@/lib/server/storage/own-names";
import type { SearchBatch, SearchHit, SearchQuery } from "@/lib/server/storage/search";
import type { Entry } from "@/lib/server/storage/storage";
import { isIgnored, withIgnoreText, type IgnoreRules } from "./ignore-rules";
import { createPace } from "@/lib/server/base/next-slice";
import { limits } from "@/lib/server/base/limits";
import { makeNameMatcher } from "./name-matcher";
import { passesByName, passesByStat } from "./search-filter";
import { isHiddenFromSearch, newTotals, noteUnreadable } from "./search-totals";

/** An entry of a folder, links not followed; `folder` if it is one. */
export type SearchedChild<F> = { entry: Entry; folder: F | null };

export type SearchedTree<F> = {
  top: F;
  /** What the actor may see of a folder; own names may be there. Null: it cannot be read. */
  read: (folder: F, signal: AbortSignal) => Promise<SearchedChild<F>[] | null>;
  readIgnoreFile: (folder: F) => Promise<string | null>;
  /** A hit's last word, such as where a link leads; null when it is gone. */
  finish: (folder: F, entry: Entry) => Promise<Entry | null>;
  /** So many folders are read ahead. */
  ahead: number;
};

const maxWaiting = 200_000;
const maxRules = limits.expressions.ignoreRules.searchCharacters;

/** `below`: the path below the searched folder, with a slash before each name. */
type Waiting<F> = { folder: F; path: VirtualPath; below: string; rules: IgnoreRules | null };
type Children<F> = Promise<SearchedChild<F>[] | null>;

/** See {@link Storage.search}: a folder to each batch, the nearest first. */
export async function* searchFolders<F>(
  tree: SearchedTree<F>,
  { folder, query }: { folder: VirtualPath; query: SearchQuery },
  signal: AbortSignal,
): AsyncGenerator<SearchBatch, void, undefined> {
  const matcher = makeNameMatcher(query);
  const totals = newTotals();
  const endsAtMs = performance.now() + query.maxMs;
  const waiting: Waiting<F>[] = [{ folder: tree.top, path: folder, below: "", rules: null }];
  const begun: Children<F>[] = [];
  // This runs where everybody's requests are answered: after a few milliseconds of names it lets the others in.
  const pace = createPace();
  let rulesLeft = maxRules;
  // What is read ahead ends with the search.
  const stop = new AbortController();
  const any = AbortSignal.any([signal, stop.signal]);
  let found = 0;
  const isLate = () => {
    if (performance.now() > endsAtMs) totals.cut ??= "time";
    return totals.cut !== null || signal.aborted;
  };
  const readAhead = () => {
    for (const { folder: next } of waiting.slice(begun.length, tree.ahead)) {
      const children = tree.read(next, any);
      children.catch(() => {}); // told when its turn comes
      begun.push(children);
    }
  };

  try {
    while (waiting.length > 0 && totals.cut === null) {
      if (signal.aborted) throw new AppError("request/cancelled");
      readAhead();
      const [next, reading] = [waiting.shift(), begun.shift()];
      if (next === undefined || reading === undefined) break;
      if (!isLate() && waiting.length > maxWaiting) totals.cut = "memory";
      const children = await reading;
      totals.folders++;
      if (children === null) noteUnreadable(totals, next.path);
      const seen = await look(next, children ?? []);
      const hits: SearchHit[] = [];
      for (const entry of seen) {
        await pace();
        if (isLate()) break;
        if (!matcher.matches(matcher.isForPath ? `${next.below}/${entry.name}`.slice(1) : entry.name)) continue;
        if (!passesByStat(query.filter, entry)) continue;
        if (found >= query.limit) {
          totals.cut = "limit";
          break;
        }
        const finished = await tree.finish(next.folder, entry);
        if (finished === null) continue;
        found++;
        hits.push({
          path: joinVirtualPath(next.path, entry.name),
          entry: finished,
          ranges: matcher.rangesIn(entry.name),
        });
      }
      yield { hits, totals };
      await new Promise(setImmediate);
    }
  } finally {
    stop.abort();
  }
  if (signal.aborted) throw new AppError("request/cancelled");
  yield { hits: [], totals };

  /** Counts what is there, queues the folders, and gives what may be a hit by all but its name. */
  async function look(at: Waiting<F>, children: readonly SearchedChild<F>[]): Promise<Entry[]> {
    const rules = query.withIgnoreRules ? await rulesOf(at, children) : at.rules;
    const candidates: Entry[] = [];
    for (const { entry, folder: inner } of children) {
      await pace();
      if (isLate()) break;
      const name: EntryName = entry.name;
      if (isOwnName(name)) continue;
      totals.entries++;
      if (isHiddenFromSearch(name, query.withHidden)) continue;
      const below = `${at.below}/${name}`;
      if (query.withIgnoreRules && (name === ".git" || isIgnored(rules, below, inner !== null))) continue;
      if (inner !== null) waiting.push({ folder: inner, path: joinVirtualPath(at.path, name), below, rules });
      if (passesByName(query.filter, name, entry.kind)) candidates.push(entry);
    }
    return candidates;
  }

  async function rulesOf({ folder: at, below, rules }: Waiting<F>, children: readonly SearchedChild<F>[]) {
    if (!children.some(({ entry: { name, kind } }) => name === ".gitignore" && kind === "file")) return rules;
    const text = await tree.readIgnoreFile(at);
    if (text === null) return rules;
    rulesLeft -= text.length;
    if (rulesLeft < 0) totals.cut ??= "memory";
    return rulesLeft < 0 ? rules : withIgnoreText(rules, text, below);
  }
}

/** For `read`: null for what the actor's account may not read, or what is gone. */
export function nullIfUnreadable(error: unknown): null {
  if (isAppError(error) && (error.key === "file/access-denied" || error.key === "file/not-found")) return null;
  throw error;
}
