import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

async function as(token: string) {
  const ask = async (method: "GET" | "POST", body?: object) => {
    const headers = { "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const { status, body: answer } = await server.send(method, "/api/search/index", { token, headers, ...sent });
    return `${status} ${answer.toString()}`;
  };
  const unknown = path.join(path.dirname(server.filesDir), "no-such");
  return {
    seen: () => ask("GET"),
    keep: (place = server.filesDir) => ask("POST", { path: place, isKept: true }),
    unknown,
  };
}

const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, "");

test("who may keep a search index hears of the locations that they have, and of no other", async () => {
  const elsewhere = path.join(path.dirname(server.filesDir), "elsewhere");
  const inside = path.join(server.filesDir, "inside");
  for (const dir of [elsewhere, inside]) mkdirSync(dir);
  const other = await as((await server.makeUser([elsewhere], ["search_index", "file_read"])).token);
  expect(await other.seen()).toMatch(/^200 .*"roots":\[\]/);
  // As one that there is not.
  expect(withoutId(await other.keep())).toBe(withoutId(await other.keep(other.unknown)));
  expect(await other.keep()).toMatch(/^4/);
  const own = await as((await server.makeUser([inside], ["search_index", "file_read"])).token);
  expect(await own.seen()).toContain(`"path":"${server.filesDir}"`);
  expect(await own.keep()).toMatch(/^200 .*"isKept":true/);
  expect(await other.seen()).toMatch(/^200 .*"roots":\[\]/);
});
