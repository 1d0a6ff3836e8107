import { AppError, isAppError } from "@/lib/shared/errors";
import { parseVirtualPath } from "@/lib/shared/paths";
import { isPermission, type Permission } from "@/lib/shared/permissions";
import { usernameForm } from "@/lib/shared/username";
import type { App } from "@/lib/server/runtime/app";
import { askerOf, type Actor } from "@/lib/server/runtime/ctx";
import type { Exchange } from "@/lib/server/http/exchange";
import { findAppPasswordHolder, type AppPasswordLimits } from "@/lib/server/session/find-actor";
import { isSame } from "@/lib/server/base/keys";
import {
  accountOf,
  addressKey,
  assertNotThrottled,
  countFailure,
  pairOf,
  relayKeys,
  type ThrottleKey,
} from "@/lib/server/session/throttle";
import { textOfHeaderBytes } from "@/lib/server/text/text-of-header-bytes";
import { protectedPaths } from "@/lib/server/setting/protected-paths";
import { scopesOn } from "@/lib/server/setting/elsewhere";
import type { Root, Storage } from "@/lib/server/storage/storage";

/** `password` is an app password: the real one opens nothing here. */
export type Credentials = { username: string; password: string };
export type DavCaller = { actor: Actor; storage: Storage };

const longest = 512;
/** All that a password for reading is good for. */
const reading = new Set<Permission>(["file_read", "webdav"].filter(isPermission));

/** RFC 7617, with a user name in the form of all. Null without, and for what is no Basic. */
export function parseBasic(header: string | undefined): Credentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined || encoded.length > longest) return null;
  const text = textOfHeaderBytes(Buffer.from(encoded, "base64"));
  const colon = text.indexOf(":");
  return colon < 0 ? null : { username: usernameForm(text.slice(0, colon)), password: text.slice(colon + 1) };
}

/**
 * Who an app password belongs to, with what it opens. Failures are counted as at sign-in, but apart from it, and what fits
 * always passes: a program with an old password must neither keep its user from signing in nor other programs from going on,
 * and nobody guesses 180 bits. Throws auth/wrong-credentials, auth/throttled.
 */
export async function findDavCaller(app: App, exchange: Exchange, credentials: Credentials): Promise<DavCaller> {
  const { username, password } = credentials;
  const keys: ThrottleKey[] = [
    pairOf(`dav:${accountOf(username)}`, exchange.address),
    addressKey(exchange.address, "dav:"),
    ...relayKeys(exchange, "dav:"),
  ];
  const found = password === "" ? null : await findAppPasswordHolder(app.db, password);
  if (found === null || !isSame(usernameForm(found.actor.username), username)) {
    assertNotThrottled(keys);
    countFailure(keys);
    throw new AppError("auth/wrong-credentials");
  }
  const holder = holderOf(found);
  const { actor } = holder;
  return { actor, storage: holder.isWhole ? app.storageFor(actor) : await limitedStorage(app, holder) };
}

type Holder = {
  actor: Actor;
  limits: AppPasswordLimits;
  isWhole: boolean;
  made: { storage: Storage; atMs: number; version: unknown } | null;
};

/** One for each actor that is held elsewhere, so that its storage is made once for a while. */
const holders = new WeakMap<Actor, Holder>();

function holderOf({ actor: owner, limits }: { actor: Actor; limits: AppPasswordLimits }): Holder {
  const known = holders.get(owner);
  if (known !== undefined) return known;
  const permissions = limits.readOnly
    ? new Set([...owner.permissions].filter((permission) => reading.has(permission)))
    : owner.permissions;
  const isWhole = limits.root === null && !limits.readOnly;
  const holder = { actor: { ...owner, permissions }, limits, isWhole, made: null };
  holders.set(owner, holder);
  return holder;
}

/** What it resolved of denied and hidden folders must not grow old. */
const keptMs = 5_000;

/** The owner's roots, or the one, as a scope of their own: a link that leads out of them leads nowhere. */
async function limitedStorage(app: App, holder: Holder): Promise<Storage> {
  const { actor, limits, made } = holder;
  const [now, version] = [performance.now(), protectedPaths.get()];
  if (made !== null && made.atMs + keptMs > now && made.version === version) return made.storage;
  const ofOwner = app.storageFor(actor);
  const roots = (await ofOwner.roots())
    .filter((root) => limits.root === null || isOpened(root, limits))
    .map((root) => ({ ...root, writable: root.writable && !limits.readOnly }));
  const found = await Promise.all(roots.map(({ id }) => realDirOf(ofOwner, id)));
  const dirs = found.filter((dir) => dir !== null);
  const own = limits.readOnly
    ? { accessDirs: [], readOnlyDirs: dirs, denyDirs: [] }
    : { accessDirs: dirs, readOnlyDirs: [], denyDirs: [] };
  const { ownProtected } = actor;
  const storage = app.storageAt({
    roots,
    scopes: [...(scopesOn(actor) ?? []), own],
    ownProtected,
    asker: askerOf(actor),
    countedFor: actor,
  });
  holder.made = { storage, atMs: now, version };
  return storage;
}

/** Ids are made of what places are called: another one may have it by now. */
export function isOpened(
  { id, place }: Pick<Root, "id" | "place">,
  { root, rootPlace }: Pick<AppPasswordLimits, "root" | "rootPlace">,
): boolean {
  return rootPlace === null ? id === root : place === rootPlace;
}

async function realDirOf(storage: Storage, root: string): Promise<string | null> {
  const path = parseVirtualPath(root);
  try {
    return path === null ? null : await storage.placeOf(path);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
