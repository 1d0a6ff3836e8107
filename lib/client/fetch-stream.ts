import type { Endpoint, InputOf } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import { buildRequest, readAnswer } from "./call";
import type { Route } from "./routes";
import { urls } from "./urls";

type Options = {
  signal: AbortSignal;
  /** How the Content-Type of what is wanted begins; anything else is an answer in the API's form. */
  type: string;
};

type Body = {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Null where it is not known before it has all come. */
  sizeBytes: number | null;
};

/** Calls an endpoint whose answer comes in pieces. Throws AppError as a call does. */
export async function fetchStream<E extends Endpoint>(
  route: Route<E>,
  input: InputOf<E>,
  { signal, type }: Options,
): Promise<Body> {
  const { path, headers, body } = buildRequest(route, { ...(input as Record<string, unknown>) }); // every input is an object
  let response: Response;
  try {
    response = await fetch(urls.api(path), { method: route.method, headers, body, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AppError("network", {}, { cause: error });
  }
  if (response.headers.get("content-type")?.startsWith(type) !== true || response.body === null) {
    await readAnswer(response); // says what went wrong
    throw new AppError("network");
  }
  const length = response.headers.get("content-length");
  return { stream: response.body, sizeBytes: length === null ? null : Number(length) };
}
