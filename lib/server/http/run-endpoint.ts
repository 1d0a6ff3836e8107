import { auditCodeOf } from "@/lib/contracts/audited-actions";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { withoutSecrets } from "@/lib/shared/without-secrets";
import { limits } from "@/lib/server/base/limits";
import { getApp, type App } from "@/lib/server/runtime/app";
import { personOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { readOwnCookie, serializeOwnCookie, serializeSessionCookie } from "@/lib/server/session/cookie";
import { visitor } from "@/lib/server/session/find-actor";
import { textOfHeader } from "@/lib/server/session/proxy-name";
import { failureReply, knownFailure, successReply, type Reply } from "./answer";
import type { Exchange } from "./exchange";
import { fitLists } from "./fit-lists";
import type { Service } from "./service";
import { admit, parseInput, queryToObject } from "./gate";

type Call = {
  endpoint: Endpoint;
  service: Service<Endpoint>;
  exchange: Exchange;
  params: Record<string, string>;
  /** The JSON body, read only after the gate let the caller in: the context says whom. */
  readJson: (ctx: Ctx) => Promise<unknown>;
  /** Asked for only when the service asks: an AbortController for each small request costs more than the request. */
  signal: () => AbortSignal;
};

/** One JSON endpoint from admission to answer. */
export async function runEndpoint({ endpoint, service, exchange, params, readJson, signal }: Call): Promise<Reply> {
  const app = getApp();
  const { ctx, cookies, identified, told } = createCtx(app, exchange, signal);
  let input: unknown;
  let outcome = "success";
  let isAdmitted = false;
  try {
    await admit(app, { endpoint, exchange, identified });
    isAdmitted = true;
    input = parseInput(endpoint.input, await mergeInput(exchange, params, () => readJson(ctx)));
    const output = await service(input, ctx);
    return { ...successReply(fitLists(endpoint.path, endpoint.output, output)), cookies };
  } catch (error) {
    outcome = knownFailure(error).key;
    if (endpoint.audit && ctx.actor.userId !== null)
      input ??= await refusedInput({ endpoint, exchange, params }, isAdmitted ? null : () => readJson(ctx));
    return failureReply(error, { requestId: exchange.requestId, log: app.log });
  } finally {
    if (endpoint.audit) recordCall(app, { actor: ctx.actor, endpoint, exchange, input, told: told(), outcome });
  }
}

/**
 * What a call was about that was refused before its body was read, for the record alone: a refusal that names nothing tells an auditor nothing. `readFields` is null where
 * the body was read. A long one is left alone.
 */
async function refusedInput(
  { endpoint, exchange, params }: Pick<Call, "endpoint" | "exchange" | "params">,
  readFields: (() => Promise<unknown>) | null,
): Promise<unknown> {
  const bytes = Number(exchange.header("content-length") ?? 0);
  if (readFields === null || bytes === 0 || bytes > limits.heldBodies.freeBytes) return params;
  try {
    const { success, data } = endpoint.input.safeParse(await mergeInput(exchange, params, readFields));
    return success ? data : params;
  } catch {
    return params; // what could not be read is not what it was refused for
  }
}

export async function mergeInput(
  exchange: Exchange,
  params: Record<string, string>,
  readFields: () => Promise<unknown>,
): Promise<unknown> {
  const body = exchange.method === "GET" || exchange.method === "HEAD" ? {} : await readFields();
  const ifMatch = exchange.header("if-match");
  return {
    ...queryToObject(exchange.query),
    ...(typeof body === "object" ? body : {}),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...params,
  };
}

/** Target null: nobody said. */
type Told = { target: string | null; changes: string };

type CallContext = {
  ctx: Ctx;
  /** Lines of Set-Cookie that the service asked for. */
  cookies: readonly string[];
  identified: (actor: Actor) => void;
  /** What the service said that the call is about, and what it changed. */
  told: () => Told;
};

/** A context for one request. Actor and storage are a visitor's until the gate has let somebody in. */
export function createCtx(app: App, exchange: Exchange, signal: () => AbortSignal): CallContext {
  const cookies: string[] = [];
  let made: AbortSignal | null = null;
  const told: Told = { target: null, changes: "" };
  const cookie = { path: app.env.basePath === "" ? "/" : app.env.basePath, secure: exchange.secure };
  const ctx: Ctx = {
    actor: visitor,
    storage: app.storageFor(visitor),
    db: app.db,
    get signal() {
      made ??= signal();
      return made;
    },
    log: app.log,
    request: {
      id: exchange.requestId,
      address: exchange.address,
      agent: exchange.header("user-agent") ?? "",
      language: exchange.header("accept-language") ?? "",
      host: exchange.host,
      secure: exchange.secure,
      isLocal: exchange.isLocal,
      proxyHeader: exchange.fromProxy ? (name) => textOfHeader(exchange.header(name)) : null,
      cookie: (name) => readOwnCookie(app.keys, exchange.header("cookie"), name),
    },
    about: (target, changes) => {
      told.target = target ?? told.target;
      told.changes = changes ?? told.changes;
    },
    browser: {
      signIn: (session) => {
        const place = { ...cookie, expiresAt: session.expiresAt ?? "session" } as const;
        cookies.push(serializeSessionCookie(app.keys, session.cookie, place));
      },
      signOut: () => {
        cookies.push(serializeSessionCookie(app.keys, "", { ...cookie, expiresAt: null }));
      },
      keep: ({ name, value, path, expiresAt }) => {
        const place = { path: `${app.env.basePath}${path}`, secure: exchange.secure, expiresAt };
        cookies.push(serializeOwnCookie(app.keys, { name, value }, place));
      },
    },
  };
  const identified = (actor: Actor) => {
    ctx.actor = actor;
    ctx.storage = app.storageFor(actor);
  };
  return { ctx, cookies, identified, told: () => told };
}

type RecordedCall = {
  actor: Actor;
  endpoint: Endpoint;
  exchange: Exchange;
  input: unknown;
  told: Told;
  outcome: string;
};

export function recordCall(app: App, { actor, endpoint, exchange, input, told, outcome }: RecordedCall): void {
  const { userId, username } = personOf(actor);
  app.audit.record({
    atMs: Date.now(),
    userId,
    // Never from the input: whoever is nobody yet may send anybody's. A service that checks a name says so in the actor.
    username,
    address: exchange.address,
    action: auditCodeOf(endpoint),
    target: told.target ?? describeTarget(username === "" ? withoutName(input) : input),
    outcome,
    requestId: exchange.requestId,
    changes: outcome === "success" ? told.changes : "",
  });
}

/** What the call was about: the first of these fields that the input has. Never a secret: those are not listed. */
function describeTarget(input: unknown): string {
  const found = ["path", "files", "file", "id", "link", "username", "name", "paths"]
    .map((name) => textField(input, name))
    .find((text) => text !== null);
  const to = textField(input, "to");
  return `${addresses(input) ?? found ?? ""}${to === null ? "" : ` → ${to}`}`;
}

function withoutName(input: unknown): unknown {
  return typeof input === "object" && input !== null ? { ...input, username: null } : input;
}

function addresses(input: unknown): string | null {
  if (typeof input !== "object" || input === null || !("urls" in input) || !Array.isArray(input.urls)) return null;
  return input.urls
    .slice(0, 20)
    .map((url) => withoutSecrets(String(url)))
    .join(", ");
}

function textField(input: unknown, name: string): string | null {
  if (typeof input !== "object" || input === null || !(name in input)) return null;
  const value: unknown = Object.entries(input).find(([key]) => key === name)?.[1];
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.slice(0, 20).join(", ") : null;
}
