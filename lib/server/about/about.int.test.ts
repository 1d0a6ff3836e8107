import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Env } from "@/lib/server/base/env";
import { programPaths } from "@/lib/server/process/programs";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx, RequestOrigin } from "@/lib/server/runtime/ctx";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { noGrants, type Grants } from "@/lib/server/session/grants";
import { isAppError } from "@/lib/shared/errors";
import { backupCommandCode } from "@/lib/contracts/audited-actions";
import { backupState } from "@/lib/server/backup/backup-setting";
import { applyPrograms, programsSetting, setUpdatesSetting, updatesSetting } from "./about-settings";
import { findUpdate } from "./find-update";
import { getState } from "./get-state";
import { listPrograms, testProgram } from "./programs";

let fixture: TrashFixture;
let root: Ctx;
let folder: string;
let releases: Server;
let answer = "";
let asked: string[] = [];
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
const place = (name: string) => path.join(folder, name);
const make = (name: string, text: string, mode = 0o755) => {
  writeFileSync(place(name), text);
  chmodSync(place(name), mode);
  return place(name);
};

beforeAll(async () => {
  fixture = await makeTrashFixture();
  // Tests of backups may have been here before, in the same process.
  await backupState.load(fixture.ctx.db);
  // Below a folder that nobody else can write to, unlike that of temporary files.
  folder = mkdtempSync(path.join(process.cwd(), ".filedeck-about-"));
  startAppOf({
    version: "0.1.0",
    env: { dataDir: folder, publicUrl: null, trustedProxies: [], proxySecret: null } as unknown as Env, // what is read of it
  }); // what about reads of it
  const request = { secure: false, address: "127.0.0.1", host: "127.0.0.1:8480" } as RequestOrigin;
  root = { ...fixture.ctx, request, actor: { ...actorOf("root", true), permissions: new Set(["lan_access"]) } };
  releases = createServer((incoming, outgoing) => {
    asked.push(`${incoming.url ?? ""} ${incoming.headers["user-agent"] ?? ""}`);
    outgoing.end(answer);
  }).listen(0, "127.0.0.1");
  await once(releases, "listening");
});
afterAll(async () => {
  applyPrograms(fixture.ctx.db, { paths: {} });
  await programsSetting.save(fixture.ctx.db, { paths: {} });
  await updatesSetting.save(fixture.ctx.db, { on: false, url: "", lan: false });
  releases.close();
  rmSync(folder, { recursive: true });
  await fixture.close();
});

test("programs are found where they are, with their versions", async () => {
  const { programs } = await listPrograms({}, root);
  const lsblk = programs.find(({ name }) => name === "lsblk");
  expect(lsblk).toMatchObject({ path: "/usr/bin/lsblk", chosen: null, is_working: true });
  expect(lsblk?.version).toMatch(/^\d+\.\d+/);
  expect(programs.find(({ name }) => name === "nvidia-smi")).toMatchObject({ path: null, is_working: false });
});

test("a program of one's own is tested, named, and used; nothing that others can change is run", async () => {
  const mine = make("smartctl", "#!/bin/sh\necho smartctl 9.9 from here\n");
  expect(await testProgram({ name: "smartctl", path: mine }, root)).toEqual({
    version: "9.9",
    said: "",
    is_working: true,
  });
  const broken = make("broken", "#!/bin/sh\necho it is broken >&2; exit 3\n");
  expect(await testProgram({ name: "smartctl", path: broken }, root)).toMatchObject({
    is_working: false,
    said: "it is broken",
  });
  await programsSetting.write({ paths: { smartctl: mine } }, root);
  const { programs } = await listPrograms({}, root);
  expect(programs.find(({ name }) => name === "smartctl")).toMatchObject({ path: mine, chosen: mine, version: "9.9" });

  const open = make("open", "#!/bin/sh\necho 1.0\n", 0o777);
  const refused = [testProgram({ name: "rg", path: open }, root), programsSetting.write({ paths: { rg: open } }, root)];
  expect(await Promise.all(refused.map(keyOf))).toEqual(refused.map(() => "about/changeable-program"));
  expect(await keyOf(testProgram({ name: "rg", path: "/usr/bin/id" }, root))).toBe("about/other-program");
  expect(await keyOf(programsSetting.write({ paths: { rg: "/usr/bin/id" } }, root))).toBe("about/other-program");
  const plain = make("plain", "no program\n", 0o644);
  for (const wrong of [plain, place("none"), "/usr/bin"])
    expect(await keyOf(programsSetting.write({ paths: { rg: wrong } }, root))).toBe("about/no-program");
  expect(programsSetting.get().paths).toEqual({ smartctl: mine });
  await programsSetting.write({ paths: {} }, root);
  expect((await listPrograms({}, root)).programs.find(({ name }) => name === "smartctl")?.chosen).toBeNull();
});

