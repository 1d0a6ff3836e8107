import type { VirtualPath } from "@/lib/shared/paths";
import type { SearchBatch, SearchQuery } from "@/lib/server/storage/search";
import { throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import type { PolicyInput } from "@/lib/server/storage/policy";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags } from "@/lib/server/storage/local/sys/sys";
import type { IndexPlace } from "@/lib/server/storage/index-file";
import { makeNameMatcher } from "@/lib/server/storage/matching/name-matcher";
import { runWalk } from "./search-threads";

type Search = {
  resolver: Resolver;
  policy: PolicyInput;
  index: IndexPlace | null;
  folder: VirtualPath;
  query: SearchQuery;
  signal: AbortSignal;
};

/** See {@link Storage.search}. */
export async function* searchNames({
  resolver,
  policy,
  index,
  folder,
  query,
  signal,
}: Search): AsyncGenerator<SearchBatch, void, undefined> {
  makeNameMatcher(query); // a pattern that is none is said at once
  const { fd, real } = await resolver.openHandle(folder, openFlags.folderPlace);
  await closeQuietly(fd);
  const { roots, scopes, protectedPaths, hiddenDirs } = policy;
  const job = {
    policy: { roots: [...roots], scopes, protectedPaths, hiddenDirs },
    known: resolver.known.numbers(),
    start: { real, path: folder },
    query,
    index,
  };
  const waiting: SearchBatch[] = [];
  let wake = () => {};
  let ended: { error: unknown } | null = null;
  // Whoever leaves the loop early (a limit of its own, a broken connection) ends the walk as well.
  const left = new AbortController();
  const walk = runWalk(job, AbortSignal.any([signal, left.signal]), (batch) => {
    waiting.push(batch);
    wake();
  })
    .then(() => {
      ended = { error: null };
    })
    .catch((error: unknown) => {
      ended = { error };
    })
    .finally(() => wake());
  try {
    for (;;) {
      throwIfAborted(signal);
      const batch = waiting.shift();
      if (batch !== undefined) yield batch;
      else if (ended !== null) {
        const { error } = ended as { error: unknown }; // the compiler does not see the walk assign it
        if (error !== null) throw toAppError(error);
        return;
      } else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    left.abort();
    await walk;
  }
}
