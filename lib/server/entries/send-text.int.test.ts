import { writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

type Shown = { context: string; encoding: string; bom: boolean; eol: string; size: number };

async function show(
  bytes: Buffer,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, 'a "\\u0000".txt'), bytes);
  const reply = await server.send("GET", `/api/file/${folder}/a%20%22%5Cu0000%22.txt${query}`, { headers });
  const isPacked = reply.headers["content-encoding"] === "gzip";
  const answer = JSON.parse((isPacked ? gunzipSync(reply.body) : reply.body).toString()) as {
    data: Shown;
    error?: string;
  };
  return { status: reply.status, ...answer };
}

const line = 'Grüße, 日本, 🎉, \u0001\u001f \\ " \u2028\n';

test.each([
  ["utf-8", "", 20_000],
  ["utf-16le", "?encoding=utf-16le", 20_000],
  ["gb18030", "?encoding=gb18030", 20_000],
] as const)("a long text in %s comes whole, although it is never held", async (encoding, query, count) => {
  const text = line.repeat(count);
  const { data } = await show(iconv.encode(text, encoding), { query });
  expect(data.context === text).toBe(true);
  expect(data).toMatchObject({ encoding, bom: false, eol: "lf" });
});

test("it comes packed where that is taken, with its mark and its line ends told", async () => {
  const text = "a\r\nb\r".repeat(100_000);
  const { data } = await show(iconv.encode(`\ufeff${text}`, "utf-16le"), { headers: { "accept-encoding": "gzip" } });
  expect(data.context === text).toBe(true);
  expect(data).toMatchObject({ encoding: "utf-16le", bom: true, eol: "mixed" });
});

test("an encoding is found by the whole of a long text, not by its beginning", async () => {
  const late = Buffer.concat([
    Buffer.from("plain words\n".repeat(60_000)),
    iconv.encode("Привет, это старый текст", "win1251"),
  ]);
  const { data } = await show(late);
  expect([data.encoding, data.size]).not.toEqual(["utf-8", 0]);
  expect(data.context).toHaveLength(late.length);
});

test("a long file that is no text is none, and one that does not fit the chosen encoding says so", async () => {
  expect((await show(Buffer.alloc(300_000))).error).toBe("file/not-text");
  expect((await show(Buffer.alloc(300_000, 0xff), { query: "?encoding=utf-8" })).error).toBe("file/encoding");
});
