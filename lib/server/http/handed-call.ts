import { AsyncLocalStorage } from "node:async_hooks";
import { getApp } from "@/lib/server/runtime/app";
import { failureReply, type Reply } from "./answer";
import { untilStopped } from "./refuse-body";
import { prepareReply, sendReply, type Wire } from "./wire";

type Call = { wire: Wire; answer: () => Promise<Reply> };

const calls = new AsyncLocalStorage<Call>();

/**
 * Has a call of the API answered by a route handler: `next` makes Next run it, and the handler gets the answer from {@link answerCall}. The call's service runs as if Next were not
 * there: what it begins for later would keep Next's state of this request, and calls of `fetch` would be Next's.
 */
export async function handCall(wire: Wire, answer: () => Promise<Reply>, next: () => Promise<void>): Promise<void> {
  const outside = AsyncLocalStorage.snapshot();
  try {
    await calls.run({ wire, answer: () => outside(answer) }, next);
  } catch (error) {
    const { log } = getApp();
    if (wire.res.headersSent) {
      log.error({ err: error, requestId: wire.exchange.requestId }, "answer failed");
      wire.res.destroy();
    } else sendReply(wire, failureReply(error, { requestId: wire.exchange.requestId, log }));
  }
}

/** What a route handler answers: the body. The head is set where Next writes to, since Next drops the length and adds a type. */
export async function answerCall(): Promise<Response> {
  const call = calls.getStore();
  if (call === undefined) throw new Error("no call of the API was handed over");
  const { wire, answer } = call;
  const { req, res } = wire;
  const reply = await answer();
  const { status, body } = reply;
  if (res.destroyed) return new Response(null, { status });
  // Next names headers of its own that answers of pages depend on.
  res.removeHeader("vary");
  const { isSending, headers } = prepareReply(wire, reply);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (getApp().log.isLevelEnabled("debug")) res.setHeader(markHeader, "route-handler");
  if (req.method === "HEAD") return new Response(null, { status });
  return new Response(isSending ? bodyUntilStopped(body, wire) : body, { status });
}

/** In debug mode alone: who looks for a fault has to know which way a call went. */
const markHeader = "x-filedeck-served-by";

function bodyUntilStopped(text: string, { req }: Wire): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(text));
      await untilStopped(req);
      controller.close();
    },
  });
}
