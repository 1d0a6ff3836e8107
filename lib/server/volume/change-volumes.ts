import type { volumeContract } from "@/lib/contracts/volume";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isToolLabel } from "@/lib/shared/tool-labels";
import { askDocker, isAway } from "@/lib/server/docker/ask-docker";
import { createdBy, mayChange } from "@/lib/server/docker/created-by";
import { assertFewVolumes } from "@/lib/server/docker/few-volumes";
import { keptNames } from "@/lib/server/docker/kept-names";
import { withLock } from "@/lib/server/base/with-lock";
import type { Service } from "@/lib/server/http/service";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Actor } from "@/lib/server/runtime/ctx";
import { volumesChanged } from "./follow-volumes";
import { isAnonymous, listedVolumes } from "./list-volumes";
import { newVolume } from "./new-volume";
import { countSizes, forgetSizes } from "./volume-sizes";

/** Removing a large one takes the daemon as long as deleting its files. */
const patienceMs = 10 * 60_000;

export const createVolume: Service<typeof volumeContract.createVolume> = async (
  { name, driver, options, labels },
  { actor, about },
) => {
  about(name);
  // `o=bind` with a `device` is any folder of the machine, and what other drivers do nobody here knows.
  if (driver !== "local" || Object.keys(options).length > 0) assertRoot(actor);
  // By those Compose takes it for a stack's.
  const label = Object.keys(labels).find(isToolLabel);
  if (label !== undefined && !actor.isRoot) throw new AppError("docker/tool-label", { name, text: label });
  // A stack that an administrator has approved would take one of its name for its own.
  if ((await keptNames()).volumes.has(name)) assertRoot(actor);
  await withLock("new volume", async () => {
    await assertFewVolumes(actor, 1);
    await newVolume({ name, driver, options, labels: { ...labels, ...createdBy(actor) } });
  });
  volumesChanged();
  return {};
};

export const removeVolume: Service<typeof volumeContract.removeVolume> = async ({ name }, { actor, about }) => {
  about(name);
  const volume = await askDocker(name, (docker, abortSignal) => docker.getVolume(name).inspect({ abortSignal }));
  if (!mayChange(actor, volume.Labels)) throw new AppError("volume/others", { name });
  await remove(name);
  volumesChanged();
  return {};
};

export const listUnusedVolumes: Service<typeof volumeContract.listUnusedVolumes> = async (_, { actor }) => {
  const [unused, sizes] = await Promise.all([findUnused(actor), countSizes()]);
  return {
    volumes: unused.map((volume) => ({
      name: volume.Name,
      size: sizes.get(volume.Name) ?? null,
      is_anonymous: isAnonymous(volume),
    })),
  };
};

/** Those that were shown, one by one: the daemon's own way would take what has become unused since. */
export const pruneVolumes: Service<typeof volumeContract.pruneVolumes> = async (
  { names },
  { actor, about, signal },
) => {
  about(names);
  const [removed, kept]: [string[], string[]] = [[], []];
  const unused = new Set((await findUnused(actor)).map(({ Name }) => Name));
  try {
    for (const name of new Set(names)) {
      if (signal.aborted) break;
      const isRemoved = unused.has(name) && (await remove(name).then(() => true, refusedOnly));
      (isRemoved ? removed : kept).push(name);
    }
  } finally {
    forgetSizes();
    volumesChanged();
  }
  return { removed, kept };
};

/** That one is in use by now is no failure of the others. */
function refusedOnly(error: unknown): false {
  if (isAppError(error) && !isAway(error)) return false;
  throw error;
}

/** Of what the caller may remove. */
async function findUnused(actor: Actor) {
  const listed = listedVolumes(
    await askDocker("", (docker, abortSignal) => docker.listVolumes({ filters: { dangling: ["true"] }, abortSignal })),
  );
  return listed.filter(({ Labels }) => mayChange(actor, Labels));
}

const remove = (name: string) =>
  askDocker(name, (docker, abortSignal) => docker.getVolume(name).remove({ abortSignal }), { patienceMs });
