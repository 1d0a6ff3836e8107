import type { diskContract } from "@/lib/contracts/disk";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { runAtPlace } from "./at-place";
import { disksChanged } from "./disk-reader";
import { assertMayChange, forgetMount } from "./others-mounts";
import { isNeeded, mountAt } from "./places";
import { wordsOf, type DiskTool } from "./run-disk-tool";

/** What a mount keeps out; only mounting it anew takes these away. */
const guards: ReadonlySet<string> = new Set(["nosuid", "nodev", "noexec"]);

export const unmount: Service<typeof diskContract.unmount> = async ({ place, lazy }, ctx) => {
  ctx.about(lazy ? `${place} (lazy)` : place);
  const mount = await mountAt(place);
  if (isNeeded(place)) throw new AppError("disk/needed", { name: place });
  // What is unmounted while it is in use looks free.
  if (lazy && !ctx.actor.isRoot) throw new AppError("auth/root-only");
  await assertMayChange(mount, ctx);
  // Names are taken as they are: looking at a server that is gone would wait for it.
  await change("umount", place, (named) => ["--no-canonicalize", ...(lazy ? ["--lazy"] : []), "--", named]);
  await forgetMount(mount, ctx);
  return {};
};

export const remount: Service<typeof diskContract.remount> = async ({ place, read_only }, ctx) => {
  ctx.about(`${place} ${read_only ? "ro" : "rw"}`);
  const mount = await mountAt(place);
  const { root, type, options: now } = mount;
  // The machine's own may be made writable again, after an error.
  if (isNeeded(place) && (read_only || !ctx.actor.isRoot)) throw new AppError("disk/needed", { name: place });
  await assertMayChange(mount, ctx, { makesWritable: !read_only });
  const isPart = root !== "/" && type !== "btrfs";
  // Else what fstab has about the place would take the place of what whoever mounted it was bound to.
  const kept = now.filter((option) => guards.has(option));
  const options = ["remount", ...(isPart ? ["bind"] : []), ...kept, read_only ? "ro" : "rw"].join(",");
  await change("mount", place, (named) => ["--no-canonicalize", "--options", options, "--target", named]);
  return {};
};

async function change(tool: DiskTool, place: string, args: (named: string) => readonly string[]): Promise<void> {
  const { code, said, isLate } = await runAtPlace(tool, { place, of: "parent" }, args);
  disksChanged();
  if (isLate) throw new AppError("sys/slow");
  if (code === 0) return;
  if (/busy/i.test(said)) throw new AppError("disk/busy", { name: place });
  throw new AppError("disk/failed", { text: wordsOf(said, tool) });
}
