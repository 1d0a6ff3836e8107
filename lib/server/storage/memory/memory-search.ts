import { runInNewContext } from "node:vm";
import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { isOwnName } from "@/lib/server/storage/own-names";
import { isIgnored, withIgnoreText, type IgnoreRules } from "@/lib/server/storage/matching/ignore-rules";
import { makeNameMatcher, type NameMatcher } from "@/lib/server/storage/matching/name-matcher";
import { passesByName, passesByStat } from "@/lib/server/storage/matching/search-filter";
import { isHiddenFromSearch, newTotals } from "@/lib/server/storage/matching/search-totals";
import type { SearchBatch, SearchHit, SearchQuery } from "@/lib/server/storage/search";
import type { MemoryResolver } from "./memory-resolver";
import { entryOf, type MemoryFolder } from "./memory-volume";

/** Of matching the names of one folder. */
const slowMs = 1_000;

type Waiting = { folder: MemoryFolder; path: VirtualPath; below: string; rules: IgnoreRules | null };

/** See {@link Storage.search}: a folder to each batch. */
export async function* searchMemory(
  { findFolder, policy }: MemoryResolver,
  start: { folder: VirtualPath; query: SearchQuery },
  signal: AbortSignal,
): AsyncGenerator<SearchBatch, void, undefined> {
  const { query } = start;
  const matcher = makeNameMatcher(query);
  const { node, real } = findFolder(start.folder);
  const totals = newTotals();
  const endsAtMs = performance.now() + query.maxMs;
  const waiting: Waiting[] = [{ folder: node, path: start.folder, below: "", rules: null }];
  let found = 0;
  for (let next = waiting.shift(); next !== undefined && totals.cut === null; next = waiting.shift()) {
    if (signal.aborted) throw new AppError("request/cancelled");
    if (performance.now() > endsAtMs) totals.cut = "time";
    totals.folders++;
    const { folder, below, path } = next;
    const isAllowed = (name: string) => policy.access(`${real}${below}/${name}`) !== "none";
    const rules = query.withIgnoreRules && isAllowed(".gitignore") ? rulesOf(next) : next.rules;
    const names: { name: EntryName; text: string }[] = [];
    for (const [text, child] of folder.nodes) {
      const name = text as EntryName; // nodes have no others
      if (isOwnName(name) || !isAllowed(name)) continue;
      totals.entries++;
      if (isHiddenFromSearch(name, query.withHidden)) continue;
      const inside = `${below}/${name}`;
      if (query.withIgnoreRules && (name === ".git" || isIgnored(rules, inside, child.kind === "folder"))) continue;
      if (child.kind === "folder")
        waiting.push({ folder: child, path: joinVirtualPath(path, name), below: inside, rules });
      if (passesByName(query.filter, name, child.kind))
        names.push({ name, text: matcher.isForPath ? inside.slice(1) : name });
    }
    const hits: SearchHit[] = [];
    const matching = matchAll(
      matcher,
      names.map(({ text }) => text),
    );
    for (const [index, { name }] of names.entries()) {
      const child = folder.nodes.get(name);
      if (child === undefined || matching[index] !== true || !passesByStat(query.filter, entryOf(name, child)))
        continue;
      if (found >= query.limit) {
        totals.cut = "limit";
        break;
      }
      found++;
      hits.push({ path: joinVirtualPath(path, name), entry: entryOf(name, child), ranges: matcher.rangesIn(name) });
    }
    yield { hits, totals };
    await new Promise(setImmediate);
  }
  if (signal.aborted) throw new AppError("request/cancelled");
  yield { hits: [], totals };
}

function rulesOf({ folder, below, rules }: Waiting): IgnoreRules | null {
  const file = folder.nodes.get(".gitignore");
  return file?.kind === "file" ? withIgnoreText(rules, Buffer.from(file.bytes).toString("utf8"), below) : rules;
}

/** An expression that takes for ever is ended: the engine can be stopped where it runs in a context of its own. */
function matchAll(matcher: NameMatcher, texts: readonly string[]): boolean[] {
  const run = () => texts.map((text) => matcher.matches(text));
  if (!matcher.isPattern) return run();
  try {
    return runInNewContext("run()", { run }, { timeout: slowMs }) as boolean[]; // as above
  } catch (error) {
    if (isTimeout(error)) throw new AppError("search/pattern-slow", {}, { cause: error });
    throw error;
  }
}

/** Made in another context it is no Error of this one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
