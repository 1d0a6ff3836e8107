import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { randomId } from "@/lib/shared/units";
import { buildLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { makeNetworkOf } from "@/lib/server/docker/own-network";

/** By their names, which nobody else gives. */
const inUse = new Set<string>();

/**
 * A network for one build, which nobody else is in and nobody else can be put into: what its steps make is taken by later builds of the same steps, an administrator's as well, and
 * has to be what these would have made. Gives its id. Throws network/no-addresses, and what askDocker throws.
 */
export async function openBuildNetwork(): Promise<{ id: string; close: () => void }> {
  await sweep();
  const name = `build-${randomId(8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "0")}`;
  inUse.add(name);
  try {
    const id = await makeNetworkOf({ [buildLabel]: getApp().keys.installation }, { Name: name });
    return {
      id,
      close: () => void removeSoon(id).finally(() => inUse.delete(name)),
    };
  } catch (error) {
    inUse.delete(name);
    throw error;
  }
}

/** What a server that ended in the middle has left. */
async function sweep(): Promise<void> {
  const label = [`${buildLabel}=${getApp().keys.installation}`];
  const left = await askDocker("", (docker, abortSignal) => docker.listNetworks({ filters: { label }, abortSignal }));
  for (const { Id, Name } of left) if (!inUse.has(Name)) await remove(Id);
}

const againMs = 500;
const mostTries = 60;

/** The step that a build has ended in goes a moment later. Never rejects. */
async function removeSoon(id: string): Promise<void> {
  for (let tries = 0; tries < mostTries && !(await remove(id)); tries++)
    await sleep(againMs, undefined, { ref: false });
}

/** Whether it is gone; one that something is still in stays, for the next time. */
const remove = (id: string): Promise<boolean> =>
  askDocker(id, (docker, abortSignal) => docker.getNetwork(id).remove({ abortSignal }), {
    missing: "docker/no-network",
  }).then(
    () => true,
    (error: unknown) => isAppError(error) && error.key === "docker/no-network",
  );
