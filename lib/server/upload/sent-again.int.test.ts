import { readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { makeTar } from "@/lib/client/upload/make-tar";

// What was stored by a server that was killed before it could say so is sent once more.

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const mtime = 1_000_000_000_000;
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 251));
const other = Buffer.from(bytes);
other[299_999] = 255;
const keyOf = ({ body }: { body: Buffer }) => (JSON.parse(body.toString()) as { error?: string }).error;

/** As the file page sends it. */
function put(target: string, content: Buffer, query = `conflict=fail&mtime=${mtime}`) {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--x--\r\n")]);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  return server.send("PUT", `/api/file/${target}?${query}`, { body, headers });
}

test("a file that is sent again by a form is stored, with the same answer; another one is a taken name", async () => {
  const { dir, path: folder } = makeFolder(server);
  for (const [name, content] of [
    ["large", bytes],
    ["small", bytes.subarray(0, 9)],
    ["empty", Buffer.alloc(0)],
  ] as const) {
    const first = await put(`${folder}/${name}`, content);
    const { ino } = statSync(path.join(dir, name));
    const again = await put(`${folder}/${name}`, content);
    expect([again.status, JSON.parse(again.body.toString())]).toEqual([200, JSON.parse(first.body.toString())]);
    expect(statSync(path.join(dir, name)).ino).toBe(ino);
  }
  expect([keyOf(await put(`${folder}/large`, other)), readdirSync(dir).length]).toEqual(["file/exists", 3]);
  // Without a time it might be anybody's.
  expect(keyOf(await put(`${folder}/large`, bytes, "conflict=fail"))).toBe("file/exists");
  expect(readFileSync(path.join(dir, "large")).equals(bytes)).toBe(true);
});

test("a file that is sent again to replace one, or beside it, is stored once, and nothing more goes to the trash", async () => {
  const { dir, path: folder } = makeFolder(server);
  const pathOf = ({ body }: { body: Buffer }) => (JSON.parse(body.toString()) as { data: { path: string } }).data.path;
  await put(`${folder}/file`, other);
  for (const again of ["", "&resume=1"])
    expect(pathOf(await put(`${folder}/file`, bytes, `conflict=rename&mtime=${mtime}${again}`))).toBe(
      `${folder}/file (2)`,
    );
  await put(`${folder}/file`, bytes, `conflict=replace&mtime=${mtime}`);
  const { ino } = statSync(path.join(dir, "file"));
  await put(`${folder}/file`, bytes, `conflict=replace&mtime=${mtime}&resume=1`);
  expect(statSync(path.join(dir, "file"))).toMatchObject({ ino, nlink: 1 });
  expect(readdirSync(dir).filter((name) => !name.startsWith("."))).toEqual(["file", "file (2)"]);
});

test("of a tar that is sent again, a file of the same size and time but of other bytes is told", async () => {
  const { dir, path: folder } = makeFolder(server);
  const files = ["small", "large"].map((name) => {
    const content = name === "large" ? bytes : bytes.subarray(0, 9);
    return { path: name, file: new File([content], name, { lastModified: mtime }) };
  });
  const body = Buffer.from(await makeTar(files).arrayBuffer());
  const send = async () => {
    const reply = await server.send("POST", `/api/file/upload-many?to=${folder}&resume=1`, { body });
    return (JSON.parse(reply.body.toString()) as { data: { files: number; failures: unknown[] } }).data;
  };
  expect(await send()).toMatchObject({ files: 2, failures: [] });
  expect(await send()).toMatchObject({ files: 2, failures: [] });
  for (const name of ["small", "large"]) {
    const changed = readFileSync(path.join(dir, name));
    changed[0] = 255;
    writeFileSync(path.join(dir, name), changed);
    utimesSync(path.join(dir, name), mtime / 1000, mtime / 1000);
  }
  expect((await send()).failures).toEqual(
    expect.arrayContaining(["small", "large"].map((name) => ({ path: name, error: "file/exists" }))),
  );
});

test("a resumable upload that ends where the same file has come by another way is stored", async () => {
  const { dir, path: folder } = makeFolder(server);
  const begin = async (time: number) => {
    const metadata = metadataOf({ path: `${folder}/film`, mtime: String(time) });
    const headers = { "upload-length": String(bytes.length), "upload-metadata": metadata };
    const { headers: told } = await server.send("POST", "", { headers });
    return (told.location ?? "").replace("/api/file/tus/", "");
  };
  const end = (id: string, body: Buffer) => {
    const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    return server.send("PATCH", id, { body, headers });
  };
  const [first, again, changed, later] = [await begin(mtime), await begin(mtime), await begin(mtime), await begin(0)];
  for (const id of [first, again]) {
    const reply = await end(id, bytes);
    expect([reply.status, reply.headers["upload-path"]]).toEqual([204, `${folder}/film`]);
  }
  expect((await server.send("GET", again)).body.equals(bytes)).toBe(true);
  expect(keyOf(await end(changed, other))).toBe("file/exists");
  expect(keyOf(await end(later, bytes))).toBe("file/exists");
  for (const id of [changed, later]) await server.send("DELETE", id);
  expect(readdirSync(dir)).toEqual(["film"]);
});
