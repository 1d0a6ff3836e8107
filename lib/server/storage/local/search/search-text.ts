import { AppError } from "@/lib/shared/errors";
import { nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { SearchBatch, SearchHit, SearchQuery } from "@/lib/server/storage/search";
import { throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import { fdPath, fromLatin1 } from "@/lib/server/storage/local/sys/fs-path";
import { openFile } from "@/lib/server/storage/local/read/open-file";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags } from "@/lib/server/storage/local/sys/sys";
import { findRipgrep } from "./find-ripgrep";
import type { RawFile } from "./parse-ripgrep";
import { planPlaces, type OpenedPlace } from "./plan-places";
import { readFoundLines } from "./read-found-lines";
import { readWideLines } from "./read-wide-lines";
import { ripgrepArgs, wideArgs } from "./ripgrep-args";
import { assertPattern, runRipgrep } from "./run-ripgrep";
import { passesByName, passesByStat } from "@/lib/server/storage/matching/search-filter";
import { newTotals } from "@/lib/server/storage/matching/search-totals";

type Search = { resolver: Resolver; folder: VirtualPath; query: SearchQuery; signal: AbortSignal };

/**
 * See {@link Storage.searchText}. ripgrep walks, with names of open descriptors, only folders that the actor may read as a whole; each
 * file that it names is then opened as if the actor did, and shown is what is read there.
 */
export async function* searchText({
  resolver,
  folder,
  query,
  signal,
}: Search): AsyncGenerator<SearchBatch, void, undefined> {
  const program = await findRipgrep();
  if (program === null) throw new AppError("search/text-unavailable");
  await assertPattern(program, query);
  const totals = newTotals();
  const endsAtMs = performance.now() + query.maxMs;
  const start = await resolver.openHandle(folder, openFlags.folderPlace);
  try {
    const { places, close } = await planPlaces({
      policy: resolver.policy,
      start,
      path: folder,
      withHidden: query.withHidden,
      totals,
    });
    try {
      yield { hits: [], totals };
      const mayBeFile = query.filter.kinds?.includes("file") ?? true;
      const groups = [places.filter(({ isDeep }) => isDeep), places.filter(({ isDeep }) => !isDeep)];
      let count = 0;
      const passes = [
        { args: ripgrepArgs(query), isWide: false },
        { args: wideArgs(query), isWide: true },
      ];
      const runs = passes.flatMap((pass) => groups.map((group) => ({ ...pass, group })));
      for (const { group, args: pattern, isWide } of runs) {
        if (pattern === null || group.length === 0 || !mayBeFile || totals.cut !== null) continue;
        const args = [...pattern, ...(group === groups[0] ? [] : ["--max-depth=1"])];
        const run = runRipgrep({ program, args, ...placesFor(group), endsAtMs, signal });
        for await (const { files, cut } of run) {
          const hits: SearchHit[] = [];
          for (const file of files) {
            throwIfAborted(signal);
            if (count >= query.limit) totals.cut = "limit";
            if (totals.cut !== null) break;
            const hit = await readHit({ resolver, folder, places: group, query, isWide }, file);
            if (hit === null) continue;
            hits.push(hit);
            count += hit.lines?.length ?? 0;
          }
          totals.cut ??= cut;
          if (hits.length > 0) yield { hits, totals };
          if (totals.cut !== null) break;
        }
      }
      yield { hits: [], totals };
    } finally {
      await close();
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(start.fd);
  }
}

/**
 * What ripgrep is to walk. A single place is where it starts: each file opened by way of /proc would cost it a quarter more, for
 * all who use that name wait for each other in the kernel.
 */
function placesFor(group: readonly OpenedPlace[]): { folder: string; places: string[] } {
  const [only, ...others] = group;
  if (only !== undefined && others.length === 0) return { folder: fdPath(only.fd), places: ["./"] };
  return { folder: "/", places: group.map(({ fd }) => `${fdPath(fd)}/`) };
}

/** The place that a path of ripgrep's lies in, and the rest of the path with its slash. */
function findPlace(group: readonly OpenedPlace[], path: string): { below: string; rest: string } | null {
  const [only, ...others] = group;
  if (only !== undefined && others.length === 0)
    return path.startsWith("./") ? { below: only.below, rest: path.slice(1) } : null;
  const place = group.find(({ fd }) => path.startsWith(`${fdPath(fd)}/`));
  return place === undefined ? null : { below: place.below, rest: path.slice(fdPath(place.fd).length) };
}

type Hits = Pick<Search, "resolver" | "folder" | "query"> & {
  places: readonly OpenedPlace[];
  /** Of UTF-16 without a byte order mark. */
  isWide: boolean;
};

/** Null for what the actor may not open, what the filter does not want, and what is not there any more. */
async function readHit(
  { resolver, folder, places, query, isWide }: Hits,
  { path: raw, matches }: RawFile,
): Promise<SearchHit | null> {
  const { filter } = query;
  const place = findPlace(places, raw);
  if (place === null) return null;
  const path = parseVirtualPath(`${folder}${place.below}${fromLatin1(place.rest)}`);
  if (path === null || !passesByName(filter, nameOf(path), "file")) return null;
  try {
    const file = await openFile(resolver, path);
    try {
      const { name, sizeBytes, mtimeMs, mode } = file.stat;
      if (!passesByStat(filter, { sizeBytes, mtimeMs })) return null;
      const { fd } = file.disk;
      const { lines, hasMore } = isWide
        ? await readWideLines({ fd, sizeBytes, query }, matches)
        : await readFoundLines({ fd, sizeBytes, text: query.text }, matches);
      if (lines.length === 0) return null;
      return {
        path,
        entry: { name, kind: "file", sizeBytes, mtimeMs, mode },
        ranges: [],
        lines,
        hasMoreLines: hasMore,
      };
    } finally {
      await file.close();
    }
  } catch {
    return null; // not for this actor, or gone meanwhile
  }
}
