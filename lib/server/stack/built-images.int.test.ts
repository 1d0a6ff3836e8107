import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { readStacks } from "./list-stacks";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();

describe.skipIf(problem !== null)("images that a stack builds", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-stacks-"));
  beforeAll(async () => void (stacks = await startStacks(dir)));
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const fileIn = (name: string, file: string) => path.join(stacks.root, name, file);
  const lay = (name: string, files: Readonly<Record<string, string>>) => {
    mkdirSync(fileIn(name, "web"), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(fileIn(name, file), text);
  };

  test("an image that is here before the stack is, is built anew, and what was built is not built again", async () => {
    const { docker } = stacks.daemon;
    const id = (name: string) => docker("inspect", "-f", "{{.Id}}", "--type", "image", name);
    const imageOf = (name: string) => docker("inspect", "-f", "{{.Image}}", name);
    await docker("commit", "plain", "evil:2");
    await docker("tag", "evil:2", "built_web");
    await docker("tag", "evil:2", "own:7");
    const evil = await id("evil:2");
    const common = "command: /bin/sleep 1000, stop_signal: KILL, network_mode: none";
    lay("built", {
      "compose.yaml": `services:\n  web: { build: ./web, ${common} }\n  named: { build: ./web, image: "own:7", ${common} }\n`,
    });
    writeFileSync(fileIn("built", "web/Dockerfile"), "FROM box\nCOPY file /\n");
    writeFileSync(fileIn("built", "web/file"), "1");
    expect((await readStacks()).rows).toMatchObject([{ id: "built", builds: true }]);
    await stacks.approve("built");
    expect(await stacks.run("built", "up", { service: "web" })).toContain("FROM box");
    expect(await imageOf("built_web_1")).not.toBe(evil);
    await stacks.run("built", "up");
    const [web, named] = [await imageOf("built_web_1"), await imageOf("built_named_1")];
    expect(named).not.toBe(evil);
    // As before: what a build would take has changed, but nobody has asked for it.
    writeFileSync(fileIn("built", "web/file"), "2");
    expect(await stacks.run("built", "up")).not.toContain("FROM box");
    expect(await imageOf("built_web_1")).toBe(web);
    await docker("tag", "evil:2", "own:7");
    await stacks.run("built", "up");
    expect(await imageOf("built_named_1")).not.toBe(evil);
    // Once they do.
    expect(await keyOf(stacks.start("built", "stop", { build: true }))).toBe("request/invalid");
    expect(await stacks.run("built", "up", { build: true })).toContain("FROM box");
    expect(await docker("exec", "built_web_1", "/bin/cat", "/file")).toBe("2");
    await stacks.run("built", "down");
  }, 240_000);

  test("what was approved of a build is what runs: another Dockerfile, and another argument, are built", async () => {
    const { docker } = stacks.daemon;
    const compose = (word: string) =>
      `services:\n  web:\n    build: { context: ./web, args: { WORD: ${word} } }\n    command: /bin/sleep 1000\n    stop_signal: KILL\n    network_mode: none\n`;
    const dockerfile = (step: string) => `FROM box\nARG WORD\nRUN ["/bin/sh", "-c", "${step}"]\n`;
    lay("again", { "compose.yaml": compose("one") });
    const said = () => docker("exec", "again_web_1", "/bin/cat", "/said");
    writeFileSync(fileIn("again", "web/Dockerfile"), dockerfile("echo first $WORD > /said"));
    await stacks.approve("again");
    await stacks.run("again", "up");
    expect(await said()).toBe("first one");
    writeFileSync(fileIn("again", "web/Dockerfile"), dockerfile("echo second $WORD > /said"));
    expect(await keyOf(stacks.start("again", "up"))).toBe("stack/unapproved");
    await stacks.approve("again");
    await stacks.run("again", "up", { service: "web" });
    expect(await said()).toBe("second one");
    writeFileSync(fileIn("again", "compose.yaml"), compose("two"));
    await stacks.approve("again");
    await stacks.run("again", "up");
    expect(await said()).toBe("second two");
    // And nothing else is a reason to build.
    expect(await stacks.run("again", "up")).not.toContain("FROM box");
    writeFileSync(fileIn("again", "compose.yaml"), compose("two").replace("1000", "1001"));
    await stacks.approve("again");
    expect(await stacks.run("again", "up")).not.toContain("FROM box");
    await stacks.run("again", "down");
  }, 240_000);
});
