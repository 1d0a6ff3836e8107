import type { Logger } from "pino";
import type { ContainerRule } from "@/lib/shared/container-rules";
import type { RoleCommand } from "@/lib/shared/commands/role-command";
import type { Permission } from "@/lib/shared/permissions";
import type { Changes } from "@/lib/server/base/describe-changes";
import type { ProxyTrust } from "@/lib/server/base/proxy-trust";
import type { Db } from "@/lib/server/db/open-db";
import type { Asker } from "@/lib/server/storage/adapter";
import type { Scope } from "@/lib/server/storage/scope";
import type { Storage } from "@/lib/server/storage/storage";

/** Who acts. A permission check asks {@link Actor.permissions} only; `isRoot` has them all, and no token is it (docs/decisions/0105). */
export type Actor = {
  /** Null for visitors without a session. */
  userId: string | null;
  username: string;
  roleId: string | null;
  isRoot: boolean;
  permissions: ReadonlySet<Permission>;
  /** Null: no limit, as for administrators and their tokens. Each scope must allow. */
  scopes: readonly Scope[] | null;
  /** All that may be run on this machine, with the right to terminals, instead of a shell; null: no limit. */
  commands: readonly RoleCommand[] | null;
  /** What the folders may hold in which they may write; null: no limit. */
  quotaBytes: number | null;
  /** What opens single containers, for whoever has `docker_container_rule`. */
  containers: readonly ContainerRule[];
  /** The user's own protected paths, `<root id>/…` with the patterns of the system's. */
  ownProtected: readonly string[];
  /** The browser session, null for API tokens and visitors. */
  sessionId: string | null;
  tokenId: string | null;
  /** Signed in, but a second factor is required and not set up: until then nothing else is allowed. */
  lacksFactor: boolean;
  /** The administrator who looks at the console with this user's rights, and may change nothing; null: nobody else. */
  viewer: { userId: string; username: string } | null;
};

export type RequestOrigin = {
  id: string;
  address: string;
  /** Who told the address without having proven to be a proxy; null: nobody had to be believed. */
  relay: string | null;
  agent: string;
  language: string;
  /** Host and port that the browser addressed, and whether by TLS. */
  host: string;
  secure: boolean;
  /** Somebody at the server itself: a connection from it to it, as far as can be told without a proxy between. */
  isLocal: boolean;
  /** Whether a proxy sent it. */
  trust: ProxyTrust;
  /** What the proxy that this came from says in a header, null without it. Null: it came from whoever has not proven to be one. */
  proxyHeader: ((name: string) => string | null) | null;
  cookie(name: string): string | null;
};

/** What a service may use; passed, never looked up. */
export type Ctx = {
  actor: Actor;
  storage: Storage;
  db: Db;
  readonly signal: AbortSignal;
  log: Logger;
  request: RequestOrigin;
  /**
   * Says for the audit log what the call is about where its input has only an id, or not all that identifies it; null leaves that as it is. Of many things a text each: each is told. `changes`:
   * what it changed, never with a secret (base/describe-changes.ts). Of the rest of its input is told what may be told (base/told-fields.ts).
   */
  readonly about: (target: string | readonly string[] | null, changes?: Changes) => void;
  /** Of calls before signing in, which take turns: gives it back, for what waits for somebody else. */
  leaveTurn?: () => void;
  /** Starts or ends the browser session of this answer. */
  browser: {
    /** Null: the cookie goes when the browser is closed. */
    signIn(session: { userId: string; cookie: string; expiresAt: Date | null }): void;
    signOut(): void;
    /** Keeps a word in the browser, sent back to this address and those below it only. */
    keep(cookie: { name: string; value: string; path: string; expiresAt: Date }): void;
  };
};

/**
 * A token of an administrator has all folders, whatever it lists: what somebody may do because folders are theirs is nothing that it may do.
 */
export function isAdministratorsToken({ tokenId, scopes }: Pick<Actor, "tokenId" | "scopes">): boolean {
  return tokenId !== null && scopes === null;
}

/** Who is really there: the administrator who views the console as another user, or the actor. */
export function personOf({ viewer, userId, username }: Pick<Actor, "viewer" | "userId" | "username">) {
  return viewer ?? { userId, username };
}

/** Whose rights count for what is kept open for a user and used by several of their tokens; null for a visitor. */
export function askerOf({ userId, tokenId }: Pick<Actor, "userId" | "tokenId">): Asker | null {
  return userId === null ? null : { userId, tokenId };
}

/** A signed-in actor's user id. Endpoints with access other than `public` always have one. */
export function userIdOf(actor: Pick<Actor, "userId">): string {
  if (actor.userId === null) throw new Error("no user: the endpoint must not be public");
  return actor.userId;
}
