import type Docker from "dockerode";
import type { dockerContract } from "@/lib/contracts/docker";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isPlainLabel } from "@/lib/shared/tool-labels";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { findDaemon } from "@/lib/server/docker/assert-reachable";
import { anonymousVolumesOf } from "@/lib/server/docker/anonymous-volumes";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { projectLabel, withoutFile } from "@/lib/server/docker/compose-project";
import { containersChanged } from "@/lib/server/docker/follow-containers";
import { networkFor, ownNetwork } from "@/lib/server/docker/own-network";
import { reachOf } from "@/lib/server/docker/reach";
import { whileStarting } from "@/lib/server/docker/starts/known-starts";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor } from "@/lib/server/session/find-actor";
import { assertCount } from "./assert-count";
import { assertMade, labelsFor } from "./assert-labels";
import { assertSpec } from "./assert-spec";
import { changesOf } from "./changed-body";
import { choosePorts } from "./choose-ports";
import { hasPlainMounts } from "./changed-mounts";
import { bodyOf, policyFor } from "./container-body";
import { endpointsOf, isPlainNetwork } from "./endpoints";
import { makerOf, ownerOf } from "./maker";
import { findImage, sameImage } from "./own-image";
import { ownConfig } from "./own-config";
import { replaceContainer } from "./replace-container";
import { assertNotReplaced, whileReplaced, type Held } from "./replaced-names";
import { specOf } from "./spec-of";
import { keepingUnderway } from "./take-up-replacements";

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

export const createContainer: Service<typeof dockerContract.createContainer> = async (asked, ctx) => {
  const { name } = asked;
  ctx.about(name);
  assertNotReplaced(name);
  await assertCount(ctx.actor, { name, isMade: false });
  const spec = {
    ...asked,
    network: await networkFor(ctx.actor, asked.network),
    ports: await choosePorts(ctx.actor, asked),
    restart: policyFor(ctx.actor, asked.restart),
  };
  const judged = await assertSpec(ctx, spec);
  const { labels, imageId } = await labelsFor(ctx.actor, spec);
  try {
    const body = bodyOf({ ...spec, labels }, judged);
    assertNotReplaced(name);
    const made = await askDocker(spec.image, (docker) => docker.createContainer(body), {
      patienceMs: startMs,
      missing,
    });
    try {
      await assertMade(ctx.actor, made, { name, imageId });
      await judged.assertStill();
      // Others may have been made at the same time.
      await assertCount(ctx.actor, { name, isMade: true });
      await askDocker(name, () => made.start(), { patienceMs: startMs });
    } catch (error) {
      // One that cannot be started was not asked for, nor were the volumes without a name that its image has it get.
      await askDocker(name, () => made.remove({ force: true, v: true })).catch(() => null);
      throw error;
    }
    return { id: made.id };
  } finally {
    containersChanged();
  }
};

export const recreateContainer: Service<typeof dockerContract.recreateContainer> = async (
  { id: asked, ...wanted },
  ctx,
) => {
  const { id, name } = await admitContainer(ctx.actor, asked, "change");
  const newName = wanted.name ?? name;
  ctx.about(name === newName ? name : `${name} → ${newName}`);
  try {
    // Held first: what is judged stays so until it is done.
    const made = await keepingUnderway(() =>
      whileReplaced({ name, keys: [id, name, newName] }, (held) =>
        recreate({ ...wanted, id, name: newName }, held, ctx),
      ),
    );
    return { id: made };
  } finally {
    containersChanged();
  }
};

type Recreating = Parameters<typeof recreateContainer>[0] & { name: string };

async function recreate({ id, image, ...asked }: Recreating, held: Held, ctx: Ctx): Promise<string> {
  const admitted = await admitContainer(ctx.actor, id, "change", { isHeld: true });
  const { name, inspected } = admitted;
  // Another program may have renamed it.
  held.hold(name);
  projectsOf(inspected.Config.Labels).forEach(held.holdProject);
  if (inspected.HostConfig.AutoRemove === true) throw new AppError("docker/removes-itself", { name });
  const own = await findImage(inspected.Image);
  const config = ownConfig(inspected.Config, own?.config ?? null);
  const before = specOf(inspected, config);
  const changes = await ownChanges(ctx.actor, { inspected, before, changes: changesOf(before, asked) });
  const spec = { ...before, ...changes };
  // What stays as it was must be harmless as well.
  if (!ctx.actor.isRoot) await assertHarmless(inspected, name);
  const otherNetworks = await namedNetworks(ctx.actor, inspected);
  // Those without a name say of nobody that they are theirs.
  const had = new Set(anonymousVolumesOf(inspected));
  const newHere = askedOf(spec, { changes, inspected });
  const judged = await assertSpec(ctx, newHere, had);
  // What could not be read must not be told by another command, in another container.
  if (asked.environment === undefined && changes.mounts !== undefined)
    await assertSpec(ctx, { ...newHere, mounts: before.mounts }, had);
  const newImage = image ?? (await sameImage(inspected, own));
  const labels = changes.labels ?? config.Labels;
  const given = await labelsOfNew(ctx.actor, { inspected, name, labels, image: newImage, spec, changes });
  // A newer image of the same name is what a deployment takes as well.
  const isAsInFile = Object.keys(changes).length === 0 && (image ?? before.image) === before.image;
  const change = {
    config,
    before: { ...before, image: image ?? before.image },
    changes,
    imageId: given.imageId,
    labels: isAsInFile ? given.labels : withoutFile(given.labels),
    image: newImage,
    // What the other containers have by now may be more.
    keepsVolumesFrom: ctx.actor.isRoot && changes.mounts === undefined && (await areThere(inspected)),
    judged: {
      ...judged,
      otherNetworks,
      networkId: judged.networkId ?? networkIdOf(inspected, { changes, named: otherNetworks }),
    },
  };
  // Where the new one doesn't start, the old one does again.
  const projects = projectsOf(inspected.Config.Labels, change.labels);
  const replace = () => replaceContainer(admitted, { change, name: asked.name, projects, held, ctx });
  return ctx.actor.isRoot ? whileStarting(inspected.Id, replace) : replace();
}

