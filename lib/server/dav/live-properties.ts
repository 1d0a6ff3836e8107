import type { VirtualPath } from "@/lib/shared/paths";
import { inlineTypeOf } from "@/lib/server/entries/content-type";
import type { Space } from "@/lib/server/storage/space";
import type { EntryKind } from "@/lib/server/storage/storage";
import type { LockTexts } from "./lock-texts";
import { locksOver } from "./locks";
import { davNamespace, escapeXml, formatElement, type XmlName } from "./xml";

/** An entry as PROPFIND describes it: what it leads to, for a link. */
export type Described = {
  /** Null for the list of roots. */
  path: VirtualPath | null;
  href: string;
  /** Real host path, where something asks for it. */
  place: string | null;
  name: string;
  kind: Extract<EntryKind, "file" | "folder">;
  sizeBytes: number;
  mtimeMs: number;
  etag: string | null;
  /** Of the volume, where it was asked for. */
  space: Space | null;
  lockTexts: LockTexts;
};

/** The element's content as XML; null where the entry has no such property. */
type Live = (entry: Described) => string | null;

const lockScopes = ["exclusive", "shared"] as const;
const supportedLock = lockScopes
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join("");

const isFile = ({ kind }: Described) => kind === "file";

const live = new Map<string, Live>([
  ["resourcetype", ({ kind }) => (kind === "folder" ? "<D:collection/>" : "")],
  ["displayname", ({ name }) => escapeXml(name)],
  ["getlastmodified", ({ mtimeMs, path }) => (path === null ? null : new Date(mtimeMs).toUTCString())],
  ["getcontentlength", (entry) => (isFile(entry) ? String(entry.sizeBytes) : null)],
  ["getcontenttype", (entry) => (isFile(entry) ? (inlineTypeOf(entry.name) ?? "application/octet-stream") : null)],
  ["getetag", ({ etag }) => (etag === null ? null : escapeXml(etag))],
  ["supportedlock", ({ path }) => (path === null ? "" : supportedLock)],
  [
    "lockdiscovery",
    ({ place, path, lockTexts }) =>
      place === null || path === null ? "" : lockTexts.format(locksOver(place), { place, path }),
  ],
  ["quota-available-bytes", ({ space }) => (space === null || space.totalBytes === 0 ? null : String(space.freeBytes))],
  ["quota-used-bytes", ({ space }) => (space === null || space.totalBytes === 0 ? null : String(space.usedBytes))],
]);

/** Not told unless asked for (RFC 4331 §3). */
const onlyAsked = new Set(["quota-available-bytes", "quota-used-bytes"]);

export const usualNames: readonly string[] = [...live.keys()].filter((name) => !onlyAsked.has(name));

export function isLive({ namespace, name }: XmlName): boolean {
  return namespace === davNamespace && live.has(name);
}

/** The property's element; null where the entry has none of the name. */
export function formatLive(name: string, entry: Described): string | null {
  const content = live.get(name)?.(entry) ?? null;
  return content === null ? null : formatElement({ namespace: davNamespace, name }, content);
}
