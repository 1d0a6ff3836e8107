import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendInPieces } from "./send-pieces";
import type { Transport, TransportAnswer } from "./transport";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answer = (status: number, headers: Record<string, string> = {}, text = ""): TransportAnswer => ({
  status,
  header: (name) => headers[name] ?? null,
  text,
});

test("while the server puts pieces together it is asked how far it is, until it is done", async () => {
  const reported: number[] = [];
  let finish: (done: TransportAnswer) => void = () => {};
  let asked = 0;
  const request: Transport = async ({ method, url }) => {
    if (method === "HEAD") return answer(200, { "upload-concat": "final;/tus/one /tus/two" });
    if (method === "POST") return new Promise((resolve) => (finish = resolve));
    expect([method, url]).toEqual(["GET", "/tus"]);
    // An answer that has no words, one without this upload, and two that tell.
    const uploads = [[], [{ id: "one", offset: 25, size: 100 }], [{ id: "one", offset: 100, size: 100 }]][asked++ - 1];
    return uploads === undefined ? null : answer(200, {}, JSON.stringify({ code: 0, message: "", data: { uploads } }));
  };
  const sent = sendInPieces(
    {
      file: new Blob(["x"]),
      target: { endpoint: "/tus", headers: () => ({}), metadata: {} },
      url: "/tus/one /tus/two",
      maxChunkBytes: 1,
      maxPieces: 2,
      lanes: 1,
      onProgress: () => {},
      onFinishing: (fraction) => reported.push(fraction),
      onUrl: () => {},
      signal: new AbortController().signal,
    },
    {
      request,
      hasherOf: () => ({ sumTo: async () => "00", close: () => {} }),
      failureOf: () => new Error("none"),
      pause: async () => {},
      nowMs: () => 0,
    } as unknown as Parameters<typeof sendInPieces>[1], // no failure is looked at
  );
  await vi.advanceTimersByTimeAsync(4_100);
  expect(reported).toEqual([0, 0.25, 1]);
  finish(answer(201));
  expect(await sent).toEqual({ type: "stored", isVerified: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(4);
});
