import type { CustomFetch } from "openid-client";
import { readAll } from "@/lib/server/outbound/read-all";
import { sendOutbound } from "@/lib/server/outbound/send-outbound";

const limits = { answerMs: 8_000, idleMs: 8_000, totalMs: 15_000, maxBytes: 1024 * 1024 };

/**
 * `fetch` for openid-client by the rules for what leaves this server: addresses are checked, and no redirect is followed, for a secret goes along.
 */
export function providerFetch({ lan }: { lan: boolean }): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const answer = await sendOutbound({
      url: new URL(address),
      method: method === "POST" ? "POST" : "GET",
      headers,
      ...(body instanceof URLSearchParams || typeof body === "string" ? { body: Buffer.from(body.toString()) } : {}),
      reach: () => Promise.resolve({ lan }),
      followsRedirects: false,
      limits,
      signal: signal ?? new AbortController().signal,
    });
    const bytes = await readAll(answer);
    const type = answer.headers["content-type"] ?? "";
    const hasBody = ![101, 204, 205, 304].includes(answer.status);
    return new Response(hasBody ? bytes : null, {
      status: answer.status,
      headers: { "content-type": type },
    });
  };
}
