// What expressions of users may cost others where files of hosts and containers are searched: node --import tsx bench/hostile-expressions.ts
// Four searches at once over names that are as bad as can be, in this process; the loop's longest wait is what anybody else would feel.
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { VirtualPath } from "@/lib/shared/paths";
import { searchFolders } from "@/lib/server/storage/matching/search-folders";
import type { SearchQuery } from "@/lib/server/storage/search";
import type { Entry } from "@/lib/server/storage/storage";

const names = Array.from({ length: 5_000 }, (_, index) => `${"a".repeat(240)}!${index}`);
const entryOf = (name: string) => ({ name, kind: "file", sizeBytes: 1, mtimeMs: 0 }) as unknown as Entry; // what a search looks at
const rules = `${`${"*a".repeat(90)}b\n`.repeat(300)}${"[a-z]*?".repeat(100)}\n`;
const children = [...names, ".gitignore"].map((name) => ({ entry: entryOf(name), folder: null }));
const tree = {
  top: 0,
  ahead: 1,
  read: () => Promise.resolve(children),
  readIgnoreFile: () => Promise.resolve(rules),
  finish: (_: number, entry: Entry) => Promise.resolve(entry),
};

async function search(text: string, mode: SearchQuery["mode"], withIgnoreRules: boolean): Promise<string> {
  const query = { text, mode, matchCase: false, filter: {}, withHidden: true, withIgnoreRules, limit: 10_000 };
  const start = { folder: "r" as VirtualPath, query: { ...query, maxMs: 5_000 } };
  let last = "";
  for await (const { hits, totals } of searchFolders(tree, start, new AbortController().signal))
    last = `${totals.entries} names, ${hits.length} hits, ended by ${totals.cut ?? "the end"}`;
  return last;
}

const attacks: [string, SearchQuery["mode"], boolean][] = [
  ["(a+)+$", "regex", false],
  ["(a|aa)+$", "regex", false],
  ["(.*a){40}$", "regex", false],
  ["(a?){50}(a?){50}a{90}$", "regex", false],
  [String.raw`(?:\p{L}{1,9}){18}$`, "regex", false],
  ["*a".repeat(90), "glob", false],
  ["a", "part", true],
];
for (const [text, mode, withRules] of attacks) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const beganMs = performance.now();
  const ends = await Promise.all(Array.from({ length: 4 }, () => search(text, mode, withRules)));
  delay.disable();
  const what = withRules ? "a hostile .gitignore" : text.slice(0, 40);
  console.log(
    `${what}: 4 at once ${((performance.now() - beganMs) / 1_000).toFixed(1)} s, others wait ${(delay.max / 1e6).toFixed(0)} ms at most; ${ends[0] ?? ""}`,
  );
}
