import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { getApp } from "@/lib/server/runtime/app";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { openDescriptors } from "@/lib/server/storage/conformance/open-descriptors";

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

/** The beginning of a body that goes on for as long as the test. */
async function trickle(target: string, { token, length, first }: { token: string; length: string; first: string }) {
  const socket = connect(server.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("error", () => {}).on("data", (data: Buffer) => (heard += data.toString()));
  const head = `POST ${target} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: application/json\r\n`;
  socket.write(`${head}${length}\r\n\r\n${first}`);
  // In chunks each needs its length: without it the server ends what it cannot read.
  const one = length.startsWith("transfer-encoding") ? "1\r\n \r\n" : " ";
  const drip = setInterval(() => socket.write(one), 500);
  onTestFinished(() => clearInterval(drip));
  await new Promise((resolve) => void setTimeout(resolve, 300));
  return { heard: () => heard };
}

test("who sends a long text slowly keeps nobody from saving theirs", async () => {
  const { dir, path: folder } = makeFolder(server);
  const target = `/api/file/save/${folder}/slow.txt`;
  const slow: { heard: () => string }[] = [];
  for (const length of ["content-length: 167772160", "transfer-encoding: chunked"]) {
    const first = length.startsWith("t") ? "1\r\n{\r\n" : "{";
    slow.push(await trickle(target, { token: server.rootToken, length, first }));
  }
  const text = "a line of text\n".repeat(400_000);
  expect((await server.send("POST", `/api/file/save/${folder}/a.txt`, json({ context: text }))).status).toBe(200);
  expect(readFileSync(path.join(dir, "a.txt"), "utf8") === text).toBe(true);
  // They were still sending.
  expect(slow.map(({ heard }) => heard())).toEqual(["", ""]);
});

test("who sends ordinary bodies slowly is cut off while another waits for the room", async () => {
  const sender = { token: server.rootToken, length: "content-length: 4194304", first: "{" };
  const slow = await Promise.all(Array.from({ length: 4 }, () => trickle("/api/file/ticket", sender)));
  const body = json({ files: [], note: "x".repeat(1_000_000) });
  expect((await server.send("POST", "/api/file/ticket", body)).status).toBeLessThan(500);
  expect(slow.some(({ heard }) => heard().startsWith("HTTP/1.1 408"))).toBe(true);
});

/** Long bodies that are on the disk now. */
const spooledNow = () => openDescriptors(`${getApp().env.dataDir}/filedeck-`);

test("who begins any number of long bodies holds few descriptors, and keeps neither others nor themselves from saving", async () => {
  const { dir, path: folder } = makeFolder(server);
  const begin = (first: string) =>
    trickle(`/api/file/save/${folder}/slow.txt`, {
      token: server.rootToken,
      length: "content-length: 80000000",
      first: `{"context":"${first}`,
    });
  const bodies = await Promise.all(Array.from({ length: 60 }, () => begin("x".repeat(300_000))));
  await expect.poll(() => bodies.filter(({ heard }) => heard().startsWith("HTTP/1.1 429")).length).toBe(60 - 8 - 20);
  expect(spooledNow()).toBeLessThanOrEqual(8);
  const { token } = await server.makeUser([dir]);
  const text = "a line of text\n".repeat(400_000);
  const save = (name: string, own: string) =>
    server.send("POST", `/api/file/save/${folder}/${name}`, { ...json({ context: text }), token: own });
  expect((await save("other.txt", token)).status).toBe(200);
  expect(readFileSync(path.join(dir, "other.txt"), "utf8")).toHaveLength(text.length);
  // Those that wait have their turns, and are cut in them as well.
  await expect
    .poll(() => bodies.filter(({ heard }) => heard().startsWith("HTTP/1.1 408")).length, { timeout: 40_000 })
    .toBeGreaterThanOrEqual(8);
  expect((await save("own.txt", server.rootToken)).status).toBe(200);
});
