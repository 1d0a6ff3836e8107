import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();
const service = (more = "") =>
  `{ image: box, command: /bin/sleep 1000, network_mode: none, stop_signal: KILL${more === "" ? "" : `, ${more}`} }`;

describe.skipIf(problem !== null)("profiles of a stack", () => {
  let stacks: Stacks;
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-stacks-"));
  beforeAll(async () => {
    stacks = await startStacks(dir);
    mkdirSync(path.join(stacks.root, "shop"), { mode: 0o755 });
    const text = `version: "3.9"\nservices:\n  web: ${service()}\n  spy: ${service("profiles: [debug, test]")}\n  load: ${service("profiles: [test]")}\n`;
    writeFileSync(path.join(stacks.root, "shop", "compose.yaml"), text);
    await stacks.approve("shop");
  });
  afterAll(async () => {
    const { docker } = stacks.daemon;
    for (const id of (await docker("ps", "-aq")).split("\n")) await docker("rm", "-f", id).catch(() => "");
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const running = async () =>
    ((await stacks.rowOf("shop"))?.services ?? []).filter((one) => one.running > 0).map(({ name }) => name);

  test("its services say so, and start with a profile of theirs or by their names", async () => {
    expect((await stacks.rowOf("shop"))?.services.map(({ name, profiles }) => [name, profiles])).toEqual([
      ["load", ["test"]],
      ["spy", ["debug", "test"]],
      ["web", []],
    ]);
    await stacks.run("shop", "up");
    expect(await running()).toEqual(["web"]);
    await stacks.run("shop", "up", { profiles: ["debug"] });
    expect(await running()).toEqual(["spy", "web"]);
    await stacks.run("shop", "up", { service: "load" });
    expect(await running()).toEqual(["load", "spy", "web"]);
  });

  test("whatever they were started by, they are restarted, stopped, and taken down with the others", async () => {
    const containers = () => stacks.daemon.docker("ps", "-aq", "--filter", "label=com.docker.compose.project=shop");
    await stacks.run("shop", "up", { profiles: ["debug", "test"] });
    await stacks.run("shop", "restart");
    expect(await running()).toEqual(["load", "spy", "web"]);
    await stacks.run("shop", "stop");
    expect(await running()).toEqual([]);
    await stacks.run("shop", "down");
    expect(await containers()).toBe("");
    // Nor do those get in the way that have no container.
    await stacks.run("shop", "up");
    await stacks.run("shop", "restart");
    expect(await running()).toEqual(["web"]);
    await stacks.run("shop", "down");
    expect(await containers()).toBe("");
  });

  test("are chosen for what is new alone, and not beside a service", async () => {
    expect(await keyOf(stacks.start("shop", "stop", { profiles: ["debug"] }))).toBe("request/invalid");
    expect(await keyOf(stacks.start("shop", "up", { profiles: ["debug"], service: "web" }))).toBe("request/invalid");
  });
});
