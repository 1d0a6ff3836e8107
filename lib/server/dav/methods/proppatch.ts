import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { assertMayChange } from "@/lib/server/dav/assert-may-change";
import {
  callHref,
  entryPathOf,
  placeOf,
  readDavBody,
  type DavCall,
  type DavMethodRun,
} from "@/lib/server/dav/dav-call";
import * as format from "@/lib/server/dav/format-response";
import { inTurn } from "@/lib/server/entries/kept/following";
import { findKept, prepareKept, type KeptProperty } from "@/lib/server/entries/kept/kept-properties";
import { isLive } from "@/lib/server/dav/live-properties";
import { keepMade } from "@/lib/server/dav/made-files";
import { parseDate, parseSeconds } from "@/lib/server/dav/parse-times";
import * as xml from "@/lib/server/dav/xml";

const microsoft = "urn:schemas-microsoft-com:";
/** What Windows says of every file that it writes and never needs to hear again. */
const taken = new Set(["Win32CreationTime", "Win32LastAccessTime", "Win32FileAttributes"]);
const maxChanges = 200;

type Change = { isSet: boolean; element: xml.XmlElement };

/** RFC 4918 §9.2: all or nothing. What the server knows by itself cannot be set, but for the time of the last change. */
export const proppatch: DavMethodRun = async (call) => {
  const path = entryPathOf(call);
  const { ctx } = call;
  const changes = parseUpdate(await readDavBody(call));
  const stat = await ctx.storage.stat(path);
  if (!stat.writable) throw new AppError("file/read-only");
  await assertMayChange(call, [{ path, what: "content" }]);
  const refused = changes.filter(isRefused);
  if (refused.length === 0) await apply(ctx, path, changes);
  answer(call, { changes, refused, isFolder: stat.kind === "folder" });
};

function parseUpdate(body: string): Change[] {
  const root = xml.parseXml(body);
  if (!xml.isNamed(root, "propertyupdate")) throw new AppError("dav/xml");
  const changes = xml.childElements(root).flatMap((action) => {
    const isSet = xml.isNamed(action, "set");
    if (!isSet && !xml.isNamed(action, "remove")) return [];
    const props = xml.childElements(action).filter((child) => xml.isNamed(child, "prop"));
    return props.flatMap((prop) => xml.childElements(prop)).map((element) => ({ isSet, element }));
  });
  if (changes.length === 0 || changes.length > maxChanges) throw new AppError("dav/xml");
  return changes;
}

/** The time of the last change as the element gives it, in ms; undefined for another element, null for no time. */
function modifiedIn(element: xml.XmlElement): number | null | undefined {
  const text = xml.textOf(element);
  if (xml.isNamed(element, "getlastmodified") || xml.isNamed(element, "Win32LastModifiedTime", microsoft))
    return parseDate(text);
  // ownCloud's name for it, in seconds; rclone sends it.
  return xml.isNamed(element, "lastmodified") ? parseSeconds(text) : undefined;
}

function isRefused({ isSet, element }: Change): boolean {
  const modifiedMs = modifiedIn(element);
  if (modifiedMs !== undefined) return !isSet || modifiedMs === null;
  return isLive(element);
}

/** In the turn of its place: what is there may be on its way to another, and what comes there may bring its own. */
async function apply(ctx: Ctx, path: VirtualPath, changes: readonly Change[]): Promise<void> {
  const place = await placeOf(ctx.storage, path);
  if (place === null) return applyAt(null, { ctx, path, changes });
  await inTurn([place], async () => {
    await ctx.storage.stat(path);
    await applyAt(place, { ctx, path, changes });
  });
}

type Applying = { ctx: Ctx; path: VirtualPath; changes: readonly Change[] };

async function applyAt(place: string | null, { ctx, path, changes }: Applying): Promise<void> {
  const { storage, db, signal } = ctx;
  const times = changes.flatMap(({ element }) => modifiedIn(element) ?? []);
  const before = place === null ? [] : await findKept(db, place);
  const after = changes.reduce(applyOne, before);
  // What may fail comes before what is written.
  const keep =
    place === null || after === before
      ? null
      : await prepareKept({ db, storage, ownerId: userIdOf(ctx.actor) }, place, after);
  const mtimeMs = times.at(-1);
  if (mtimeMs !== undefined)
    await keepMade(path, ctx, () => storage.setAttributes(path, { change: { mtimeMs }, recursive: false, signal }));
  await keep?.();
}

function applyOne(kept: KeptProperty[], { isSet, element }: Change): KeptProperty[] {
  if (modifiedIn(element) !== undefined || (element.namespace === microsoft && taken.has(element.name))) return kept;
  const { namespace, name } = element;
  const others = kept.filter((one) => !format.isSameName(one, element));
  return isSet ? [...others, { namespace, name, xml: xml.formatXml(element) }] : others;
}

type Outcome = { changes: readonly Change[]; refused: readonly Change[]; isFolder: boolean };

function answer({ wire, path }: DavCall, { changes, refused, isFolder }: Outcome): void {
  const names = (some: readonly Change[]) => some.map(({ element }) => xml.formatElement(element, "")).join("");
  const rest = changes.filter((change) => !refused.includes(change));
  const parts = [
    rest.length === 0 ? "" : format.propstat(names(rest), refused.length === 0 ? 200 : 424),
    refused.length === 0 ? "" : format.propstat(names(refused), 403, "cannot-modify-protected-property"),
  ];
  const body = format.formatResponse(callHref(path, isFolder), parts.join(""));
  wire.res.writeHead(207, format.multistatusHeaders);
  wire.res.end(`${format.multistatusHead}${body}${format.multistatusTail}`);
}
