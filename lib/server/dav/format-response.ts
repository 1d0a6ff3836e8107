import { STATUS_CODES } from "node:http";
import type { KeptProperty } from "@/lib/server/entries/kept/kept-properties";
import { formatLive, isLive, type Described } from "./live-properties";
import type { PropertyQuery } from "./parse-propfind";
import { davDeclaration, davNamespace, escapeXml, formatElement, xmlHead, type XmlName } from "./xml";

export const multistatusHead = `${xmlHead}<D:multistatus ${davDeclaration}>\n`;
export const multistatusTail = "</D:multistatus>\n";
export const multistatusHeaders = {
  "content-type": "application/xml; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

/** What one entry has of what was asked for, as a `response` element. */
export function formatProperties(entry: Described, kept: readonly KeptProperty[], query: PropertyQuery): string {
  const found: string[] = [];
  const missing: XmlName[] = [];
  for (const wanted of query.names) {
    const own = findValue(entry, kept, wanted);
    if (own !== null) found.push(query.isNames ? formatElement(wanted, "") : own);
    else if (!isUsual(query, wanted)) missing.push(wanted);
  }
  if (query.isAll) {
    const isAsked = (name: XmlName) => query.names.some((asked) => isSameName(asked, name));
    const more = kept.filter((one) => !isAsked(one));
    found.push(...more.map((one) => (query.isNames ? formatElement(one, "") : one.xml)));
  }
  const none = missing.map((name) => formatElement(name, "")).join("");
  const parts = `${found.length > 0 || none === "" ? propstat(found.join(""), 200) : ""}${none === "" ? "" : propstat(none, 404)}`;
  return formatResponse(entry.href, parts);
}

/** Who asked for everything is not told what there is not. */
function isUsual({ isAll }: PropertyQuery, { namespace }: XmlName): boolean {
  return isAll && namespace === davNamespace;
}

function findValue(entry: Described, kept: readonly KeptProperty[], name: XmlName): string | null {
  if (isLive(name)) return formatLive(name.name, entry);
  return kept.find((one) => isSameName(one, name))?.xml ?? null;
}

export function isSameName(one: XmlName, other: XmlName): boolean {
  return one.name === other.name && one.namespace === other.namespace;
}

export function propstat(properties: string, status: number, condition = ""): string {
  const error = condition === "" ? "" : `<D:error><D:${condition}/></D:error>`;
  return `<D:propstat><D:prop>${properties}</D:prop>${statusLine(status)}${error}</D:propstat>`;
}

export function statusLine(status: number): string {
  return `<D:status>HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}</D:status>`;
}

export function formatResponse(href: string, content: string): string {
  return `<D:response><D:href>${escapeXml(href)}</D:href>${content}</D:response>\n`;
}
