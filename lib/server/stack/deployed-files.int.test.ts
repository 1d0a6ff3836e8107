import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { createStack } from "./stack-files";
import { stackSetting } from "./stack-setting";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const compose =
  "services:\n  web:\n    image: box\n    command: /bin/sleep 1000\n    stop_signal: KILL\n    network_mode: none\n";

describe.skipIf((await stacksProblem()) !== null)("files of a stack that was deployed", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-deployed-"));
  beforeAll(async () => {
    stacks = await startStacks(dir);
  });
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test("are said to have changed as long as they are others than then, also after a restart", async () => {
    const isChanged = async () => (await stacks.rowOf("shop"))?.files_changed;
    const write = (name: string, text: string) => writeFileSync(`${stacks.root}/shop/${name}`, text);
    await createStack({ name: "shop", text: compose, environment: "" }, await stacks.asRoot());
    expect(await isChanged()).toBe(false);
    await stacks.run("shop", "up");
    expect(await isChanged()).toBe(false);

    write("compose.yaml", `${compose}# more\n`);
    expect(await isChanged()).toBe(true);
    // Part of it is not all of it, and what fails deploys nothing.
    await stacks.approve("shop");
    await stacks.run("shop", "up", { service: "web" });
    expect(await isChanged()).toBe(true);
    await stackSetting.load((await stacks.asRoot()).db);
    expect(await isChanged()).toBe(true);

    await stacks.run("shop", "up");
    await expect.poll(isChanged).toBe(false);
    write(".env", "A=1\n");
    expect(await isChanged()).toBe(true);
    rmSync(`${stacks.root}/shop/.env`);
    expect(await isChanged()).toBe(false);
    await stacks.run("shop", "down");
  }, 180_000);
});
