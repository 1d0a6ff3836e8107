import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const json = (value: object) => ({ body: JSON.stringify(value), headers: { "content-type": "application/json" } });
const keyOf = ({ body }: { body: Buffer }) => (JSON.parse(body.toString()) as { error: string }).error;

test("strangers make the server hold a few kilobytes, not a hundred megabytes", async () => {
  const large = { password: "x".repeat(20_000) };
  const reply = await server.send("POST", "/api/share/nobody/unlock", { token: "", ...json(large) });
  expect([reply.status, keyOf(reply)]).toEqual([413, "request/too-large"]);
});

test("a long text is saved, a long list is not taken", async () => {
  const { dir, path: folder } = makeFolder(server);
  const text = "a line of text\n".repeat(400_000);
  expect((await server.send("POST", `/api/file/save/${folder}/a.txt`, json({ context: text }))).status).toBe(200);
  expect(readFileSync(path.join(dir, "a.txt"), "utf8")).toHaveLength(text.length);
  const list = { files: [folder], note: text };
  expect((await server.send("POST", "/api/file/ticket", json(list))).status).toBe(413);
});
test("long texts are read and saved by turns, and everybody has theirs", async () => {
  const { dir, path: folder } = makeFolder(server);
  const text = "a line of text\n".repeat(350_000);
  writeFileSync(path.join(dir, "long.txt"), text);
  const read = await Promise.all(Array.from({ length: 10 }, () => server.send("GET", `/api/file/${folder}/long.txt`)));
  const lengthOf = ({ body }: { body: Buffer }) =>
    (JSON.parse(body.toString()) as { data: { context: string } }).data.context.length;
  expect(read.map(lengthOf)).toEqual(read.map(() => text.length));
  const names = ["a", "b", "c", "d", "e"];
  const saved = await Promise.all(
    names.map((name) => server.send("POST", `/api/file/save/${folder}/${name}.txt`, json({ context: text }))),
  );
  expect(saved.map(({ status }) => status)).toEqual(names.map(() => 200));
});
