import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

const info = (owner: string) =>
  `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>${owner}</D:owner></D:lockinfo>`;
const lock = (target: string, owner = "x".repeat(450), as?: DavServer["root"]) =>
  server.ask("LOCK", target, {
    headers: { depth: "infinity" },
    body: info(owner),
    ...(as === undefined ? {} : { as }),
  });
const discovery = '<propfind xmlns="DAV:"><prop><lockdiscovery/></prop></propfind>';

test("shared locks do not pile up on one place, and a listing below tells few of them", async () => {
  const { dir, path: folder } = server.folder();
  for (let index = 0; index < 1_000; index++) writeFileSync(path.join(dir, `f${index}`), "");
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) statuses.push((await lock(`${folder}/`)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 507, 507]);
  // Somebody else has theirs, and finds them although there are more.
  const others = await server.makeDavUser([dir], ["webdav", "file_read", "filecat_file_context_update"]);
  const own = await lock(`${folder}/`, "mine", others);
  expect(own.status).toBe(200);
  const list = (as = server.root) =>
    server.ask("PROPFIND", `${folder}/`, { as, headers: { depth: "1" }, body: discovery });
  const listed = await list(others);
  const token = /opaquelocktoken|urn:uuid:[-0-9a-f]+/.exec(own.text)?.[0] ?? "none";
  expect(listed.text.split("<D:response>").slice(1)).toHaveLength(1_001);
  for (const response of listed.text.split("<D:response>").slice(1)) {
    expect(response.split("<D:activelock>")).toHaveLength(11);
    expect(response).toContain(token);
  }
  expect((await list()).body.length).toBeLessThan(10_000_000);
});

test("a long owner of a lock is refused, not cut", async () => {
  const { dir, path: folder } = server.folder();
  writeFileSync(path.join(dir, "f"), "");
  const { status, text } = await lock(`${folder}/f`, "x".repeat(600));
  expect([status, text.includes("512")]).toEqual([400, true]);
  expect((await lock(`${folder}/f`, "<D:href>mailto:somebody@example.org</D:href>")).status).toBe(200);
});
