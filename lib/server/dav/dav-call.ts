import type { VirtualPath } from "@/lib/shared/paths";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, nameOf, parentOf } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import { takeUserBody } from "@/lib/server/http/read-body";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Wire } from "@/lib/server/http/wire";
import type { Entry, Storage } from "@/lib/server/storage/storage";
import { hrefOf, parseDavUri, type DavAddress } from "./dav-path";

/** One request below `/dav/`, let in already. */
export type DavCall = DavAddress & { ctx: Ctx; wire: Wire };
export type DavMethodRun = (call: DavCall) => Promise<void>;

/** The entry that a method is about; the list of roots is nobody's to change. */
export function entryPathOf({ path }: DavAddress): VirtualPath {
  if (path === null) throw new AppError("dav/top");
  return path;
}

/** The entry as it stands, or null. */
export async function findEntry(storage: Storage, path: VirtualPath): Promise<Entry | null> {
  try {
    return await storage.entry(path);
  } catch (error) {
    if (isAppError(error) && (error.key === "file/not-found" || error.key === "file/not-folder")) return null;
    throw error;
  }
}

/** What a path leads to is a folder; a link is looked through. */
export async function leadsToFolder(storage: Storage, path: VirtualPath): Promise<boolean> {
  try {
    return (await storage.stat(path)).kind === "folder";
  } catch (error) {
    if (isAppError(error) && error.key !== "file/io") return false;
    throw error;
  }
}

/** Throws dav/parent unless the folder that is to hold the entry is there (RFC 4918 §9.7.1). */
export async function assertParent(storage: Storage, path: VirtualPath): Promise<VirtualPath> {
  const parent = parentOf(path);
  if (parent === null) throw new AppError("dav/top");
  if (!(await leadsToFolder(storage, parent))) throw new AppError("dav/parent");
  return parent;
}

/** For writes: what is not found is not the entry, which may be new: it is the folder that is to hold it. */
export function explainParent(error: unknown): never {
  const isParent = isAppError(error) && (error.key === "file/not-found" || error.key === "file/not-folder");
  throw isParent ? new AppError("dav/parent", {}, { cause: error }) : error;
}

/** Where on the host an entry is, or would be. Null where not even its folder is there. */
export async function placeOf(storage: Storage, path: VirtualPath): Promise<string | null> {
  const own = await findRealPath(storage, path);
  if (own !== null) return own;
  const parent = parentOf(path);
  const folder = parent === null ? null : await findRealPath(storage, parent);
  return folder === null ? null : childPlace(folder, nameOf(path));
}

export function childPlace(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

/** Null for what is not there, or not for the caller. */
export async function findRealPath(storage: Storage, path: VirtualPath): Promise<string | null> {
  try {
    return await storage.placeOf(path);
  } catch (error) {
    if (isAppError(error) && error.key !== "file/io") return null;
    throw error;
  }
}

export function callHref(path: string | null, isFolder: boolean): string {
  return hrefOf(getApp().env.basePath, path, isFolder);
}

/** The entry that a URI of a header names. See {@link parseDavUri}. */
export function addressOf({ wire }: DavCall, uri: string): DavAddress {
  const { env } = getApp();
  const hosts = [...(env.publicUrl === null ? [] : [env.publicUrl.host]), wire.exchange.host];
  return parseDavUri(uri, { basePath: env.basePath, hosts });
}

/** `0`, `1` or `infinity`; the last when nothing is said. Throws dav/header for another. */
export function depthOf({ wire }: DavCall): "0" | "1" | "infinity" {
  const depth = (wire.exchange.header("depth") ?? "infinity").trim().toLowerCase();
  if (depth === "0" || depth === "1" || depth === "infinity") return depth;
  throw new AppError("dav/header", { name: "Depth" });
}

export function childPath(folder: VirtualPath, { name }: Pick<Entry, "name">): VirtualPath {
  return joinVirtualPath(folder, name);
}

/** An answer without a body. */
export function answer({ wire }: DavCall, status: number, headers: Record<string, string> = {}): void {
  wire.res.writeHead(status, { "content-length": "0", "cache-control": "no-store", ...headers }).end();
}

/** What a client asks in XML. Held while it comes, and counted as other bodies are: it is taken apart at once. */
export async function readDavBody({ ctx, wire }: Pick<DavCall, "ctx" | "wire">): Promise<string> {
  const { body, leave } = await takeUserBody(wire.req, { ctx, limit: limits.davBody });
  leave();
  return body.toString("utf8");
}
