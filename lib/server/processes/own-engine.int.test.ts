import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { standIn } from "@/lib/server/process/own-container-fixture";
import { readStat } from "@/lib/server/process/process-state";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { reniceProcess, signalProcess } from "./change-process";

let fixture: TrashFixture;
let dir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  fixture = await makeTrashFixture();
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-engine-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dir, { recursive: true });
  await fixture.close();
});

/** A process that goes by this name. */
async function start(name: string): Promise<string> {
  cpSync("/bin/sleep", `${dir}/${name}`);
  const child = spawn(`${dir}/${name}`, ["600"], { stdio: "ignore" });
  children.push(child);
  const pid = child.pid ?? 0;
  await vi.waitFor(() => expect(readStat(pid)?.name).toBe(name));
  return `${pid}.${readStat(pid)?.startTicks ?? 0}`;
}

test.skipIf(process.getuid?.() !== 0)(
  "in a container, what keeps that running is ended by administrators alone",
  async () => {
    const ids = await Promise.all(["dockerd", "containerd", "containerd-shim", "conmon", "docker-proxy"].map(start));
    const other = await start("other");
    const as = (isRoot: boolean) => ({ ...fixture.ctx, actor: actorOf("mia", isRoot), about: vi.fn() });
    const folder = `${dir}/containers/${"0123456789abcdef".repeat(4)}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/hostname`, "filedeck\n");
    // With it the thread that knows processes begins: one that began later would keep those mounts.
    expect(await keyOf(reniceProcess({ id: other, nice: 5 }, as(false)))).toBe("done");
    const leave = standIn(`${folder}/hostname`);
    try {
      for (const id of ids) {
        expect(await keyOf(signalProcess({ id, signal: "SIGTERM" }, as(false)))).toBe("auth/root-only");
        expect(await keyOf(reniceProcess({ id, nice: 5 }, as(false)))).toBe("auth/root-only");
      }
      expect(await keyOf(signalProcess({ id: other, signal: "SIGTERM" }, as(false)))).toBe("done");
      expect(await keyOf(signalProcess({ id: ids[0] ?? "", signal: "SIGTERM" }, as(true)))).toBe("done");
    } finally {
      leave();
    }
    // On a machine of its own, Filedeck goes on without them.
    expect(await keyOf(signalProcess({ id: ids[1] ?? "", signal: "SIGTERM" }, as(false)))).toBe("done");
  },
);
