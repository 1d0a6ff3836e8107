import path from "node:path";
import { z } from "zod";
import type { searchContract } from "@/lib/contracts/search";
import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath } from "@/lib/shared/paths";
import { getApp, type App } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { defineSetting } from "@/lib/server/group/define-setting";
import { realPlace } from "@/lib/server/storage/places";
import { accessOf } from "@/lib/server/storage/scope";
import { pruneIndex, type IndexPlace } from "@/lib/server/storage/index-file";

const settledMs = 2_000;
const buildMs = 30 * 60_000;

/** Real host paths of the roots whose names are kept. */
export const indexedFolders = defineSetting<readonly string[]>({
  name: "search_index",
  schema: z.array(z.string()),
  fallback: [],
  isPortable: false,
});
let building: { stop: () => void; done: Promise<void> } | null = null;

const fileIn = (dataDir: string) => path.join(dataDir, "search-index.db");

export function searchIndexIn(dataDir: string): IndexPlace | null {
  const folders = indexedFolders.get();
  return folders.length === 0 ? null : { file: fileIn(dataDir), folders, settledMs };
}

/** At start: an index that nothing is kept in takes no space. */
export function openSearchIndex(app: App): void {
  if (indexedFolders.get().length === 0) pruneIndex({ file: fileIn(app.env.dataDir), folders: [] });
  startIndexing(app);
}

/** Reads the kept roots once, in the background, so that the first search need not. Instead of what was being read until then. */
function startIndexing(app: App): void {
  const before = building;
  before?.stop();
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, app.stopping]);
  const done = (before?.done ?? Promise.resolve()).then(() => readAll(app, signal));
  building = { stop: () => abort.abort(), done };
}

async function readAll(app: App, signal: AbortSignal): Promise<void> {
  const start = parseVirtualPath("index");
  for (const hostPath of indexedFolders.get()) {
    if (start === null || signal.aborted) return;
    const roots = [{ id: start, note: "", place: hostPath, writable: false }];
    const storage = app.storageAt({ roots, scopes: null, asker: null });
    // No name holds a slash: everything is read, nothing found.
    const query = {
      text: "/",
      mode: "part",
      matchCase: false,
      filter: {},
      withHidden: true,
      withIgnoreRules: false,
    } as const;
    try {
      for await (const { totals } of storage.search(start, { ...query, limit: 1, maxMs: buildMs }, signal))
        if (totals.cut !== null) app.log.warn({ folder: hostPath }, "the search index was not finished in time");
    } catch (error) {
      if (!signal.aborted) app.log.warn({ err: error, folder: hostPath }, "the search index was not built");
    }
  }
}

/** Those that the caller has: of others neither the name nor the place is told. */
async function describeRoots({ scopes }: Actor): Promise<{ path: string; note: string; isKept: boolean }[]> {
  const folders = indexedFolders.get();
  const roots = await Promise.all(
    getApp().env.roots.map(async ({ hostPath, note }) => {
      const real = await realPlace(hostPath);
      return { path: real, note, isKept: folders.includes(real) };
    }),
  );
  return roots.filter((root) => accessOf(root.path, scopes) !== "none");
}

export const getSearchIndex: Service<typeof searchContract.getSearchIndex> = async (_, { actor }) => ({
  roots: await describeRoots(actor),
});

export const setSearchIndex: Service<typeof searchContract.setSearchIndex> = async (
  { path: root, isKept },
  { db, actor },
) => {
  if (!(await describeRoots(actor)).some((known) => known.path === root))
    throw new AppError("request/invalid", { field: "path", problem: "not a configured root" });
  const value = [...indexedFolders.get().filter((folder) => folder !== root), ...(isKept ? [root] : [])];
  await indexedFolders.save(db, value);
  const app = getApp();
  if (!isKept) {
    building?.stop();
    await building?.done;
    pruneIndex({ file: fileIn(app.env.dataDir), folders: value });
  }
  if (value.length > 0) startIndexing(app);
  return { roots: await describeRoots(actor) };
};
