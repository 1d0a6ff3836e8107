import type Docker from "dockerode";
import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { containersChanged } from "@/lib/server/docker/follow-containers";
import { reachOf } from "@/lib/server/docker/reach";
import type { Service } from "@/lib/server/http/service";
import { assertSpec } from "./assert-spec";
import { bodyOf, limitsOf, ownConfig, specOf } from "./container-body";
import { replaceContainer } from "./replace-container";

const startMs = 60_000;
const missing = "docker/no-image";

export const getContainerSpec: Service<typeof dockerContract.getContainerSpec> = async ({ id }, { actor }) => {
  const { inspected } = await admitContainer(actor, id, "see");
  const spec = specOf(inspected, await findConfig(inspected));
  return actor.isRoot ? spec : { ...spec, environment: null, mounts: null, devices: [] };
};

export const createContainer: Service<typeof dockerContract.createContainer> = async (spec, ctx) => {
  const { name } = spec;
  ctx.about(name);
  await assertSpec(ctx, spec);
  try {
    const made = await askDocker(spec.image, (docker) => docker.createContainer(bodyOf(spec)), {
      patienceMs: startMs,
      missing,
    });
    try {
      await askDocker(name, () => made.start(), { patienceMs: startMs });
    } catch (error) {
      // One that cannot be started was not asked for.
      await askDocker(name, () => made.remove({ force: true })).catch(() => null);
      throw error;
    }
    return { id: made.id };
  } finally {
    containersChanged();
  }
};

export const recreateContainer: Service<typeof dockerContract.recreateContainer> = async (
  { id: asked, environment, mounts, devices, cap_add, cap_drop, ...given },
  ctx,
) => {
  const admitted = await admitContainer(ctx.actor, asked, "see");
  const { name, inspected } = admitted;
  ctx.about(name === given.name ? name : `${name} → ${given.name}`);
  if (inspected.HostConfig.AutoRemove === true) throw new AppError("docker/removes-itself", { name });
  const config = await findConfig(inspected);
  const before = specOf(inspected, config);
  const spec = {
    ...given,
    environment: environment ?? before.environment,
    mounts: mounts ?? before.mounts,
    devices: devices ?? before.devices,
    cap_add: cap_add ?? before.cap_add,
    cap_drop: cap_drop ?? before.cap_drop,
  };
  await assertSpec(ctx, spec);
  // What could not be read must not be told by another command, in another container.
  if (environment === undefined && mounts !== undefined) await assertSpec(ctx, { ...spec, mounts: before.mounts });
  // What stays as it was must be harmless as well.
  if (!ctx.actor.isRoot && reachOf({ ...inspected, Mounts: [] }, await findDaemon(name)) === null)
    throw new AppError("docker/root-settings", { name });
  try {
    return { id: await replaceContainer(admitted, { spec, config, log: ctx.log }) };
  } finally {
    containersChanged();
  }
};

export const limitContainer: Service<typeof dockerContract.limitContainer> = async (
  { id: asked, memory, cpus, restart },
  { actor, about },
) => {
  const { id, name, inspected } = await admitContainer(actor, asked, "see");
  about(name);
  const { HostConfig } = inspected;
  if ((memory === null && HostConfig.Memory) || (cpus === null && HostConfig.NanoCpus))
    throw new AppError("docker/limit-stays", { name });
  const { Memory, MemorySwap, NanoCpus, RestartPolicy } = limitsOf({ memory, cpus, restart }, HostConfig);
  await askDocker(name, (docker) =>
    docker.getContainer(id).update({
      RestartPolicy,
      ...(memory === null ? {} : { Memory, MemorySwap }),
      ...(cpus === null ? {} : { NanoCpus }),
    }),
  );
  containersChanged();
  return {};
};

async function findConfig({ Config, Image }: Docker.ContainerInspectInfo) {
  const image = await askDocker(Image, (docker) => docker.getImage(Image).inspect(), { missing }).catch(() => null);
  return ownConfig(Config, image?.Config ?? null);
}
