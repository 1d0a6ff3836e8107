import type Docker from "dockerode";
import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { assertReplaceable } from "@/lib/server/docker/assert-replaceable";
import { containersChanged } from "@/lib/server/docker/follow-containers";
import { reachOf } from "@/lib/server/docker/reach";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { labelsFor } from "./assert-labels";
import { assertSpec } from "./assert-spec";
import { assertLinks } from "./assert-volumes";
import { changesOf } from "./changed-body";
import { hasPlainMounts } from "./changed-mounts";
import { bodyOf, cpusOf, memoryOf, policyOf } from "./container-body";
import { findImage, sameImage } from "./own-image";
import { ownConfig } from "./own-config";
import { replaceContainer } from "./replace-container";
import { specOf } from "./spec-of";

const startMs = 60_000;
const missing = "docker/no-image";

export const getContainerSpec: Service<typeof dockerContract.getContainerSpec> = async ({ id }, { actor }) => {
  const { inspected } = await admitContainer(actor, id, "see");
  const [own, named] = await Promise.all([findImage(inspected.Image), findImage(inspected.Config.Image)]);
  const spec = {
    ...specOf(inspected, ownConfig(inspected.Config, own?.config ?? null)),
    own_image: own === null ? null : { id: own.id, created_at: own.created_at },
    named_image: named === null ? null : { id: named.id, created_at: named.created_at },
  };
  return actor.isRoot ? spec : { ...spec, environment: null, mounts: null, devices: [] };
};

export const createContainer: Service<typeof dockerContract.createContainer> = async (spec, ctx) => {
  const { name } = spec;
  ctx.about(name);
  const newVolumes = await assertSpec(ctx, spec);
  const labels = await labelsFor(ctx.actor, spec);
  try {
    const body = bodyOf({ ...spec, labels }, newVolumes);
    const made = await askDocker(spec.image, (docker) => docker.createContainer(body), {
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
  { id: asked, image, ...given },
  ctx,
) => {
  const admitted = await admitContainer(ctx.actor, asked, "change");
  const { name, inspected } = admitted;
  const newName = given.name ?? name;
  ctx.about(name === newName ? name : `${name} → ${newName}`);
  if (inspected.HostConfig.AutoRemove === true) throw new AppError("docker/removes-itself", { name });
  const own = await findImage(inspected.Image);
  const config = ownConfig(inspected.Config, own?.config ?? null);
  const before = specOf(inspected, config);
  const changes = changesOf(before, given);
  const spec = { ...before, ...changes };
  // What stays as it was must be harmless as well.
  if (!ctx.actor.isRoot) await assertHarmless(inspected, { name, ctx });
  const newVolumes = await assertSpec(ctx, spec);
  // What could not be read must not be told by another command, in another container.
  if (given.environment === undefined && changes.mounts !== undefined)
    await assertSpec(ctx, { ...spec, mounts: before.mounts });
  await assertReplaceable(ctx, inspected, name);
  const newImage = image ?? (await sameImage(inspected, own));
  const labels = changes.labels ?? config.Labels;
  const change = {
    config,
    before: { ...before, image: image ?? before.image },
    changes,
    labels: await labelsFor(ctx.actor, { name, labels, image: newImage, instead: inspected }),
    image: newImage,
    // What the other containers have by now may be more.
    keepsVolumesFrom: ctx.actor.isRoot && changes.mounts === undefined && (await areThere(inspected)),
    newVolumes,
  };
  try {
    return { id: await replaceContainer(admitted, { change, name: newName, log: ctx.log }) };
  } finally {
    containersChanged();
  }
};

export const limitContainer: Service<typeof dockerContract.limitContainer> = async (
  { id: asked, memory, cpus, restart },
  { actor, about },
) => {
  const { id, name, inspected } = await admitContainer(actor, asked, "change");
  about(name);
  const { HostConfig } = inspected;
  if ((memory === null && HostConfig.Memory) || (cpus === null && HostConfig.NanoCpus))
    throw new AppError("docker/limit-stays", { name });
  await askDocker(name, (docker) =>
    docker.getContainer(id).update({
      ...(restart === undefined ? {} : { RestartPolicy: policyOf(restart, HostConfig.RestartPolicy) }),
      ...(typeof memory !== "number" ? {} : memoryOf(memory, HostConfig)),
      ...(typeof cpus !== "number" ? {} : cpusOf(cpus)),
    }),
  );
  containersChanged();
  return {};
};

/** Throws docker/root-settings where what nobody has asked for, and stays as it is, reaches further than the caller may. */
async function assertHarmless(
  inspected: Docker.ContainerInspectInfo,
  { name, ctx }: { name: string; ctx: Pick<Ctx, "actor" | "storage"> },
): Promise<void> {
  const { HostConfig } = inspected;
  const daemon = await findDaemon(name);
  if (!hasPlainMounts(HostConfig) || reachOf({ ...inspected, Mounts: [] }, daemon) === null)
    throw new AppError("docker/root-settings", { name });
  await assertLinks(ctx, { name, links: (HostConfig.Links as string[] | null | undefined) ?? [], daemon }); // what the package leaves untyped
}

/** Of containers whose volumes this one has: whether all of them are still there. */
async function areThere({ HostConfig }: Docker.ContainerInspectInfo): Promise<boolean> {
  const others = (HostConfig.VolumesFrom ?? []) as string[]; // what the package leaves untyped
  const found = others.map((other) => {
    const [name = ""] = other.split(":");
    return askDocker(name, (docker) => docker.getContainer(name).inspect()).then(
      () => true,
      () => false,
    );
  });
  return (await Promise.all(found)).every(Boolean);
}
