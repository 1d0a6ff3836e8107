import { writeFileSync } from "node:fs";
import path from "node:path";
import { randomId } from "@/lib/shared/units";
import { clearOwned } from "./clear-owned-fixture.mjs";
import { makeOwnedFolder } from "./owned-folder-fixture.mjs";
import { runBriefly } from "./run-briefly";

/** Runs `ip`, and throws with what it said where that fails. */
export async function ip(...args: string[]): Promise<void> {
  const { code, said } = await runBriefly("/sbin/ip", args);
  if (code !== 0) throw new Error(`ip ${args.join(" ")}: ${said}`);
}

/** A network link of the test's own, such as a `bridge`, which ends with all routes by it. */
export async function makeLink(type: string): Promise<{ name: string; remove: () => Promise<void> }> {
  const dir = makeOwnedFolder("link");
  const name = `fd${randomId(8)}`;
  // Before it is there, so that it is found whatever happens.
  writeFileSync(path.join(dir, "links"), `${name}\n`);
  const remove = () => clearOwned(dir);
  try {
    await ip("link", "add", name, "type", type);
    await ip("link", "set", name, "up");
    return { name, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
