import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { recreateContainer } from "@/lib/server/docker/make/make-container";
import { createStack } from "./stack-files";
import { endOf, stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

/** It does not hear what asks it to end, and is killed after four seconds. */
const text =
  "services:\n  web:\n    image: box\n    command: /bin/sleep 1000\n    network_mode: none\n" +
  "    stop_signal: SIGWINCH\n    stop_grace_period: 4s\n";
const wait = { interval: 50 };

describe.skipIf((await stacksProblem()) !== null)("a stack of which a container is recreated", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-recreated-"));
  beforeAll(async () => {
    stacks = await startStacks(dir);
  });
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test("is nothing that Compose works on meanwhile, nor the other way around", async () => {
    const { daemon, start, asRoot } = stacks;
    await createStack({ name: "shop", text, environment: "" }, await asRoot());
    await stacks.run("shop", "up");
    const all = async () => (await daemon.docker("ps", "-a", "--format", "{{.Names}}", "--filter", label)).split("\n");
    const label = "label=com.docker.compose.project=shop";
    const [name = ""] = await all();
    expect(name).toMatch(/^shop[-_]web[-_]1$/);
    const recreate = async () => keyOf(recreateContainer({ id: name, environment: ["A=1"] }, await asRoot()));

    const made = recreate();
    await vi.waitFor(async () => expect(await all()).toHaveLength(2), wait);
    for (const action of ["up", "restart", "stop", "down"] as const)
      expect([action, await keyOf(start("shop", action))]).toEqual([action, "docker/being-recreated"]);
    expect([await made, await all()]).toEqual(["done", [name]]);

    await start("shop", "stop");
    expect(await recreate()).toBe("stack/busy");
    await endOf("shop");
    expect(await recreate()).toBe("done");
    await stacks.run("shop", "down");
  }, 180_000);

  test("is marked where it is not as in the file any more, until a deployment makes it so", async () => {
    const { daemon, asRoot, rowOf } = stacks;
    await createStack({ name: "drift", text: text.replace("SIGWINCH", "KILL"), environment: "" }, await asRoot());
    await stacks.run("drift", "up");
    const name = await daemon.docker(
      "ps",
      "--format",
      "{{.Names}}",
      "--filter",
      "label=com.docker.compose.project=drift",
    );
    const environment = () => daemon.docker("inspect", "-f", "{{.Config.Env}}", name);
    // The same once more is what the file says.
    await recreateContainer({ id: name }, await asRoot());
    expect(await rowOf("drift")).toMatchObject({ services: [{ name: "web", is_changed: false }] });
    await recreateContainer({ id: name, environment: ["A=1"] }, await asRoot());
    expect(await rowOf("drift")).toMatchObject({ services: [{ name: "web", is_changed: true, running: 1 }] });
    expect(await environment()).toContain("A=1");
    await recreateContainer({ id: name }, await asRoot());
    expect(await rowOf("drift")).toMatchObject({ services: [{ is_changed: true }] });
    await stacks.run("drift", "up");
    expect(await environment()).not.toContain("A=1");
    expect(await rowOf("drift")).toMatchObject({ services: [{ name: "web", is_changed: false, running: 1 }] });
    await stacks.run("drift", "down");
  }, 180_000);
});