test("nothing is run that anybody but administrators could put there by Filedeck, be it granted before or after it was chosen", async () => {
  const { db } = fixture.ctx;
  mkdirSync(place("tools/in"), { recursive: true });
  const mine = make("tools/in/rg", "#!/bin/sh\necho ripgrep 9.9\n");
  symlinkSync(place("tools/in"), place("link"));
  const paths = [mine, place("link/rg")];
  const setGrants = (grants: Partial<Grants>) =>
    db.user.update({ where: { id: "tom" }, data: { grants: { ...noGrants, ...grants } } });
  const share = (mode: string, hostPath: string) => ({
    id: "box",
    link: "box",
    ownerId: "mia",
    mode,
    title: "",
    note: "",
    limits: {},
    items: [{ name: "x", path: "x", hostPath }],
  });
  const ways: { open: () => Promise<unknown>; close: () => Promise<unknown>; isOpen: boolean }[] = [
    ...[folder, place("tools"), mine].map((dir) => ({
      open: () => setGrants({ access_dirs: [dir] }),
      close: () => setGrants({}),
      isOpen: true,
    })),
    {
      open: () => db.role.create({ data: { id: "new", name: "new", grants: { ...noGrants, access_dirs: [folder] } } }),
      close: () => db.role.delete({ where: { id: "new" } }),
      isOpen: true,
    },
    ...[true, false].map((isOpen) => ({
      open: () => db.share.create({ data: share(isOpen ? "upload" : "download", place("tools")) }),
      close: () => db.share.delete({ where: { id: "box" } }),
      isOpen,
    })),
    ...[
      { only_read_dirs: [folder] },
      { access_dirs: [folder], not_access_dirs: [folder] },
      { access_dirs: [fixture.root] },
    ].map((grants) => ({ open: () => setGrants(grants), close: () => setGrants({}), isOpen: false })),
  ];
  for (const [index, { open, close, isOpen }] of ways.entries())
    for (const path of paths) {
      await programsSetting.write({ paths: { rg: path } }, root);
      await open();
      const asked = [
        await keyOf(testProgram({ name: "rg", path }, root)),
        (await programPaths("rg")).includes(path) ? "done" : "about/changeable-program",
        (await listPrograms({}, root)).programs.find(({ name }) => name === "rg")?.is_working === true
          ? "done"
          : "about/changeable-program",
      ];
      await programsSetting.write({ paths: {} }, root);
      asked.push(await keyOf(programsSetting.write({ paths: { rg: path } }, root)));
      const wanted = isOpen ? "about/changeable-program" : "done";
      expect([index, path, ...asked]).toEqual([index, path, wanted, wanted, wanted, wanted]);
      await close();
      await programsSetting.write({ paths: {} }, root);
    }
});

