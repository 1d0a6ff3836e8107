import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Env } from "@/lib/server/base/env";
import { loopProblem, makeLoop, type Loop } from "@/lib/server/process/loop-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { listUsers } from "./list-users";
import { mountDevice } from "./mount-device";
import { unmount } from "./unmount";

const problem = loopProblem();
let fixture: TrashFixture;
let base: string;
let loop: Loop;
const children: ChildProcess[] = [];

beforeAll(async () => {
  fixture = await makeTrashFixture();
  base = mkdtempSync(path.join(tmpdir(), "filedeck-keepers-"));
  startAppOf({ env: { dataDir: path.join(base, "data") } as Env }); // the rest is not asked for
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await runBriefly("/usr/bin/umount", ["-l", "--", path.join(base, "place")]);
  loop.close();
});
afterAll(async () => {
  rmSync(base, { recursive: true, force: true });
  await fixture.close();
});
const ctxOf = (isRoot = true) => ({ ...fixture.ctx, actor: actorOf("root", isRoot), about: () => {} });

/** A shell with mounts of its own, with what it is told of the machine's. */
async function apart(propagation: "private" | "slave", script: string): Promise<ChildProcess> {
  const child = spawn("/usr/bin/unshare", ["--mount", `--propagation=${propagation}`, "sh", "-c", script]);
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

test.skipIf(problem !== null)(
  "who has a disk mounted apart from the machine is told, by where it is there",
  async () => {
    loop = makeLoop();
    loop.format("data");
    const place = path.join(base, "place");
    await mountDevice({ device: loop.id, place, options: [], creates: true, covers: false }, ctxOf());
    expect(await listUsers({ place }, ctxOf())).toMatchObject({ users: [], keepers: [] });
    const elsewhere = path.join(base, "data of it");
    const child = await apart(
      "private",
      `mkdir -p '${elsewhere}' && mount --bind '${place}' '${elsewhere}' && umount '${place}' && echo ready && read line`,
    );
    const { users, keepers } = await listUsers({ place }, ctxOf());
    expect(users).toEqual([]);
    expect(keepers).toMatchObject([{ pid: child.pid, user: "root", path: elsewhere, container: null }]);
    expect(keepers[0]?.command).toContain("sh -c mkdir");
    expect((await listUsers({ place }, ctxOf(false))).keepers).toMatchObject([{ pid: child.pid, path: null }]);
    const roots = [base, place, path.join(place, "films"), `${place}-2`].map((at) => ({
      id: path.relative(base, at),
      place: at,
    }));
    const actor = { ...actorOf("root", true), permissions: new Set(["file_read"] as const) };
    const ctx = { ...ctxOf(), actor, storage: { ...fixture.ctx.storage, roots: async () => roots as never } }; // no more of them is asked for
    expect((await listUsers({ place }, ctx)).folders).toEqual(["place", "place/films"]);
    // It is unmounted all the same.
    await unmount({ place, lazy: false }, ctxOf());
  },
);

test.skipIf(problem !== null)(
  "mounts that go with the machine's keep nothing, but a file that is open there does",
  async () => {
    loop = makeLoop();
    loop.format("data");
    const place = path.join(base, "place");
    await mountDevice({ device: loop.id, place, options: [], creates: true, covers: false }, ctxOf());
    await runBriefly("/usr/bin/mount", ["--make-shared", place]);
    await apart("slave", "echo ready; read line");
    expect(await listUsers({ place }, ctxOf())).toMatchObject({ users: [], keepers: [] });
    const user = await apart("slave", `cd '${place}' && echo ready && read line`);
    expect(await listUsers({ place }, ctxOf())).toMatchObject({
      users: [{ pid: user.pid, use: "folder", path: place }],
      keepers: [],
    });
  },
);
