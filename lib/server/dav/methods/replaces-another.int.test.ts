import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";
import { trashedPlaceOf } from "@/lib/server/trash/trash-row";
import { decodePath } from "@/lib/shared/paths";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

/** A document that was written twice a moment ago, and what is kept of it. */
async function makeDocument() {
  const { dir, path: folder } = server.folder();
  const put = (name: string, body: string) => server.ask("PUT", `${folder}/${name}`, { body });
  const setTime = (name: string) =>
    server.ask("PROPPATCH", `${folder}/${name}`, {
      body: `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop><Z:Win32LastModifiedTime>${new Date(1_700_000_000_000).toUTCString()}</Z:Win32LastModifiedTime></D:prop></D:set></D:propertyupdate>`,
    });
  const bring = (method: "COPY" | "MOVE", name: string) =>
    server.ask(method, `${folder}/${name}`, { headers: server.to(`${folder}/doc.txt`) });
  for (const text of ["first", "newest"]) await put("doc.txt", text);
  const kept = async () => {
    const rows = await server.db.trash.findMany({ where: { state: "there" } });
    const own = rows.filter(({ hostPath }) => decodePath(hostPath) === path.join(dir, "doc.txt"));
    return own.map((row) => readFileSync(trashedPlaceOf(row), "utf8")).toSorted();
  };
  return { dir, put, setTime, bring, kept };
}

test("what another file replaces is kept, also where it was written a moment ago", async () => {
  for (const method of ["COPY", "MOVE"] as const) {
    const { put, bring, kept } = await makeDocument();
    await put("other.txt", "another");
    expect((await bring(method, "other.txt")).status).toBe(204);
    expect([method, await kept()]).toEqual([method, ["first", "newest"]]);
  }
});

test("an editor that saves by a new file and a move makes one version of a working session", async () => {
  for (const name of [".doc.txt.swp", "doc.txt.tmp", "doc.txt~"]) {
    const { put, bring, kept } = await makeDocument();
    for (const text of ["one more", "and one more"]) {
      // Some make it empty first.
      await put(name, "");
      await put(name, text);
      expect((await bring("MOVE", name)).status).toBe(204);
    }
    expect([name, await kept()]).toEqual([name, ["first"]]);
  }
});

test("so does one on Windows, which then says when the file was changed", async () => {
  const { put, setTime, bring, kept } = await makeDocument();
  for (const text of ["one more", "and one more"]) {
    await put("doc.txt.tmp", text);
    expect((await setTime("doc.txt.tmp")).status).toBe(207);
    expect((await bring("MOVE", "doc.txt.tmp")).status).toBe(204);
  }
  expect(await kept()).toEqual(["first"]);
});

test("a file that only looks so, as another program or a move brought it, is another one", async () => {
  const { dir, put, bring, kept } = await makeDocument();
  writeFileSync(path.join(dir, "doc.txt.tmp"), "by another program");
  expect((await bring("MOVE", "doc.txt.tmp")).status).toBe(204);
  expect(await kept()).toEqual(["first", "newest"]);
  await put("doc.txt.tmp", "made here");
  writeFileSync(path.join(dir, "doc.txt.tmp"), "and then written by another");
  expect((await bring("MOVE", "doc.txt.tmp")).status).toBe(204);
  expect(await kept()).toEqual(["by another program", "first", "newest"]);
  await put("doc.txt.tmp", "copied");
  expect((await bring("COPY", "doc.txt.tmp")).status).toBe(204);
  expect(await kept()).toEqual(["and then written by another", "by another program", "first", "newest"]);
});
