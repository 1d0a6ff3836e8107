import { spawn } from "node:child_process";
import { expect, onTestFinished, test, vi } from "vitest";
import { entryOf } from "@/lib/server/machine/processes/process-entry";
import { readPlainly } from "@/lib/server/machine/processes/read-plainly";
import { isOwnProcess, parentOf } from "@/lib/server/process/own-processes";
import { endGroup, spawnChild } from "@/lib/server/process/spawn-child";
import { actorOf, makeTrashFixture } from "@/lib/server/trash/trash-fixture";
import { signalProcess } from "./change-process";
import { knownProcess } from "./known-process";

test("one that Filedeck has started is its own where nobody can say what it is", () => {
  const known = { pid: 999_999, parent: process.pid };
  expect(isOwnProcess({ ...known, program: null })).toBe(true);
  expect(isOwnProcess({ ...known, program: "/bin/sleep" })).toBe(false);
  expect(isOwnProcess({ ...known, parent: 1, program: null })).toBe(false);
});

test("a launcher that is this program, started by the process that starts programs, is nobody's to end but administrators'", async () => {
  const fixture = await makeTrashFixture();
  onTestFinished(fixture.close);
  const child = spawnChild(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => endGroup(child));
  const pid = await vi.waitFor(() => {
    if (child.pid === undefined) throw new Error("not started yet");
    return child.pid;
  });
  expect(parentOf(pid)).not.toBe(process.pid);
  const id = readPlainly(pid, new Map())[0]?.id ?? "";
  await vi.waitFor(async () => expect((await knownProcess(id)).program).toBe(process.execPath));
  const ctx = { ...fixture.ctx, actor: actorOf("mia", false), about: vi.fn() };
  await expect(signalProcess({ id, signal: "SIGKILL" }, ctx)).rejects.toMatchObject({ key: "auth/root-only" });
});

test("an id without a start means one process, and gives nobody more rights", async () => {
  const fixture = await makeTrashFixture();
  onTestFinished(fixture.close);
  const worker = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void worker.kill("SIGKILL"));
  const pid = worker.pid ?? 0;
  const id = readPlainly(pid, new Map())[0]?.id ?? "";
  expect(id).toBe(`${pid}.0${entryOf(pid)}`);
  expect(parentOf(pid)).toBe(process.pid);
  await vi.waitFor(async () => expect((await knownProcess(id)).program).toBe(process.execPath));
  const ctx = { ...fixture.ctx, actor: actorOf("mia", false), about: vi.fn() };
  await expect(signalProcess({ id, signal: "SIGCONT" }, ctx)).rejects.toMatchObject({ key: "auth/root-only" });
  for (const other of [`${pid}.0`, `${pid}.0${entryOf(process.pid)}`])
    await expect(signalProcess({ id: other, signal: "SIGCONT" }, ctx)).rejects.toMatchObject({
      key: "sys/process-gone",
    });
});
