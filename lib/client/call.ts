import type { contracts } from "@/lib/contracts/all";
import type { Answer } from "@/lib/contracts/answer";
import type { Endpoint, InputOf, OutputOf } from "@/lib/contracts/endpoint";
import { isEndReason } from "@/lib/shared/end-reasons";
import { answerCodes } from "@/lib/shared/answer-codes";
import { AppError, isAppError, isErrorKey, type ErrorKey } from "@/lib/shared/errors";
import { encodePath, encodeSegment } from "@/lib/shared/paths";
import { stripBasePath } from "./base-path";
import { doubtConnection } from "./connection";
import { confirmPassword } from "./confirm-password";
import { loadErrorWords } from "./load-messages";
import { rememberEndReason } from "./end-reason";
import type { ParsedTable, Route } from "./parse-table";
import { routes } from "./routes";
import { dropToken, readToken } from "./token";
import { pages, urls } from "./urls";

type CallOptions = { signal?: AbortSignal | undefined };

const redirectPauseMs = 2000;
let redirectedAtMs = 0;

/** Answer code 2 (spec §8): the stored token goes, the browser goes to the start, once within 2 s. The reason is said there. */
export function leaveSession(reason: unknown, nowMs = Date.now()): void {
  dropToken();
  if (isEndReason(reason)) rememberEndReason(reason);
  if (nowMs - redirectedAtMs < redirectPauseMs) return;
  redirectedAtMs = nowMs;
  if (stripBasePath(location.pathname) !== "/login") location.assign(urls.asset(""));
}

/** A second factor is required and not there: its set-up is all that can be reached. */
function goToSetup(): void {
  const path = pages.secondFactor();
  if (stripBasePath(location.pathname) !== path) location.assign(urls.asset(path.slice(1)));
}

/** Splits an input into the parts of the request that the contract's path names, and the rest. */
export function buildRequest(route: Route, input: Readonly<Record<string, unknown>>) {
  const rest: Record<string, unknown> = { ...input };
  const path = route.path.replace(/\{(\w+)(\*?)\}/g, (_, name: string, star: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return star === "*" ? encodePath(value) : encodeSegment(value);
  });
  const headers: Record<string, string> = {};
  const token = readToken();
  if (token !== null) headers["authorization"] = token;
  if (typeof rest["ifMatch"] === "string") headers["if-match"] = rest["ifMatch"];
  delete rest["ifMatch"];
  if (route.method === "POST") {
    headers["content-type"] = "application/json";
    return { path, headers, body: JSON.stringify(rest) };
  }
  const pairs = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [value].flat().map((one) => `${name}=${encodePath(toText(one))}`),
  );
  if (route.method === "PUT" && !route.bytes) {
    headers["content-type"] = "application/json";
    return { path, headers, body: JSON.stringify(rest) };
  }
  return { path: pairs.length > 0 ? `${path}?${pairs.join("&")}` : path, headers, body: null };
}

/** Query values are scalars; lists were taken apart by the caller. */
function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The whole answer of a call: for the few places where success has several codes. Throws AppError on failure. */
export async function fetchAnswer<E extends Endpoint>(
  route: Route<E>,
  input: InputOf<E>,
  { signal }: CallOptions = {},
): Promise<Answer<OutputOf<E>>> {
  try {
    return await send(route, input, signal);
  } catch (error) {
    if (!isAppError(error) || error.key !== "auth/confirm" || !(await confirmPassword())) throw error;
    return send(route, input, signal);
  }
}

async function send<E extends Endpoint>(
  route: Route<E>,
  input: InputOf<E>,
  signal: AbortSignal | undefined,
): Promise<Answer<OutputOf<E>>> {
  const { path, headers, body } = buildRequest(route, { ...(input as Record<string, unknown>) }); // every input is an object
  let response: Response;
  try {
    response = await fetch(urls.api(path), { method: route.method, headers, body, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted) throw error;
    doubtConnection();
    throw new AppError("network", {}, { cause: error });
  }
  return readAnswer<OutputOf<E>>(response);
}

export async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  let answer: Answer<T>;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw new AppError("network", {}, { cause: error });
  }
  if (answer.code === answerCodes.success || answer.code === answerCodes.preFile) return answer;
  const failure = failureOf(answer);
  await loadErrorWords(failure.key);
  throw failure;
}

/** The failure that an answer tells; ends the session on code 2. Also for uploads, which do not go through fetch. */
export function failureOf(answer: Answer): AppError {
  if (answer.code === answerCodes.authFail) leaveSession(answer.params?.["reason"]);
  if (answer.error === "auth/factor-missing") goToSetup();
  const key: ErrorKey = answer.error !== undefined && isErrorKey(answer.error) ? answer.error : "internal";
  const detail = typeof answer.data === "object" && answer.data !== null ? { detail: { ...answer.data } } : {};
  return new AppError(key, { ...answer.params, ...(answer.requestId ? { requestId: answer.requestId } : {}) }, detail);
}

type Calls<C> = {
  readonly [K in keyof C]: C[K] extends Endpoint
    ? (input: InputOf<C[K]>, options?: CallOptions) => Promise<OutputOf<C[K]>>
    : never;
};

type Contracts = typeof contracts;

/** The typed client: `api.file.rename({ path, newName })`. A group has its calls as soon as it has a contract. */
export const api = onAsk((group) => onAsk((name) => callOf(group, name))) as {
  readonly [G in keyof Contracts]: Calls<Contracts[G]>;
};

/** An object whose properties are made when they are asked for, and then stay the same. */
function onAsk<T>(make: (name: string) => T): Readonly<Record<string, T>> {
  return new Proxy<Record<string, T>>(
    {},
    { get: (made, name) => (typeof name === "string" ? (made[name] ??= make(name)) : undefined) },
  );
}

const known: ParsedTable = routes;

function callOf(group: string, name: string) {
  return async (input: InputOf<Endpoint>, options?: CallOptions) => {
    const { [group]: ofGroup = (await restOfRoutes())[group] } = known;
    const route = ofGroup?.[name];
    if (route === undefined) throw new Error(`there is no endpoint ${group}.${name}`);
    return (await fetchAnswer(route, input, options)).data;
  };
}

/** Of groups that the file page does not begin with. */
async function restOfRoutes(): Promise<ParsedTable> {
  return (await import("./all-routes")).allRoutes;
}
