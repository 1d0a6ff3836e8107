import type { Changes } from "@/lib/server/base/describe-changes";
import { expect, test } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { setUpConnections } from "@/lib/server/ssh/connections-fixture";
import { volumeOfHost } from "@/lib/server/ssh/host-roots";
import { prepareRun, runOnHosts } from "./run-on-hosts";

const { as, serve, save, somebody, connect, keyOf } = setUpConnections();

test("the audit log is told of each host and of the whole command, however long it is", async () => {
  const ids = [await save({ port: 22, name: "box" }), await save({ port: 23, name: "shed" })];
  const said: unknown[] = [];
  const ctx = { ...as("mia"), about: (target: unknown, changes?: Changes) => void said.push([target, changes?.text]) };
  await prepareRun({ ids, command: "uptime" }, ctx);
  expect(said.at(-1)).toEqual([["uptime → box", "uptime → shed"], "uptime"]);
  await prepareRun({ ids: ids.slice(0, 1), command: "uptime" }, ctx);
  expect(said.at(-1)).toEqual([["uptime → box"], ""]);

  const command = `: ${"x".repeat(2_000)}; rm -rf ~; : ${"x".repeat(2_000)}`;
  await prepareRun({ ids, command }, ctx);
  expect(said.at(-1)).toEqual([
    [expect.stringMatching(/^: x+…\(\d+\)…x+ → box$/), expect.stringMatching(/^: x+…\(\d+\)…x+ → shed$/)],
    command,
  ]);
});

test("what was prepared is run by the same session alone, and with the rights that it has by then", async () => {
  const id = await save({ port: 22, name: "box" });
  const mia = as("mia");
  const of = (sessionId: string, more: object = {}): Ctx => ({ ...mia, actor: { ...mia.actor, sessionId, ...more } });
  const run = await prepareRun({ ids: [id], command: "uptime" }, of("one"));
  const said: unknown[] = [];
  const received = { [Symbol.asyncIterator]: async function* () {} };
  const open = (ctx: Ctx) => runOnHosts(run, ctx, { send: async (message) => void said.push(message), received });
  expect(await keyOf(open(of("two")))).toBe("ssh/not-found");
  const place = `${volumeOfHost(id)}/home`;
  const scopes = [{ accessDirs: [place], readOnlyDirs: [], denyDirs: [] }];
  await open(of("one", { scopes }));
  expect(said).toEqual([{ type: "failed", host_id: id, error: "ssh/folders-only" }]);
});

test("a silent command that is left while it begins ends", async () => {
  const left = new AbortController();
  const { port } = await serve({ signIn: (attempt) => attempt.accept(), onCommand: () => left.abort() });
  const id = await save({ port, password: "pw" });
  const connection = await connect(id, somebody().person);
  const ctx = { ...as("mia"), signal: left.signal };
  const run = await prepareRun({ ids: [id], command: "sleep 1000" }, ctx);
  const received = { [Symbol.asyncIterator]: async function* () {} };
  await keyOf(runOnHosts(run, ctx, { send: async () => {}, received }));
  expect([left.signal.aborted, connection.uses]).toEqual([true, 0]);
});
