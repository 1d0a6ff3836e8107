import { AppError } from "@/lib/shared/errors";
import { decodeSegment, encodePath, isEntryName, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { stripBase } from "@/lib/server/http/strip-base";

export const davPrefix = "/dav";

/** What an address names: null is the list of roots. `isFolder`: it ends with a slash. */
export type DavAddress = { path: VirtualPath | null; isFolder: boolean };

/** Whether the address, below the base path, is WebDAV's. */
export function isDavAddress(pathname: string): boolean {
  return pathname === davPrefix || pathname.startsWith(`${davPrefix}/`);
}

/** Throws request/not-found for what is no address of an entry: dots, encoded slashes, NUL, doubled slashes. */
export function parseDavAddress(pathname: string): DavAddress {
  const rest = pathname.slice(davPrefix.length + 1);
  if (rest === "") return { path: null, isFolder: true };
  const isFolder = rest.endsWith("/");
  const segments = (isFolder ? rest.slice(0, -1) : rest).split("/").map(decodeSegment);
  // A `#` never comes in a request's address: what is behind it was not meant to be named.
  const isGood = !rest.includes("#") && segments.every((segment) => segment !== null && isEntryName(segment));
  const path = isGood ? parseVirtualPath(segments.join("/")) : null;
  if (path === null) throw new AppError("request/not-found");
  return { path, isFolder };
}

/** The address of an entry as answers give it: with the base path, whatever a proxy strips. */
export function hrefOf(basePath: string, path: string | null, isFolder: boolean): string {
  const below = path === null ? "/" : `/${encodePath(path)}${isFolder ? "/" : ""}`;
  return `${basePath}${davPrefix}${below}`;
}

type Here = { basePath: string; hosts: readonly string[] };

/**
 * The entry that a URI in a header names (Destination, If). Clients give the whole URI or its path. Throws dav/destination
 * for another server's or a place outside of WebDAV, dav/header for what is no URI.
 */
export function parseDavUri(uri: string, { basePath, hosts }: Here): DavAddress {
  let pathname = uri;
  const absolute = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(uri);
  if (absolute !== null) {
    const [, host = "", path = ""] = absolute;
    if (!hosts.some((own) => isSameHost(own, host)))
      throw new AppError("dav/destination", { got: host, expected: hosts[0] ?? "" });
    pathname = path;
  } else if (!uri.startsWith("/")) throw new AppError("dav/header", { name: "Destination" });
  const below = stripBase(pathname.split("?", 1)[0] ?? "", basePath);
  if (!isDavAddress(below))
    throw new AppError("dav/destination", { got: pathname, expected: `${basePath}${davPrefix}/` });
  return parseDavAddress(below);
}

/** The scheme is not compared: behind a proxy it is another one. A default port may be written or not. */
function isSameHost(one: string, other: string): boolean {
  const plain = (host: string) =>
    host
      .toLowerCase()
      .replace(/^[^@]*@/, "")
      .replace(/:(?:80|443)$/, "");
  return plain(one) === plain(other);
}
