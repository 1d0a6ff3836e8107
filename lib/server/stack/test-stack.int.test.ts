import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNewer } from "@/lib/shared/versions-of-releases";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { findCompose } from "./find-compose";
import { testStack } from "./test-stack";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();
const isOld = isNewer("2.20.0", (await findCompose())?.version ?? "");

describe.skipIf(problem !== null)("what Compose has against a stack", () => {
  let stacks: Stacks;
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-stacks-"));
  beforeAll(async () => {
    stacks = await startStacks(dir);
  });
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const lay = (name: string, text: string) => {
    mkdirSync(path.join(stacks.root, name), { mode: 0o755 });
    writeFileSync(path.join(stacks.root, name, "compose.yaml"), text);
  };
  const refusalOf = async (name: string) => testStack({ name }, await stacks.asRoot());

  test("is nothing for one that it takes, and its own words for one that it refuses", async () => {
    lay("fine", "services:\n  web:\n    image: box\n");
    expect(await refusalOf("fine")).toEqual({ text: null, lacks_include: false });
    lay("wrong", "services:\n  web:\n    image: box\n    imagee: box\n");
    expect(await refusalOf("wrong")).toEqual({ text: expect.stringContaining("imagee"), lacks_include: false });
    // As long as they may be.
    lay("long", `services:\n  web:\n    image: box\n    ${"x".repeat(5_000)}: box\n`);
    expect((await refusalOf("long")).text?.length).toBeLessThanOrEqual(1_000);
  });

  test.runIf(isOld)("is that it is too old, where a file takes services from another one", async () => {
    lay("whole", "include:\n  - other.yaml\nservices:\n  web:\n    image: box\n");
    writeFileSync(path.join(stacks.root, "whole", "other.yaml"), "services:\n  db:\n    image: box\n");
    expect(await refusalOf("whole")).toEqual({ text: expect.stringContaining("include"), lacks_include: true });
    expect(await stacks.rowOf("whole")).toMatchObject({ services: [] });
  });

  test("is told to administrators alone", async () => {
    await stacks.daemon.permit("mia", ["docker_view", "docker_container_update"]);
    expect(await keyOf(testStack({ name: "fine" }, await stacks.daemon.as("mia")))).toBe("auth/root-only");
  });
});
