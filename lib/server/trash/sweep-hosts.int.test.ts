import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeEntries } from "@/lib/server/file/change-trees";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at } from "@/lib/server/storage/conformance/support";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { sweepTrash } from "./sweep-trash";
import { makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashTasks } from "./trash-tasks";

setTaskKinds(trashTasks);
const laterMs = 40 * 86_400_000;
const hostMs = 500;
const nothingFailed = {
  path: at(""),
  files: 1,
  bytes: 1,
  failures: [],
  failureCount: 0,
  skipped: 0,
  replaced: 0,
  kept: 0,
};

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
});
afterEach(() => fixture.close());

async function addRow(
  ownerId: string,
  { volume, name, state = "there" }: Record<"volume" | "name", string> & { state?: string },
) {
  const id = `${ownerId}${volume.replace(":", "")}${name}`;
  const on = `${volume}/home`;
  await fixture.ctx.db.trash.create({
    data: {
      id,
      ownerId,
      ownerName: ownerId,
      path: `r/${name}`,
      hostPath: `${on}/${name}`,
      folder: `${on}/.filedeck-trash/${ownerId}/${id}`,
      kind: "file",
      sizeBytes: 1,
      state,
      deletedAt: new Date(),
    },
  });
}

/** Deletes what it is asked to; of hosts named so, one call has no end, whatever the signal says. */
function hostsOf(calls: string[]): Ctx["storage"] {
  const { storage } = fixture.ctx;
  const never = new Promise<never>(() => {});
  const isEndless = (folder: string, call: string) => folder.startsWith(`sftp:${call}`);
  return {
    ...storage,
    trash: {
      ...storage.trash,
      find: ({ folder }) => {
        calls.push(folder.slice(0, folder.indexOf("/")));
        return isEndless(folder, "find") ? never : Promise.resolve("there");
      },
      settle: async () => "there",
      purge: ({ folder }) => (isEndless(folder, "purge") ? never : Promise.resolve(nothingFailed)),
    },
  };
}

const left = async () =>
  (await fixture.ctx.db.trash.findMany({ orderBy: { id: "asc" } })).map(({ id, state }) => `${id} ${state}`);

test.each(["find", "purge"])("a host whose answer (%s) never comes keeps nothing else waiting", async (call) => {
  const { ctx } = fixture;
  writeFileSync(path.join(fixture.root, "a"), "a");
  await fixture.end(await removeEntries({ files: [at("a")], permanent: false }, ctx));
  for (const name of ["x", "y", "z"]) await addRow("tom", { volume: `sftp:${call}`, name });
  await addRow("tom", { volume: "sftp:other", name: "x" });
  await addRow("mia", { volume: "sftp:good", name: "x" });
  const calls: string[] = [];
  const storage = hostsOf(calls);
  const sweep = () => sweepTrash({ ...ctx, hostMs, storageOf: async () => storage }, Date.now() + laterMs);
  await sweep();
  const stuck = call === "find" ? "there" : "purging";
  expect(await left()).toEqual([`tomsftp${call}x ${stuck}`, `tomsftp${call}y there`, `tomsftp${call}z there`]);
  expect(readdirSync(fixture.root)).not.toContain("a");
  // What does not listen to its signal goes on, but not in any number.
  for (let round = 0; round < 4; round++) await sweep();
  expect(calls.filter((volume) => volume === `sftp:${call}`).length).toBeLessThanOrEqual(3);
});

test("nor does one that is not settled, and this machine's disks come first", async () => {
  const { ctx } = fixture;
  await addRow("mia", { volume: "sftp:find-mine", name: "x", state: "moving" });
  await addRow("tom", { volume: "sftp:good", name: "x", state: "restoring" });
  await addRow("tom", { volume: "sftp:good", name: "y" });
  const storage = hostsOf([]);
  await sweepTrash({ ...ctx, hostMs, storageOf: async () => storage }, Date.now() + laterMs);
  expect(await left()).toEqual(["miasftpfind-minex moving"]);
});
