import { AppError, isAppError } from "@/lib/shared/errors";
import { chunked } from "@/lib/shared/chunked";
import { encodeSegment, nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { listingTurns } from "@/lib/server/base/listing-turns";
import { nextSlice } from "@/lib/server/base/next-slice";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { holderOf } from "@/lib/server/http/holder-of";
import { writeOut } from "@/lib/server/http/send-bytes";
import type { Entry, Storage } from "@/lib/server/storage/storage";
import {
  callHref,
  childPath,
  childPlace,
  depthOf,
  readDavBody,
  type DavCall,
  type DavMethodRun,
} from "@/lib/server/dav/dav-call";
import * as format from "@/lib/server/dav/format-response";
import { untilFollowed } from "@/lib/server/entries/kept/following";
import { findKept, findKeptIn, findKeptSizes } from "@/lib/server/entries/kept/kept-properties";
import { isLive, type Described } from "@/lib/server/dav/live-properties";
import { createLockTexts, type LockTexts } from "@/lib/server/dav/lock-texts";
import { areThereLocks } from "@/lib/server/dav/locks";
import { parsePropfind, type PropertyQuery } from "@/lib/server/dav/parse-propfind";
import { davNamespace } from "@/lib/server/dav/xml";

/** What clients keep may be long: it is looked for of so many entries at a time, and read up to so many bytes. */
const entriesWithKept = 200;
const keptBytesAtOnce = 262_144;
/** Written as soon as there is so much: a page of long answers must not be held whole, least of all while its reader is slow. */
const writtenLength = 262_144;

/** What beyond its listing has to be found out about an entry. */
type Wanted = {
  query: PropertyQuery;
  etag: boolean;
  space: boolean;
  kept: boolean;
  place: boolean;
  lockTexts: LockTexts;
};

/** RFC 4918 §9.1, for an entry and what it holds; whole trees are refused. The answer is written page by page. */
export const propfind: DavMethodRun = async (call) => {
  const { ctx } = call;
  const depth = depthOf(call);
  const query = parsePropfind(await readDavBody(call));
  if (depth === "infinity") throw new AppError("dav/depth");
  const leave = depth === "1" ? await listingTurns(holderOf(ctx), ctx.signal) : () => {};
  await answer(call, { query, depth }).finally(leave);
};

async function answer(
  { wire, ctx, path }: DavCall,
  { query, depth }: { query: PropertyQuery; depth: "0" | "1" },
): Promise<void> {
  const wanted = wantedBy(query, createLockTexts(userIdOf(ctx.actor)));
  const self = path === null ? top(wanted) : await describe(ctx.storage, path, wanted);
  if (wanted.kept && self.place !== null) await untilFollowed(self.place, { isListing: depth === "1" });
  const ownKept = wanted.kept && self.place !== null ? await findKept(ctx.db, self.place) : [];
  wire.res.writeHead(207, format.multistatusHeaders);
  const first = `${format.multistatusHead}${format.formatProperties(self, ownKept, query)}`;
  if (!(await writeOut(wire.res, first, ctx.signal))) return;
  if (depth === "1" && self.kind === "folder") {
    const pages = path === null ? listRoots(ctx.storage, wanted) : listBelow(ctx, self, path, wanted);
    for await (const page of pages) if (!(await writeOut(wire.res, page, ctx.signal))) return;
  }
  wire.res.end(format.multistatusTail);
}

function wantedBy(query: PropertyQuery, lockTexts: LockTexts): Wanted {
  const asks = (...names: string[]) =>
    query.names.some(({ namespace, name }) => namespace === davNamespace && names.includes(name));
  const kept = query.isAll || query.names.some((name) => !isLive(name));
  return {
    query,
    etag: asks("getetag"),
    space: asks("quota-available-bytes", "quota-used-bytes"),
    kept,
    place: kept || (asks("lockdiscovery") && areThereLocks()),
    lockTexts,
  };
}

const top = ({ lockTexts }: Wanted): Described => ({
  path: null,
  href: callHref(null, true),
  place: null,
  name: "dav",
  kind: "folder",
  sizeBytes: 0,
  mtimeMs: 0,
  etag: null,
  space: null,
  lockTexts,
});

/** What the path leads to. Throws file/not-found also for what is no file and no folder: WebDAV has nothing else. */
async function describe(storage: Storage, path: VirtualPath, wanted: Wanted): Promise<Described> {
  const { kind, sizeBytes, mtimeMs, etag } = await storage.stat(path);
  if (kind !== "file" && kind !== "folder") throw new AppError("file/not-found");
  return {
    path,
    href: callHref(path, kind === "folder"),
    place: wanted.place ? await storage.placeOf(path) : null,
    name: nameOf(path),
    kind,
    sizeBytes,
    mtimeMs,
    etag: kind === "file" ? etag : null,
    space: wanted.space && kind === "folder" ? await storage.space(path) : null,
    lockTexts: wanted.lockTexts,
  };
}

async function* listRoots(storage: Storage, wanted: Wanted): AsyncGenerator<string> {
  for (const { id, note } of await storage.roots()) {
    const path = parseVirtualPath(id);
    const root = path === null ? null : await findDescribed(storage, path, wanted);
    if (root !== null) yield format.formatProperties({ ...root, name: note }, [], wanted.query);
  }
}

async function* listBelow(
  ctx: DavCall["ctx"],
  self: Described,
  folder: VirtualPath,
  wanted: Wanted,
): AsyncGenerator<string> {
  const { storage, db, signal } = ctx;
  for await (const page of storage.list(folder, signal, { withEtags: wanted.etag })) {
    for await (const { part, kept } of wanted.kept ? withKept(db, self.place, page) : [{ part: page, kept: none }]) {
      let text = "";
      for (const entry of part) {
        const described = await describeListed(storage, { folder, self, entry, wanted });
        if (described === null) continue;
        text += format.formatProperties(described, kept.get(entry.name) ?? [], wanted.query);
        if (text.length < writtenLength) continue;
        yield text;
        text = "";
        await nextSlice();
      }
      yield text;
    }
  }
}

type Kept = Awaited<ReturnType<typeof findKeptIn>>;
const none: Kept = new Map();

/** Parts of a page, each with what is kept of its entries. */
async function* withKept(
  db: DavCall["ctx"]["db"],
  place: string | null,
  page: readonly Entry[],
): AsyncGenerator<{ part: readonly Entry[]; kept: Kept }> {
  for (const chunk of chunked(page, entriesWithKept)) {
    const names = place === null ? [] : chunk.map(({ name }) => name);
    const sizes = await findKeptSizes(db, place ?? "", names);
    let [start, bytes] = [0, 0];
    for (const [index, { name }] of chunk.entries()) {
      bytes += sizes.get(name) ?? 0;
      const next = chunk[index + 1];
      if (next !== undefined && bytes + (sizes.get(next.name) ?? 0) <= keptBytesAtOnce) continue;
      const part = chunk.slice(start, index + 1);
      const found = part.flatMap((entry) => (sizes.has(entry.name) ? [entry.name] : []));
      yield { part, kept: found.length === 0 || place === null ? none : await findKeptIn(db, place, found) };
      if (found.length > 0) await nextSlice();
      [start, bytes] = [index + 1, 0];
    }
  }
}

type Listed = { folder: VirtualPath; self: Described; entry: Entry; wanted: Wanted };

/** A link is what it leads to, or nothing; pipes and devices are nothing. */
function describeListed(
  storage: Storage,
  { folder, self, entry, wanted }: Listed,
): Promise<Described | null> | Described | null {
  const { kind, name, sizeBytes, mtimeMs, etag = null } = entry;
  const path = childPath(folder, entry);
  if (kind === "link") return findDescribed(storage, path, wanted);
  if (kind === "special") return null;
  const place = wanted.place && self.place !== null ? childPlace(self.place, name) : null;
  // Made once for the folder: encoding the whole way anew for every entry would be most of the work.
  const href = `${self.href}${encodeSegment(name)}${kind === "folder" ? "/" : ""}`;
  const { lockTexts } = wanted;
  const space = kind === "folder" ? self.space : null;
  return { path, href, place, name, kind, sizeBytes, mtimeMs, etag, space, lockTexts };
}

async function findDescribed(storage: Storage, path: VirtualPath, wanted: Wanted): Promise<Described | null> {
  try {
    return await describe(storage, path, wanted);
  } catch (error) {
    if (isAppError(error) && error.key !== "file/io") return null;
    throw error;
  }
}