/** Of what Compose takes for a project's, whatever it is: that of the old one and of the new one. */
function projectsOf(...all: readonly (Readonly<Record<string, string>> | null)[]): string[] {
  return [...new Set(all.flatMap((labels) => labels?.[projectLabel] ?? []))];
}

/** Of what has never run, which knows its networks by their names alone. Throws docker/others-network. */
async function namedNetworks(
  actor: Ctx["actor"],
  inspected: Docker.ContainerInspectInfo,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (actor.isRoot) return found;
  for (const { name: network, id } of endpointsOf(inspected)) {
    if (id !== "" || isPlainNetwork(network)) continue;
    const own = await ownNetwork(actor, { name: inspected.Name.slice(1), network });
    if (own !== null) found.set(network, own);
  }
  return found;
}

type Given<T> = { inspected: Docker.ContainerInspectInfo; before: ContainerSpec; changes: T };

/**
 * Of somebody without an administrator's rights: what is in Docker's usual network goes to theirs, as new ones do. Ports that Docker would choose at each start are chosen, and it is
 * not started after it was stopped, also where an administrator makes anew what stays theirs.
 */
async function ownChanges<T extends Partial<ContainerSpec>>(
  actor: Ctx["actor"],
  { inspected, before, changes }: Given<T>,
): Promise<T> {
  const owner = await ownerOf(actor, inspected);
  const { name, network: asked, ports: open, restart: wanted } = { ...before, ...changes };
  const network = await networkFor(actor, asked);
  // What an administrator asks for need not be what its creator may have.
  const ports = actor.isRoot && changes.ports !== undefined ? open : await choosePorts(owner, { name, ports: open });
  const restart = policyFor(owner, wanted);
  return {
    ...changes,
    ...(network === asked ? {} : { network }),
    ...(ports === open ? {} : { ports }),
    ...(restart === wanted ? {} : { restart }),
  };
}

type Spec = ReturnType<typeof specOf>;

/** What is to be judged: a network that it has anyhow gives nobody more. */
const askedOf = (
  spec: Spec,
  { changes: { network = "none" }, inspected }: { changes: Partial<Spec>; inspected: Docker.ContainerInspectInfo },
): Spec & { itself: string } => ({ ...spec, network, itself: inspected.Id });

type Changed = { inspected: Docker.ContainerInspectInfo; spec: Spec; changes: Partial<Spec> };

/** What an image says by which programs of this machine are told what to do makes the container an administrator's, too. */
async function labelsOfNew(
  actor: Ctx["actor"],
  { inspected, spec, changes, ...wanted }: Changed & { name: string; labels: Record<string, string>; image: string },
) {
  const ofAdministrators = { ...wanted, instead: { inspected, staysTheirs: false } };
  if (actor.isRoot && !(await isMakers({ inspected, spec, changes }))) return labelsFor(actor, ofAdministrators);
  return labelsFor(actor, { ...wanted, instead: { inspected, staysTheirs: true } }).catch((error: unknown) => {
    if (actor.isRoot && isAppError(error) && error.key === "docker/tool-label")
      return labelsFor(actor, ofAdministrators);
    throw error;
  });
}

/** Of the network that it stays in, which another one may have the name of by now; null where it changes, or has none of its own. */
function networkIdOf(
  inspected: Docker.ContainerInspectInfo,
  { changes, named }: { changes: Partial<Spec>; named: ReadonlyMap<string, string> },
): string | null {
  const first = changes.network === undefined ? endpointsOf(inspected).find(({ isFirst }) => isFirst) : undefined;
  return first === undefined ? null : first.id || (named.get(first.name) ?? null);
}

/**
 * Whether it is still what its maker could make, after an administrator has changed it, or has put it into networks; otherwise it becomes the administrator's. Somebody who
 * is an administrator by now may not be one later.
 */
async function isMakers({ inspected, spec, changes }: Changed): Promise<boolean> {
  const userId = await makerOf(inspected);
  const app = getApp();
  const maker = userId === null ? null : await findUserActor(app.db, userId);
  if (maker === null || maker.isRoot) return false;
  const had = (inspected.Config.Labels as Record<string, string> | null) ?? {};
  if (!Object.entries(changes.labels ?? {}).every(([label, value]) => isPlainLabel(label) || had[label] === value))
    return false;
  try {
    await assertHarmless(inspected, spec.name);
    await assertSpec(
      { actor: maker, storage: app.storageFor(maker) },
      askedOf(spec, { changes, inspected }),
      new Set(anonymousVolumesOf(inspected)),
    );
    for (const { name, id } of endpointsOf(inspected))
      if (!isPlainNetwork(name)) await ownNetwork(maker, { name: spec.name, network: id || name });
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Throws docker/root-settings where what nobody has asked for, and stays as it is, reaches further than somebody without an administrator's rights may. */
async function assertHarmless(inspected: Docker.ContainerInspectInfo, name: string): Promise<void> {
  const { HostConfig } = inspected;
  const daemon = await findDaemon(name);
  // By a link a container is told the environment of another one.
  const links = (HostConfig.Links as string[] | null | undefined) ?? []; // what the package leaves untyped
  if (!hasPlainMounts(HostConfig) || links.length > 0 || reachOf({ ...inspected, Mounts: [] }, daemon) === null)
    throw new AppError("docker/root-settings", { name });
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
