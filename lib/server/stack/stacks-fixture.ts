import path from "node:path";
import type { StackAction } from "@/lib/shared/stacks";
import { containersProblem, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { getApp, startApp } from "@/lib/server/runtime/app";
import { approveStack, getApproval } from "./approve-stack";
import { findCompose } from "./find-compose";
import { lastOutputOf, listenToRuns, type Output } from "./last-runs";
import { listStacks } from "./list-stacks";
import { runStack } from "./run-stack";
import { setStackFolder } from "./stack-info";
import { stackSetting } from "./stack-setting";

/** Why no {@link startStacks} can be had here; null where it can. */
export async function stacksProblem(): Promise<string | null> {
  return containersProblem() ?? ((await findCompose()) === null ? "there is no docker-compose" : null);
}

/** What was begun with a stack, once it has ended. */
export function endOf(name: string): Promise<Output> {
  return new Promise((resolve) => {
    const look = () => {
      const output = lastOutputOf(name);
      if (output === null || output.run.ended === null) return;
      stop();
      resolve(output);
    };
    const stop = listenToRuns(name, look);
    look();
  });
}

type More = { service?: string; profiles?: string[]; leftovers?: string[]; build?: boolean };
export type Stacks = Awaited<ReturnType<typeof startStacks>>;

/** A daemon, and an empty folder of stacks in `dir`, which is the caller’s to remove. */
export async function startStacks(dir: string) {
  const daemon: Containers = await startContainers();
  const root = path.join(dir, "stacks");
  const app = getApp();
  startApp({ ...app, env: { ...app.env, dataDir: path.join(dir, "own-data") } });
  const asRoot = () => daemon.as("root");
  await setStackFolder({ folder: root }, await asRoot());
  const start = async (name: string, action: StackAction, more: More = {}) =>
    runStack({ name, action, profiles: [], leftovers: [], build: false, ...more }, await asRoot());
  return {
    daemon,
    dir,
    root,
    asRoot,
    start,
    /** What Compose said. */
    async run(name: string, action: StackAction, more: More = {}) {
      await start(name, action, more);
      return (await endOf(name)).text;
    },
    rowOf: async (name: string, user: "root" | "mia" = "root") =>
      (await listStacks({}, await daemon.as(user))).stacks.find(({ id }) => id === name),
    /** As somebody does who looks at it first. */
    async approve(name: string) {
      const looked = await getApproval({ name }, await asRoot());
      await approveStack({ name, digest: looked.digest }, await asRoot());
      return looked;
    },
    async close() {
      await stackSetting.save((await asRoot()).db, { folder: "", adopted: [], approved: [], deployed: [], built: [] });
      await daemon.close();
    },
  };
}