test("who is no administrator chooses among the system's own programs by their names, and runs nothing else", async () => {
  const delegate: Ctx = { ...root, actor: { ...root.actor, isRoot: false } };
  const mine = make("rg", `#!/bin/sh\necho ran > ${place("proof")}\necho ripgrep 14.1.0\n`);
  const refused = [
    mine,
    "/usr/bin/../..".concat(mine),
    "/usr/bin/rg-other",
    "/usr/bin/python3",
    "/usr/lib/rg",
    "/opt/rg",
  ];
  for (const path of refused) {
    expect([path, await keyOf(testProgram({ name: "rg", path }, delegate))]).toEqual([path, "about/outside-program"]);
    expect(await keyOf(programsSetting.write({ paths: { rg: path } }, delegate))).toBe("about/outside-program");
  }
  expect(existsSync(place("proof"))).toBe(false);
  const path = "/usr/bin/lsblk";
  expect(await testProgram({ name: "lsblk", path }, delegate)).toMatchObject({ is_working: true });
  await programsSetting.write({ paths: { lsblk: path } }, delegate);
  expect((await programPaths("lsblk"))[0]).toBe(path);
  // What an administrator has chosen stays when something else is changed.
  await programsSetting.write({ paths: { rg: mine } }, root);
  await programsSetting.write({ paths: { rg: mine, lsblk: path } }, delegate);
  await programsSetting.write({ paths: {} }, root);
});

test("how the server is: room, database, last backup, what is around it", async () => {
  writeFileSync(place("filedeck.db"), "x".repeat(5_000));
  expect(await getState({}, root)).toMatchObject({
    version: "0.1.0",
    node: process.versions.node,
    database: { bytes: 5_000, last_backup_at: null },
    connection: { is_secure: false, host: "127.0.0.1:8480" },
  });
  const line = { userId: null, username: "", address: "", action: backupCommandCode, target: "", requestId: "r" };
  const at = new Date("2026-01-02T03:04:05Z");
  await fixture.ctx.db.audit.create({ data: { ...line, at, outcome: "success" } });
  await fixture.ctx.db.audit.create({ data: { ...line, at: new Date(), outcome: "fail" } });
  const { data, database } = await getState({}, root);
  expect(database.last_backup_at).toBe(at.getTime());
  expect(data.available).toBeGreaterThan(0);
  expect(data.total).toBeGreaterThan(data.available);
});

test("nobody is asked for updates until somebody wants it, and then not more than once an hour", async () => {
  const port = (releases.address() as AddressInfo).port; // it listens
  const url = `http://127.0.0.1:${port}/filedeck.json`;
  expect(await keyOf(findUpdate({}, root))).toBe("about/updates-off");
  await setUpdatesSetting({ on: false, url }, root);
  expect(await keyOf(findUpdate({}, root))).toBe("about/updates-off");
  expect(asked).toEqual([]);
  await setUpdatesSetting({ on: true, url }, root);
  for (const wrong of ["no JSON", '{"version":"latest"}', '{"version":"1.0.0","url":"javascript:alert(1)"}']) {
    answer = wrong;
    expect(await keyOf(findUpdate({}, root))).toBe("about/update-answer");
  }
  answer = '{"version":"0.2.0","url":"https://example.org/filedeck/0.2.0"}';
  asked = [];
  for (let time = 0; time < 3; time++)
    expect(await findUpdate({}, root)).toMatchObject({
      version: "0.2.0",
      url: "https://example.org/filedeck/0.2.0",
      is_newer: true,
    });
  // Once, with nothing about this server in it.
  expect(asked).toEqual(["/filedeck.json "]);
  const other = { ...root, actor: { ...root.actor, permissions: new Set<never>() } };
  await setUpdatesSetting({ on: true, url: `${url}?other` }, root);
  expect(await keyOf(findUpdate({}, other))).toBe("outbound/lan");
  // Nor do others ask in the local network for who could not: neither now, nor when a name leads there later.
  expect(await keyOf(setUpdatesSetting({ on: true, url: `${url}?his` }, other))).toBe("outbound/lan");
  await updatesSetting.save(fixture.ctx.db, { on: true, url: `${url}?later`, lan: false });
  asked = [];
  expect([await keyOf(findUpdate({}, root)), asked]).toEqual(["outbound/lan", []]);
  await setUpdatesSetting({ on: true, url: `${url}?later` }, root);
  expect(await setUpdatesSetting({ on: true, url: `${url}?later` }, other)).toEqual({ on: true, url: `${url}?later` });
  expect(await findUpdate({}, root)).toMatchObject({ version: "0.2.0" });
});
