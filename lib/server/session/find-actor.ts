import { z } from "zod";
import { isPermission, type Permission } from "@/lib/shared/permissions";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { factorCounts, hasFactor, isFactorRequired } from "./factor/find-factors";
import { commandsOf, containerRulesOf, parseGrants, permissionsOf, quotaOf, scopesOf } from "./grants";
import { hashToken, isSame } from "@/lib/server/base/keys";
import { createHeldReads } from "./held-reads";
import { noteSeen } from "./note-seen";
import { sessionEndMs } from "./session-end";
import { isEndUnwritten } from "./unwritten-ends";

const ownProtected = z.array(z.string()).catch([]);

/** What a password for programs opens of its user's files. */
export type AppPasswordLimits = { root: string | null; rootPlace: string | null; readOnly: boolean };

type Held = {
  actor: Actor;
  tokenHash: string;
  expiresAtMs: number;
  limits?: AppPasswordLimits;
  proxyName?: string | null;
};

/** Changes drop entries at once; the limit is for what somebody does to the database from outside. */
const held = createHeldReads<Held>({ staleMs: 60_000, most: 10_000 });

export const visitor: Actor = {
  userId: null,
  username: "",
  roleId: null,
  isRoot: false,
  permissions: new Set(),
  scopes: [],
  commands: null,
  quotaBytes: null,
  containers: [],
  ownProtected: [],
  sessionId: null,
  tokenId: null,
  lacksFactor: false,
  viewer: null,
};

type UserRow = {
  id: string;
  username: string;
  isRoot: boolean;
  disabled: boolean;
  grants: unknown;
  protectedPaths: unknown;
  roleId: string | null;
  role: { grants: unknown } | null;
};

/**
 * What a user may do, whether disabled or not. By a token, or a password for programs, nobody is an administrator: it has the permissions that it
 * lists, and all folders.
 */
export function toActor(user: UserRow, via: { sessionId: string | null; tokenId: string | null }): Actor {
  const role = user.role === null ? null : parseGrants(user.role.grants);
  const own = parseGrants(user.grants);
  const sources = [own, ...(role === null ? [] : [role])];
  return {
    userId: user.id,
    username: user.username,
    roleId: user.roleId,
    isRoot: user.isRoot && via.tokenId === null,
    permissions: permissionsOf(user.isRoot, sources),
    scopes: scopesOf(user.isRoot, sources),
    commands: commandsOf(user.isRoot, role),
    quotaBytes: quotaOf(user.isRoot, { own, role }),
    containers: containerRulesOf(sources),
    ownProtected: ownProtected.parse(user.protectedPaths),
    lacksFactor: false,
    viewer: null,
    ...via,
  };
}

/** The actor of a browser session: the cookie's id and the other half's token must both fit. Null when not. */
export async function findSessionActor(db: Db, sessionId: string, token: string): Promise<Actor | null> {
  const found = await held.find(`session:${sessionId}`, () => readSession(db, sessionId));
  return found !== null && isSame(found.tokenHash, hashToken(token)) ? found.actor : null;
}

/** The actor of a session without the other half: for tickets and sockets, which carry proof of their own. */
export async function findSessionOwner(db: Db, sessionId: string): Promise<Actor | null> {
  return (await held.find(`session:${sessionId}`, () => readSession(db, sessionId)))?.actor ?? null;
}

/** Whom the proxy in front named when the session began; null for sessions that began otherwise, or are over. */
export async function findProxyName(db: Db, sessionId: string): Promise<string | null> {
  return (await held.find(`session:${sessionId}`, () => readSession(db, sessionId)))?.proxyName ?? null;
}

/** The actor of a user who is not there: whose shares others use, with the rights of now. Null when gone or disabled. */
export async function findUserActor(db: Db, userId: string): Promise<Actor | null> {
  return (await held.find(`user:${userId}`, () => readUser(db, userId)))?.actor ?? null;
}

export async function findTokenActor(db: Db, token: string): Promise<Actor | null> {
  const tokenHash = hashToken(token);
  return (await held.find(`token:${tokenHash}`, () => readToken(db, tokenHash)))?.actor ?? null;
}

/** Whose password for programs it is, and what it opens. */
export async function findAppPasswordHolder(
  db: Db,
  secret: string,
): Promise<{ actor: Actor; limits: AppPasswordLimits } | null> {
  const secretHash = hashToken(secret);
  const found = await held.find(`app:${secretHash}`, () => readAppPassword(db, secretHash));
  return found?.limits === undefined ? null : { actor: found.actor, limits: found.limits };
}

