import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { quickCommands, type QuickChild, type QuickCommand } from "@/lib/contracts/quick-commands";
import type { VirtualPath } from "@/lib/shared/paths";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { defineTask } from "@/lib/server/group/define-task";
import { runningTasks } from "@/lib/server/task/running-tasks";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { allTerminals, removeTerminal } from "@/lib/server/terminal/terminals";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { getQuickOutput } from "./get-quick-output";
import { listQuickCommands, saveQuickCommands } from "./quick-commands";
import { runQuickCommand } from "./run-quick-command";

let fixture: TrashFixture;
let mia: Ctx;
let tom: Ctx;
const folder = "r/work dir" as VirtualPath;
const one = (id: string, command: string, more: Partial<QuickCommand> = {}): QuickCommand => ({
  id,
  note: `note of ${id}`,
  command,
  way: "task",
  suffixes: [],
  children: [],
  ...more,
});

function child(id: string, command: string): QuickChild {
  const { note, way, suffixes } = one(id, command);
  return { id, note, command, way, suffixes };
}

beforeEach(async () => {
  fixture = await makeTrashFixture();
  setTaskKinds([defineTask({ kind: "quick-command", access: "session" })]);
  const rights = { about: () => {}, storage: fixture.storage };
  mia = { ...fixture.ctx, ...rights, actor: actorOf("mia", true) };
  tom = { ...fixture.ctx, ...rights, actor: actorOf("tom", true) };
  mkdirSync(path.join(fixture.root, "work dir"));
  writeFileSync(path.join(fixture.root, "work dir", "it's.txt"), "one\ntwo\n");
});
afterEach(async () => {
  await Promise.all(allTerminals().map(removeTerminal));
  for (const { cancel } of runningTasks.values()) cancel();
  await fixture.close();
});

async function begin(id: string, paths: string[] = [], ctx = mia): Promise<string> {
  const begun = await runQuickCommand({ id, folder, paths: paths as VirtualPath[] }, ctx);
  return "taskId" in begun ? begun.taskId : begun.terminalId;
}

test("one that cannot be read is left out, and stays when the others are saved", async () => {
  startAppOf({ stopping: new AbortController().signal, log: { error: () => {} } as unknown as pino.Logger }); // all that is written
  await saveQuickCommands({ commands: [one("a", "true"), one("b", "false")] }, mia);
  await mia.db.$executeRaw`UPDATE QuickCommand SET suffixes = '{' WHERE userId = 'mia' AND id = 'a'`;
  const { commands, unreadable } = await listQuickCommands({}, mia);
  expect([commands.map(({ id }) => id), unreadable]).toEqual([["b"], 1]);
  await saveQuickCommands({ commands: [...commands, one("c", "true")] }, mia);
  await mia.db.$executeRaw`UPDATE QuickCommand SET suffixes = '[]' WHERE id = 'a'`;
  expect((await listQuickCommands({}, mia)).commands.map(({ id }) => id).toSorted()).toEqual(["a", "b", "c"]);
});

test("they are kept in their order, with one level below, each user's own", async () => {
  const group = one("g", "", { children: [child("c2", "b"), child("c1", "a")] });
  const commands = [one("z", "true"), group, one("a", "false", { suffixes: ["txt"], way: "terminal" })];
  await saveQuickCommands({ commands }, mia);
  await saveQuickCommands({ commands: [one("z", "of tom")] }, tom);
  expect(await listQuickCommands({}, mia)).toMatchObject({ commands });
  await saveQuickCommands({ commands: [] }, tom);
  expect((await listQuickCommands({}, mia)).commands).toHaveLength(3);
  await expect(begin("z", [], tom)).rejects.toMatchObject({ key: "terminal/no-command" });
});

test("a task runs in the folder, about what was chosen, and its output and code are kept", async () => {
  await saveQuickCommands({ commands: [one("x", "wc -l {name}; cat {paths}; pwd; exit 3")] }, mia);
  const taskId = await begin("x", [`${folder}/it's.txt`]);
  const task = await fixture.end({ taskId }, mia);
  expect(task).toMatchObject({ state: "done", title: "note of x", facts: { code: 3 } });
  const said = await getQuickOutput({ taskId }, mia);
  expect(said).toMatchObject({ isOver: true, code: 3, isCut: false });
  expect(said.output).toMatch(/2 it's\.txt\none\ntwo\n.*\/work dir\n/);
  await expect(getQuickOutput({ taskId }, { ...tom, actor: actorOf("tom") })).rejects.toMatchObject({
    key: "task/not-found",
  });
});

test("what it says is seen while it runs; cancelling it ends all that it has begun", async () => {
  await saveQuickCommands({ commands: [one("x", "echo pid=$$=; sleep 600")] }, mia);
  const taskId = await begin("x");
  const pid = await vi.waitFor(async () => {
    const { output, isOver } = await getQuickOutput({ taskId }, mia);
    expect(isOver).toBe(false);
    expect(output).toMatch(/pid=\d+=/);
    return Number(/pid=(\d+)=/.exec(output)?.[1]);
  });
  runningTasks.get(taskId)?.cancel();
  expect(await fixture.end({ taskId }, mia)).toMatchObject({ state: "cancelled" });
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

test("whoever reads input comes to its end, and endless output keeps its end alone", async () => {
  await saveQuickCommands({ commands: [one("x", "cat; seq 1 60000")] }, mia);
  const taskId = await begin("x");
  await fixture.end({ taskId }, mia);
  const { output, isCut } = await getQuickOutput({ taskId }, mia);
  expect([isCut, output.length <= 64 * 1024, output.endsWith("60000\n")]).toEqual([true, true, true]);
});

test("in a terminal it is typed into a new one, in the folder", async () => {
  await saveQuickCommands({ commands: [one("x", "wc -l {path} > counted; pwd > where", { way: "terminal" })] }, mia);
  const noSession = { ...mia, actor: { ...mia.actor, sessionId: null } };
  const id = await begin("x", [`${folder}/it's.txt`], noSession);
  expect(allTerminals().map((terminal) => [terminal.id, terminal.userId])).toEqual([[id, "mia"]]);
  const dir = path.join(fixture.root, "work dir");
  await vi.waitFor(() => expect(readFileSync(path.join(dir, "where"), "utf8")).toBe(`${dir}\n`));
  expect(readFileSync(path.join(dir, "counted"), "utf8")).toMatch(/^2 .*it's\.txt\n$/);
});

test("who must not see a folder or a file runs nothing there", async () => {
  await saveQuickCommands({ commands: [one("x", "cat {path}")] }, mia);
  const ctx = { ...mia, storage: fixture.limited({ accessDirs: ["work dir"] }) };
  const run = (where: string, paths: string[]) =>
    runQuickCommand({ id: "x", folder: where as VirtualPath, paths: paths as VirtualPath[] }, ctx);
  mkdirSync(path.join(fixture.root, "hidden"));
  await expect(run("r/hidden", [])).rejects.toMatchObject({ key: "file/not-found" });
  await expect(run(folder, ["r/hidden"])).rejects.toMatchObject({ key: "file/not-found" });
});

test.each([
  one("a", "x\u0003"),
  one("a", "x\u001b[A"),
  one("a", "x", { note: " " }),
  one("a", "x", { suffixes: ["a/b"] }),
])("%j is refused", (wrong) =>
  expect(quickCommands.saveQuickCommands.input.safeParse({ commands: [wrong] }).success).toBe(false),
);
