import { mkdirSync } from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { tryTmpfs } from "./mounts";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";

/** With another disk at `root/other`, and null where none can be mounted. */
export async function fixtureOnTwoDisks(skip: (reason: string) => void): Promise<LocalFixture & { other: string }> {
  const mount = tryTmpfs("96m");
  if ("reason" in mount) {
    skip(mount.reason);
    throw new Error("unreachable: skip throws");
  }
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  const other = path.join(fixture.root, "other");
  mkdirSync(other);
  mount.run("mount", "--bind", mount.path, other);
  onTestFinished(() => mount.unmount());
  onTestFinished(() => mount.unmount(other));
  return { ...fixture, other };
}
