import { once } from "node:events";
import { existsSync } from "node:fs";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { endGroup, spawnChild } from "@/lib/server/process/spawn-child";

/** Why nothing that never answers can be mounted here, or null. */
export const hungMountProblem =
  process.getuid?.() !== 0 || !existsSync("/dev/fuse") ? "only root mounts a file system that never answers" : null;

/** `detach`: it is unmounted, but for what is open on it. `fail`: its program ends, and all that waits for it fails. `end`: both. */
export type HungMount = { detach: () => Promise<unknown>; fail: () => Promise<void>; end: () => Promise<void> };

/** Mounts a file system that never answers; null where that is refused. */
export async function mountHung(folder: string): Promise<HungMount | null> {
  const options = "fd=3,rootmode=40000,user_id=0,group_id=0";
  const script = `exec 3<>/dev/fuse && mount -i -t fuse -o ${options} none "$0" && echo mounted && exec sleep 1000`;
  const child = spawnChild("/bin/bash", ["-c", script, folder], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const isMounted = await Promise.race([once(child.stdout, "data").then(() => true), ended.then(() => false)]);
  if (!isMounted) return null;
  const fail = async () => {
    endGroup(child);
    await ended;
  };
  const detach = () => runBriefly("/usr/bin/umount", ["-l", "--", folder]);
  return {
    detach,
    fail,
    end: async () => {
      await detach();
      await fail();
    },
  };
}
