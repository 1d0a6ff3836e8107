import { createGzip, constants } from "node:zlib";
import type { sortOrders } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/ctx";
import type { Wire } from "@/lib/server/http/hot-table";
import type { Entry } from "@/lib/server/storage/storage";
import { acceptsGzip, jsonHeaders, sendBytes, writeOut } from "@/lib/server/http/send-bytes";
import { compareEntries } from "./sort-entries";

type Query = {
  sort?: (typeof sortOrders)[number] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
type Listing = { folder: VirtualPath; writable: boolean; stamp: number; query: Query };

/**
 * Streams a folder's entries in directory order as they are read: files at once, folders at the end, so that memory holds
 * a page and not the folder. With `limit` or `sort` one sorted page instead.
 */
export async function sendListing(
  { folder, writable, stamp, query }: Listing,
  ctx: Pick<Ctx, "storage" | "signal">,
  wire: Wire,
): Promise<void> {
  const pages = ctx.storage.list(folder, ctx.signal)[Symbol.asyncIterator]();
  if (query.limit !== undefined || (query.sort ?? "") !== "")
    return sendSortedPage({ pages, writable, stamp, query }, wire);
  // The first two pages decide: a folder that fits one is answered in one piece, and errors still have a clear answer.
  const first = await pages.next();
  const second = first.done === true ? null : await pages.next();
  const folders: string[] = [];
  const head = `{"code":0,"message":"success","data":{"writable":${String(writable)},"stamp":${stamp},"cursor":null,"files":[`;
  const firstFiles = toJsonLines(first.done === true ? [] : first.value, folders);
  if (second === null || second.done === true)
    return sendBytes(wire, Buffer.from(`${head}${firstFiles}],"folders":[${folders.join(",")}]}}`));

  const { res } = wire;
  const isCompressed = acceptsGzip(wire);
  res.writeHead(200, { ...jsonHeaders, ...(isCompressed ? { "content-encoding": "gzip" } : {}) });
  const gzip = isCompressed ? createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 }) : null;
  gzip?.pipe(res);
  const out = gzip ?? res;
  let needsComma = firstFiles !== "";
  let goesOn = await writeOut(out, head + firstFiles, ctx.signal);
  gzip?.flush(constants.Z_SYNC_FLUSH);
  for (let page: IteratorResult<Entry[]> = second; page.done !== true && goesOn; page = await pages.next()) {
    const files = toJsonLines(page.value, folders);
    if (files === "") continue;
    goesOn = await writeOut(out, (needsComma ? "," : "") + files, ctx.signal);
    needsComma = true;
  }
  if (!goesOn) {
    await pages.return?.();
    gzip?.destroy();
    return;
  }
  out.end(`],"folders":[${folders.join(",")}]}}`);
}

async function sendSortedPage(
  { pages, writable, stamp, query }: { pages: AsyncIterator<Entry[]> } & Omit<Listing, "folder">,
  wire: Wire,
): Promise<void> {
  const all: Entry[] = [];
  for (let page = await pages.next(); page.done !== true; page = await pages.next()) all.push(...page.value);
  const start = query.cursor === undefined ? 0 : Number(query.cursor);
  if (!Number.isSafeInteger(start) || start < 0)
    throw new AppError("request/invalid", { field: "cursor", problem: "not one of ours" });
  const end = query.limit === undefined ? all.length : start + query.limit;
  const folders: string[] = [];
  const files = toJsonLines(all.sort(compareEntries(query.sort ?? "")).slice(start, end), folders);
  const cursor = end < all.length ? `"${end}"` : "null";
  await sendBytes(
    wire,
    Buffer.from(
      `{"code":0,"message":"success","data":{"writable":${String(writable)},"stamp":${stamp},"cursor":${cursor},"files":[${files}],"folders":[${folders.join(",")}]}}`,
    ),
  );
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
