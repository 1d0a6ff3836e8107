import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { dav } from "@/e2e/support/dav-client";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";
import { forgetActors } from "@/lib/server/session/find-actor";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

test("a password for one location opens no other that has got its name since", async () => {
  const bases = ["a", "b"].map((name) => mkdtempSync(path.join(tmpdir(), `filedeck-limited-${name}-`)));
  onTestFinished(() => bases.forEach((base) => rmSync(base, { recursive: true })));
  const names = bases.map((base) => path.join(base, "docs"));
  const [first = "", second = ""] = names;
  for (const dir of names) mkdirSync(dir);
  writeFileSync(path.join(second, "private.txt"), "private");
  writeFileSync(path.join(first, "public.txt"), "public");
  const as = await server.makeDavUser(names, ["file_read", "webdav"]);
  const limit = (data: object) => server.db.appPassword.updateMany({ where: { name: { not: "" } }, data });
  const grant = async (dirs: readonly string[]) => {
    const grants = {
      access_dirs: [...dirs],
      only_read_dirs: [],
      not_access_dirs: [],
      auth_list: ["file_read", "webdav"],
    };
    await server.db.user.update({ where: { username: as.username }, data: { grants } });
    forgetActors();
  };
  const statusOf = async (target: string) => (await dav(server, "GET", target, { as })).status;
  await grant(names);
  await limit({ root: "docs", rootPlace: first });
  forgetActors();
  expect(await statusOf("docs/public.txt")).toBe(200);
  await grant([second]);
  expect(await statusOf("docs/private.txt")).not.toBe(200);
  // And opens its own by whatever name that has.
  await grant([second, first]);
  expect(await statusOf("docs/private.txt")).not.toBe(200);
});
