import { createGzip, constants } from "node:zlib";
import type { sortOrders } from "@/lib/shared/sort-orders";
import { AppError } from "@/lib/shared/errors";
import { chunked } from "@/lib/shared/chunked";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Wire } from "@/lib/server/http/wire";
import type { Entry } from "@/lib/server/storage/storage";
import { createReaderFlow, type ReaderFlow } from "@/lib/server/http/reader-flow";
import { acceptsGzip, jsonHeaders, sendBytes } from "@/lib/server/http/send-bytes";
import { limits } from "@/lib/server/base/limits";
import { listingTurns } from "@/lib/server/base/listing-turns";
import { nextSlice } from "@/lib/server/base/next-slice";
import { createTurns } from "@/lib/server/base/turns";
import { createSorter } from "@/lib/server/base/create-sorter";
import { compareEntries } from "./sort-entries";

/** Made into JSON between two answers to others. */
const jsonAtOnce = 2_000;

type Query = {
  sort?: (typeof sortOrders)[number] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
type Listing = { folder: VirtualPath; writable: boolean; stamp: number; query: Query };

type Asking = Pick<Ctx, "actor" | "request" | "storage" | "signal">;

const sortedTurns = createTurns(limits.sortedListings.turns);

/** With `limit` or `sort` one sorted page, else all as it is read. Throws request/busy and request/overloaded. */
export async function sendListing(listing: Listing, ctx: Asking, wire: Wire): Promise<void> {
  const { limit, sort } = listing.query;
  const isSorted = limit !== undefined || (sort ?? "") !== "";
  if (isSorted) {
    const leave = await sortedTurns(holderOf(ctx), ctx.signal);
    return sendSortedPage(listing, ctx, wire).finally(leave);
  }
  const reader = createReaderFlow(wire.res);
  const leave = await listingTurns(holderOf(ctx), ctx.signal, { flow: reader.flow });
  await streamEntries(listing, ctx, { ...wire, reader }).finally(leave);
}

/**
 * Streams a folder's entries in directory order as they are read: files at once, folders at the end, so that memory holds
 * a page and not the folder.
 */
async function streamEntries(listing: Listing, ctx: Asking, wire: Streamed): Promise<void> {
  const bound = createBound();
  const pages = bound.cut(ctx.storage.list(listing.folder, ctx.signal, bound.ask));
  // Whichever way it ends, nothing of the folder is held any more.
  try {
    await streamPages(listing, { pages, told: bound.told, signal: ctx.signal }, wire);
  } finally {
    await pages.return();
  }
}

type Streamed = Wire & { reader: ReaderFlow };
type Pages = { pages: AsyncGenerator<Entry[], void, undefined>; told: () => string; signal: AbortSignal };

async function streamPages(
  { writable, stamp }: Listing,
  { pages, told, signal }: Pages,
  wire: Streamed,
): Promise<void> {
  // The first two pages decide: a folder that fits one is answered in one piece, and errors still have a clear answer.
  const first = await pages.next();
  const second = first.done === true ? null : await pages.next();
  const folders: string[] = [];
  const head = `{"code":0,"message":"success","data":{"writable":${String(writable)},"stamp":${stamp},"cursor":null,"files":[`;
  const firstFiles = toJsonLines(first.done === true ? [] : first.value, folders);
  if (second === null || second.done === true)
    return sendBytes(wire, Buffer.from(`${head}${firstFiles}],"folders":[${folders.join(",")}]${told()}}}`));

  const { res, reader } = wire;
  const isCompressed = acceptsGzip(wire);
  res.writeHead(200, { ...jsonHeaders, ...(isCompressed ? { "content-encoding": "gzip" } : {}) });
  const gzip = isCompressed ? createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 }) : null;
  gzip?.pipe(res);
  const out = gzip ?? res;
  let needsComma = firstFiles !== "";
  let goesOn = await reader.write(out, head + firstFiles, signal);
  gzip?.flush(constants.Z_SYNC_FLUSH);
  for (let page: IteratorResult<Entry[]> = second; page.done !== true && goesOn; page = await pages.next()) {
    await nextSlice();
    const files = toJsonLines(page.value, folders);
    if (files === "") continue;
    goesOn = await reader.write(out, (needsComma ? "," : "") + files, signal);
    needsComma = true;
  }
  if (!goesOn) {
    gzip?.destroy();
    return;
  }
  out.end(`],"folders":[${folders.join(",")}]${told()}}}`);
}

async function sendSortedPage(
  { folder, writable, stamp, query }: Listing,
  { storage, signal }: Asking,
  wire: Wire,
): Promise<void> {
  const start = query.cursor === undefined ? 0 : Number(query.cursor);
  if (!Number.isSafeInteger(start) || start < 0)
    throw new AppError("request/invalid", { field: "cursor", problem: "not one of ours" });
  const sorter = createSorter(compareEntries(query.sort ?? ""));
  const bound = createBound();
  for await (const page of bound.cut(storage.list(folder, signal, bound.ask))) await sorter.add(page);
  const all = await sorter.end();
  const end = query.limit === undefined ? all.length : start + query.limit;
  const files: string[] = [];
  const folders: string[] = [];
  for (const part of chunked(all.slice(start, end), jsonAtOnce)) {
    files.push(toJsonLines(part, folders));
    await nextSlice();
  }
  const cursor = end < all.length ? `"${end}"` : "null";
  const text = files.filter((part) => part !== "").join(",");
  // Who takes it slowly keeps others waiting, who want theirs sorted.
  const late = setTimeout(() => wire.res.destroy(), limits.sortedListings.maxSendMs);
  await sendBytes(
    wire,
    Buffer.from(
      `{"code":0,"message":"success","data":{"writable":${String(writable)},"stamp":${stamp},"cursor":${cursor},"files":[${text}],"folders":[${folders.join(",")}]${bound.told()}}}`,
    ),
  ).finally(() => clearTimeout(late));
}

/** Ends a listing where it is too long, and tells of it. */
function createBound() {
  const most = limits.listedEntries;
  let isCut = false;
  return {
    // One more, to know whether there are more.
    ask: { most: most + 1 },
    async *cut(pages: AsyncIterable<Entry[]>): AsyncGenerator<Entry[], void, undefined> {
      let count = 0;
      for await (const page of pages) {
        const fitting = page.slice(0, most - count);
        count += fitting.length;
        isCut = fitting.length < page.length;
        yield fitting;
        if (isCut) return;
      }
    },
    told: () => (isCut ? ',"is_cut":true' : ""),
  };
}

/** Files as one comma-separated text; folders, and links to them, go to the list. */
function toJsonLines(entries: readonly Entry[], folders: string[]): string {
  const files: string[] = [];
  for (const entry of entries) {
    const line = toJson(entry);
    if (entry.kind === "folder" || entry.link?.leadsTo === "folder") folders.push(line);
    else files.push(line);
  }
  // Joined, for adding piece by piece leaves a tree of 20 MB behind a large folder.
  return files.join(",");
}

const plainName = /^[\w .()\-+,@=~[\]{}!#$%&;]*$/;

function toJson({ name, kind, sizeBytes, mtimeMs, mode, link }: Entry): string {
  const quoted = plainName.test(name) ? `"${name}"` : JSON.stringify(name);
  const target = link === undefined ? "" : `,"link":${JSON.stringify(link)}`;
  return `{"name":${quoted},"kind":"${kind}","size":${sizeBytes},"mtime":${Math.round(mtimeMs)},"mode":${mode}${target}}`;
}
