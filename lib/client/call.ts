import { contracts } from "@/lib/contracts/all";
import type { Answer } from "@/lib/contracts/answer";
import type { Endpoint, InputOf, OutputOf } from "@/lib/contracts/endpoint";
import { isEndReason } from "@/lib/shared/end-reasons";
import { AppError, answerCodes, isAppError, isErrorKey, type ErrorKey } from "@/lib/shared/errors";
import { encodePath, encodeSegment } from "@/lib/shared/paths";
import { stripBasePath } from "./base-path";
import { doubtConnection } from "./connection";
import { confirmPassword } from "./confirm-password";
import { rememberEndReason } from "./end-reason";
import { dropToken, readToken } from "./token";
import { urls } from "./urls";

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

/** Splits an input into the parts of the request that the contract's path names, and the rest. */
export function buildRequest(endpoint: Endpoint, input: Readonly<Record<string, unknown>>) {
  const rest: Record<string, unknown> = { ...input };
  const path = endpoint.path.replace(/\{(\w+)(\*?)\}/g, (_, name: string, star: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return star === "*" ? encodePath(value) : encodeSegment(value);
  });
  const headers: Record<string, string> = {};
  const token = readToken();
  if (token !== null) headers["authorization"] = token;
  if (typeof rest["ifMatch"] === "string") headers["if-match"] = rest["ifMatch"];
  delete rest["ifMatch"];
  if (endpoint.method === "POST") {
    headers["content-type"] = "application/json";
    return { path, headers, body: JSON.stringify(rest) };
  }
  const pairs = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [value].flat().map((one) => `${name}=${encodePath(toText(one))}`),
  );
  if (endpoint.method === "PUT" && !endpoint.bytes) {
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
  endpoint: E,
  input: InputOf<E>,
  { signal }: CallOptions = {},
): Promise<Answer<OutputOf<E>>> {
  try {
    return await send(endpoint, input, signal);
  } catch (error) {
    if (!isAppError(error) || error.key !== "auth/confirm" || !(await confirmPassword())) throw error;
    return send(endpoint, input, signal);
  }
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal | undefined,
): Promise<Answer<OutputOf<E>>> {
  const { path, headers, body } = buildRequest(endpoint, { ...(input as Record<string, unknown>) }); // every input is an object
  let response: Response;
  try {
    response = await fetch(urls.api(path), { method: endpoint.method, headers, body, ...(signal ? { signal } : {}) });
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
  throw failureOf(answer);
}

/** The failure that an answer tells; ends the session on code 2. Also for uploads, which do not go through fetch. */
export function failureOf(answer: Answer): AppError {
  if (answer.code === answerCodes.authFail) leaveSession(answer.params?.["reason"]);
  const key: ErrorKey = answer.error !== undefined && isErrorKey(answer.error) ? answer.error : "internal";
  const detail = typeof answer.data === "object" && answer.data !== null ? { detail: { ...answer.data } } : {};
  return new AppError(key, { ...answer.params, ...(answer.requestId ? { requestId: answer.requestId } : {}) }, detail);
}

type Calls<C> = {
  readonly [K in keyof C]: C[K] extends Endpoint
    ? (input: InputOf<C[K]>, options?: CallOptions) => Promise<OutputOf<C[K]>>
    : never;
};

function callsOf<C extends Readonly<Record<string, Endpoint>>>(contract: C): Calls<C> {
  const call = (endpoint: Endpoint) => async (input: InputOf<Endpoint>, options?: CallOptions) =>
    (await fetchAnswer(endpoint, input, options)).data;
  const calls = Object.fromEntries(Object.entries(contract).map(([name, endpoint]) => [name, call(endpoint)]));
  return calls as unknown as Calls<C>; // fromEntries forgets which key has which endpoint
}

/** The typed client: `api.file.rename({ path, newName })`. */
export const api = {
  archive: callsOf(contracts.archive),
  audit: callsOf(contracts.audit),
  duplicates: callsOf(contracts.duplicates),
  dav: callsOf(contracts.dav),
  fetch: callsOf(contracts.fetch),
  file: callsOf(contracts.file),
  properties: callsOf(contracts.properties),
  search: callsOf(contracts.search),
  setting: callsOf(contracts.setting),
  share: callsOf(contracts.share),
  about: callsOf(contracts.about),
  task: callsOf(contracts.task),
  trash: callsOf(contracts.trash),
  undo: callsOf(contracts.undo),
  upload: callsOf(contracts.upload),
  user: callsOf(contracts.user),
  version: callsOf(contracts.version),
};
