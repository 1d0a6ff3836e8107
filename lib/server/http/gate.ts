import type { z } from "zod";
import type { Access, Endpoint } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/permissions";
import type { App } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import { isConfirmed } from "@/lib/server/session/confirmation";
import { decodeSessionCookie, readSessionCookie } from "@/lib/server/session/cookie";
import { findEndReason } from "@/lib/server/session/find-end-reason";
import { findSessionActor, findSessionOwner, findTokenActor, visitor } from "@/lib/server/session/find-actor";
import { isStillNamed, proxyNameOf } from "@/lib/server/session/proxy-name";
import { pathsOfTicket } from "@/lib/server/session/ticket";
import { noteForeignName } from "./note-foreign-name";
import { assertSameOrigin, type Exchange, type QueryPairs } from "./exchange";

/** Who calls: both halves of a browser session, an API token alone, or nobody. `isPublic`: what is asked for is for everybody. */
export async function findCaller(app: App, exchange: Exchange, isPublic = false): Promise<Actor> {
  const token = tokenOf(exchange);
  if (token === "" || token === "null") return visitor;
  if (token.startsWith("fd_")) return (await findTokenActor(app.db, token)) ?? visitor;
  const sessionId = await sessionIdOf(app, exchange);
  const actor = sessionId === null ? null : await findSessionActor(app.db, sessionId, token);
  if (sessionId === null || actor === null) return visitor;
  return (await isStillNamed(app.db, { sessionId, said: proxyNameOf(exchange), isPublic })) ? actor : visitor;
}

/** The session's id in the cookie alone: proof of nothing without the other half, a ticket or an origin check. */
export async function sessionIdOf(app: App, exchange: Pick<Exchange, "header">): Promise<string | null> {
  const cookie = readSessionCookie(app.keys, exchange.header("cookie"));
  return cookie === null ? null : decodeSessionCookie(app.keys, cookie);
}

/** The session's owner and the paths that a ticket opens. Throws auth/required or auth/ticket. */
export async function findTicketHolder(
  app: App,
  exchange: Exchange,
  { ticket, paths }: { ticket: string; paths: readonly string[] },
) {
  const sessionId = await sessionIdOf(app, exchange);
  const actor = sessionId === null ? null : await findSessionOwner(app.db, sessionId);
  if (sessionId === null || actor === null) throw new AppError("auth/required");
  const opened = pathsOfTicket(app.keys, { ticket, sessionId, paths });
  if (!(await isStillNamed(app.db, { sessionId, said: proxyNameOf(exchange), isPublic: false })))
    throw new AppError("auth/required");
  return { actor, paths: opened };
}

/**
 * Whether the actor has one of the permissions. `isRoot` is not asked: root's session holds them all, while a token of root
 * holds what it lists.
 */
export function mayAccess(actor: Actor, access: Access): boolean {
  if (access === "public") return true;
  if (actor.userId === null) return false;
  if (access === "any-session") return true;
  if (actor.lacksFactor) return false;
  if (access === "session") return true;
  const wanted: readonly Permission[] = typeof access === "string" ? [access] : access;
  return wanted.some((permission) => actor.permissions.has(permission));
}

/**
 * The one gate: origin, caller, permission. Throws what the answer will say; `identified` is told who called before the
 * permission is asked, so that a refusal is recorded with its name.
 */
export async function admit(app: App, { endpoint, exchange, ticket, identified }: Admission): Promise<void> {
  if (exchange.method !== "GET" && exchange.method !== "HEAD") assertSameOrigin(exchange, app.env.publicUrl);
  noteForeignName(app, exchange);
  const actor =
    ticket === undefined
      ? await findCaller(app, exchange, endpoint.access === "public")
      : (await findTicketHolder(app, exchange, ticket)).actor;
  identified(actor);
  if (actor.userId === null && endpoint.access !== "public") throw await explainVisitor(app, exchange);
  assertAccess(actor, endpoint);
  if (actor.viewer !== null && !endpoint.viewing) throw new AppError("auth/viewing", { username: actor.username });
  if (endpoint.confirm && (actor.sessionId === null || !isConfirmed(actor.sessionId)))
    throw new AppError("auth/confirm");
}

/** Whoever held the session that the request names is told why it ended. */
async function explainVisitor(app: App, exchange: Exchange): Promise<AppError> {
  const sessionId = await sessionIdOf(app, exchange);
  const reason = sessionId === null ? null : await findEndReason(app.db, sessionId, tokenOf(exchange));
  return new AppError("auth/required", reason === null ? {} : { reason });
}

function tokenOf(exchange: Exchange): string {
  return (exchange.header("authorization") ?? "").replace(/^Bearer /i, "");
}

type Admission = {
  endpoint: Endpoint;
  exchange: Exchange;
  ticket?: { ticket: string; paths: readonly string[] } | undefined;
  identified: (actor: Actor) => void;
};

export function assertAccess(actor: Actor, endpoint: Pick<Endpoint, "access" | "token">): void {
  if (endpoint.access !== "public" && actor.userId === null) throw new AppError("auth/required");
  if (actor.lacksFactor && !mayAccess(actor, endpoint.access)) throw new AppError("auth/factor-missing");
  const isTokenRefused = actor.tokenId !== null && !endpoint.token;
  if (isTokenRefused || !mayAccess(actor, endpoint.access))
    throw new AppError("auth/forbidden", { permission: describeAccess(endpoint.access) });
}

function describeAccess(access: Access): string {
  return typeof access === "string" ? access : access.join(", ");
}

/** Input checked by the contract. The failure names the field, not the value. */
export function parseInput<I extends z.ZodType>(schema: I, input: unknown): z.output<I> {
  if (isDeeper(input, maxLevels)) throw new AppError("request/invalid", { field: "", problem: "is nested too deeply" });
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AppError("request/invalid", { field: issue?.path.join(".") ?? "", problem: issue?.message ?? "" });
}

/** Schemas that refer to themselves follow a value by recursion, and would run out of stack. Nothing that is meant has a quarter of it. */
const maxLevels = 64;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Query parameters as an object; a repeated name becomes a list. */
export function queryToObject(query: QueryPairs): Record<string, string | string[]> {
  const out: Record<string, string | string[]> = {};
  for (const [name, value] of query) {
    const known = out[name];
    if (Array.isArray(known)) known.push(value);
    else out[name] = known === undefined ? value : [known, value];
  }
  return out;
}
