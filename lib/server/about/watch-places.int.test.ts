import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import type { App } from "@/lib/server/runtime/app";
import { auditInto } from "@/lib/server/runtime/audit-fixture";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import { onTold } from "@/lib/server/runtime/tell-user";
import { noGrants } from "@/lib/server/session/grants";
import { openStorage, placesIn } from "@/lib/server/storage/open-storage";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { startWatchingPlaces, watchPlaces } from "./watch-places";

let fixture: TrashFixture;
let app: Pick<App, "db" | "env" | "audit" | "log">;
let audited: AuditLine[];
let told: string[];
let stopHearing = () => {};

beforeEach(async () => {
  fixture = await makeTrashFixture();
  const dataDir = path.join(fixture.base, "data");
  await openStorage({ journalFile: path.join(dataDir, "journal"), hiddenDirs: [dataDir], searchIndex: () => null });
  [audited, told] = [[], []];
  app = {
    db: fixture.ctx.db,
    log: fixture.ctx.log,
    env: { dataDir, roots: [{ hostPath: fixture.root, note: "Files" }] } as unknown as App["env"], // these parts
    audit: auditInto(audited),
  };
  mkdirSync(`${fixture.root}/a/secret`, { recursive: true });
  writeFileSync(`${fixture.root}/a/secret/file.txt`, "secret");
  await app.db.user.update({ where: { id: "mia" }, data: { isRoot: true } });
  const grants = { ...noGrants, access_dirs: [fixture.root], not_access_dirs: [`${fixture.root}/a/secret`] };
  await app.db.user.update({ where: { id: "tom" }, data: { grants } });
  stopHearing = onTold(
    ({ userId, message }) => void told.push(`${userId} ${message.words} ${message.params["to"] ?? ""}`),
  );
});
afterEach(async () => {
  stopHearing();
  await fixture.close();
});

test("what was moved from outside is recorded once, and administrators are told once", async () => {
  await startWatchingPlaces(app);
  renameSync(`${fixture.root}/a`, `${fixture.root}/z`);
  for (let round = 0; round < 3; round++) await watchPlaces(app);
  const [place, to] = [`${fixture.root}/a/secret`, `${fixture.root}/z/secret`];
  await vi.waitFor(() => expect(told).toEqual([`mia placeMoved ${to}`]));
  expect(audited.map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
    ["FOLLOW file/place", `${place} → ${to}`, "success"],
  ]);
  // Once no list names it any more it is forgotten, and may be named again.
  await app.db.user.update({ where: { id: "tom" }, data: { grants: { ...noGrants, access_dirs: [fixture.root] } } });
  await watchPlaces(app);
  expect(placesIn(app.env.dataDir).moved).toEqual([]);
});

test("a trash that was there before the server knew it by its number is known from its start", async () => {
  const plan = await fixture.storage.trash.plan("r/a/secret/file.txt" as VirtualPath, { ownerId: "mia", id: "1" });
  await fixture.storage.trash.put("r/a/secret/file.txt" as VirtualPath, plan);
  const { folder } = plan.place;
  const row = { id: "1", ownerId: "mia", ownerName: "mia", path: "r/x", hostPath: "/x", kind: "file", state: "there" };
  await app.db.trash.create({ data: { ...row, folder, deletedAt: new Date() } });
  await startWatchingPlaces(app);
  expect(placesIn(app.env.dataDir).own()).toEqual([`${fixture.root}/.filedeck-trash`]);
  renameSync(`${fixture.root}/.filedeck-trash`, `${fixture.root}/taken`);
  for (let round = 0; round < 2; round++) await watchPlaces(app);
  expect(readdirSync(fixture.root)).toContain(".filedeck-trash");
  await vi.waitFor(() => expect(told).toEqual([`mia trashBack ${fixture.root}/taken`]));
  expect(audited).toHaveLength(1);
});