/** Call after any change of the users: the next request reads them anew, and ended sessions are refused. */
export function forgetActors(): void {
  held.forgetAll();
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Told after each change of the users, until the returned function is called: for what is kept of their rights elsewhere. */
export function onActorsForgotten(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same for one session alone. */
export function forgetSession(sessionId: string): void {
  held.forget(`session:${sessionId}`);
}

async function readSession(db: Db, sessionId: string): Promise<Held | null> {
  if (isEndUnwritten(sessionId)) return null;
  const row = await db.session.findUnique({
    where: { id: sessionId },
    include: { user: { include: { role: true, ...factorCounts } } },
  });
  if (row === null || row.user.disabled) return null;
  const expiresAtMs = sessionEndMs(row);
  if (expiresAtMs <= Date.now()) return null;
  noteSeen(db, "session", { id: sessionId, atMs: row.lastSeenAt.getTime() });
  noteSeen(db, "user", { id: row.userId, atMs: row.user.lastSeenAt?.getTime() });
  const own = toActor(row.user, { sessionId, tokenId: null });
  const seen = row.viewAsId === null ? null : await readViewed(db, row.viewAsId, own);
  return {
    actor: { ...(seen ?? own), lacksFactor: isFactorRequired(row.user) && !hasFactor(row.user) },
    tokenHash: row.tokenHash,
    proxyName: row.proxyName,
    expiresAtMs,
  };
}

/** What administrators use of others' is what they see, not what others have of secrets: their hosts stay closed. */
const notForViewers = new Set<Permission>(["ssh_proxy", "terminal", "crypto_ssh_file"]);

/** The user as an administrator sees the console; null: either is not what it was. */
async function readViewed(db: Db, userId: string, { isRoot, sessionId, ...viewer }: Actor): Promise<Actor | null> {
  const row = isRoot ? await db.user.findUnique({ where: { id: userId }, include: { role: true } }) : null;
  if (row === null || row.isRoot || viewer.userId === null) return null;
  const actor = toActor(row, { sessionId, tokenId: null });
  const permissions = new Set([...actor.permissions].filter((name) => !notForViewers.has(name)));
  return { ...actor, permissions, viewer: { userId: viewer.userId, username: viewer.username } };
}

async function readUser(db: Db, userId: string) {
  const row = await db.user.findUnique({ where: { id: userId }, include: { role: true } });
  if (row === null || row.disabled) return null;
  const actor = toActor(row, { sessionId: null, tokenId: null });
  return { actor, tokenHash: "", expiresAtMs: Number.POSITIVE_INFINITY };
}

/** The same for a token, or a password for programs, that is not there: what it began goes on with the rights that it has now. */
async function findTokenActorById(db: Db, id: string): Promise<Actor | null> {
  const row = await db.apiToken.findUnique({ where: { id }, select: { tokenHash: true } });
  if (row !== null)
    return (await held.find(`token:${row.tokenHash}`, () => readToken(db, row.tokenHash)))?.actor ?? null;
  const { secretHash } = (await db.appPassword.findUnique({ where: { id }, select: { secretHash: true } })) ?? {};
  if (secretHash === undefined) return null;
  return (await held.find(`app:${secretHash}`, () => readAppPassword(db, secretHash)))?.actor ?? null;
}

/**
 * Whoever acts, with the rights of now: for what goes on without a request, and for what is asked again. It outlives the session, for people sign out
 * while their copies run, but not the token: that is revoked to end what it does, and its user may more than it may. Null when gone, disabled or
 * expired.
 */
export function findActorNow(db: Db, { userId, tokenId }: Pick<Actor, "userId" | "tokenId">): Promise<Actor | null> {
  if (userId === null) return Promise.resolve(null);
  return tokenId === null ? findUserActor(db, userId) : findTokenActorById(db, tokenId);
}

async function readToken(db: Db, tokenHash: string) {
  const row = await db.apiToken.findUnique({ where: { tokenHash }, include: { user: { include: { role: true } } } });
  if (row === null || row.user.disabled) return null;
  noteSeen(db, "apiToken", { id: row.id, atMs: row.lastUsedAt?.getTime() });
  const owner = toActor(row.user, { sessionId: null, tokenId: row.id });
  const listed = Array.isArray(row.authList) ? row.authList.filter((name) => typeof name === "string") : [];
  const permissions = new Set(listed.filter(isPermission).filter((name) => owner.permissions.has(name)));
  return {
    actor: { ...owner, permissions },
    tokenHash,
    expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

async function readAppPassword(db: Db, secretHash: string) {
  const row = await db.appPassword.findUnique({
    where: { secretHash },
    include: { user: { include: { role: true } } },
  });
  if (row === null || row.user.disabled) return null;
  noteSeen(db, "appPassword", { id: row.id, atMs: row.lastUsedAt?.getTime() });
  const { root, rootPlace, readOnly } = row;
  return {
    actor: toActor(row.user, { sessionId: null, tokenId: row.id }),
    tokenHash: secretHash,
    expiresAtMs: Number.POSITIVE_INFINITY,
    limits: { root, rootPlace, readOnly },
  };
}
