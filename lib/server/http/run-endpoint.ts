import { auditCodeOf } from "@/lib/contracts/audited-actions";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { noChanges, type Changes } from "@/lib/server/base/describe-changes";
import { limits } from "@/lib/server/base/limits";
import { getApp, type App } from "@/lib/server/runtime/app";
import { personOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { readOwnCookie, serializeOwnCookie, serializeSessionCookie } from "@/lib/server/session/cookie";
import { visitor } from "@/lib/server/session/find-actor";
import { textOfHeader } from "@/lib/server/session/proxy-name";
import { failureReply, knownFailure, successReply, type Reply } from "./answer";
import { describeInput } from "./describe-input";
import { describeTargets } from "./describe-target";
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
    if (hasFields(exchange)) await admitAgain(ctx, identified, () => admit(app, { endpoint, exchange, identified }));
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

/**
 * Once the body has come: the caller decides how long that takes, and may have lost meanwhile what let them in. Whoever is nobody by then is still recorded as who they
 * were.
 */
export async function admitAgain(
  ctx: Ctx,
  identified: (actor: Actor) => void,
  enter: () => Promise<void>,
): Promise<void> {
  const before = ctx.actor;
  try {
    await enter();
  } catch (error) {
    if (ctx.actor.userId === null) identified(before);
    throw error;
  }
}

/** Whether it may say more than its address does, in a body. */
export const hasFields = ({ method }: Exchange): boolean => method !== "GET" && method !== "HEAD";

export async function mergeInput(
  exchange: Exchange,
  params: Record<string, string>,
  readFields: () => Promise<unknown>,
): Promise<unknown> {
  const body = hasFields(exchange) ? await readFields() : {};
  const ifMatch = exchange.header("if-match");
  return {
    ...queryToObject(exchange.query),
    ...(typeof body === "object" ? body : {}),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...params,
  };
}

/** Target null: nobody said. `entered`: who has signed in by the call, null for nobody. */
type Told = { target: string | readonly string[] | null; changes: Changes; entered: string | null };

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
  const told: Told = { target: null, changes: noChanges, entered: null };
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
      relay: exchange.relay,
      agent: exchange.header("user-agent") ?? "",
      language: exchange.header("accept-language") ?? "",
      host: exchange.host,
      secure: exchange.secure,
      isLocal: exchange.isLocal,
      trust: exchange.trust,
      proxyHeader: exchange.trust === "proven" ? (name) => textOfHeader(exchange.header(name)) : null,
      cookie: (name) => readOwnCookie(app.keys, exchange.header("cookie"), name),
    },
    about: (target, changes) => {
      told.target = target ?? told.target;
      told.changes = changes ?? told.changes;
    },
    browser: {
      signIn: (session) => {
        told.entered = session.userId;
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
  const isDone = outcome === "success";
  const isNamed = username !== "";
  const line = {
    atMs: Date.now(),
    // Who was let in is known by the account as well: a name may be anybody's later, or another's id.
    userId: userId ?? (isDone ? told.entered : null),
    // Never from the input: whoever is nobody yet may send anybody's. A service that checks a name says so in the actor.
    username,
    address: exchange.address,
    action: auditCodeOf(endpoint),
    outcome,
    requestId: exchange.requestId,
    changes: isDone ? describeInput({ endpoint, input, told, isNamed }) : "",
    said: told.changes.text,
  };
  app.audit.recordEach(line, (room) => describeTargets({ told: told.target, input, isNamed, isDone, room }));
}
