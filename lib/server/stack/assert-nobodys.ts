import { AppError } from "@/lib/shared/errors";
import { creatorLabel } from "@/lib/shared/volume-labels";
import type { Db } from "@/lib/server/db/open-db";
import { allContainers } from "@/lib/server/docker/ask-containers";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { nameAmong } from "@/lib/server/docker/list-containers";
import { isNamedSo } from "@/lib/server/docker/neighbors";
import { networkNames, projectsOf, volumeNames } from "./approved-names";
import type { ComposeFacts } from "./compose-facts";
import { labels as labelsOfCompose } from "./project-containers";
import type { StackPlace } from "./stack-places";

type Labels = Readonly<Record<string, string>> | null | undefined;
type Found = { name: string; labels: Labels };

/**
 * Throws stack/of-others where a container, a volume, or a network that Compose would take for the stack's, or that the stack shares, was made here by somebody who is
 * no administrator: what an administrator's stack runs is what its files say, and nothing that others have left under its names.
 */
export async function assertNobodys(
  { name }: Pick<StackPlace, "name">,
  { facts, db }: { facts: ComposeFacts; db: Db },
): Promise<void> {
  const found = [
    ...(await containersOf(name, facts)),
    ...(await volumesOf(name, facts)),
    ...(await networksOf(name, facts)),
  ].filter(({ labels }) => labels?.[creatorLabel] !== undefined);
  if (found.length === 0) return;
  // What administrators create says so no more; older volumes do.
  const administrators = await db.user.findMany({ where: { isRoot: true }, select: { id: true } });
  const trusted = new Set(administrators.map(({ id }) => id));
  const theirs = found.find(({ labels }) => !trusted.has(labels?.[creatorLabel] ?? ""));
  if (theirs !== undefined) throw new AppError("stack/of-others", { name, text: theirs.name });
}

const isOf = (project: string, labels: Labels) =>
  projectsOf(project).some((one) => labels?.[labelsOfCompose.project] === one);

async function containersOf(project: string, { joined }: ComposeFacts): Promise<Found[]> {
  return (await allContainers(project))
    .map((row) => ({ id: row.Id, name: nameAmong(row), labels: row.Labels }))
    .filter((one) => isOf(project, one.labels) || joined.some((other) => isNamedSo(one, other)));
}

async function volumesOf(project: string, facts: ComposeFacts): Promise<Found[]> {
  const names = volumeNames(project, facts);
  const { Volumes } = await askDocker(project, (docker, abortSignal) => docker.listVolumes({ abortSignal }));
  return ((Volumes as typeof Volumes | null) ?? [])
    .map(({ Name, Labels }) => ({ name: Name, labels: Labels as Labels }))
    .filter(({ name, labels }) => names.has(name) || isOf(project, labels));
}

async function networksOf(project: string, facts: ComposeFacts): Promise<Found[]> {
  const names = networkNames(project, facts);
  const found = await askDocker(project, (docker, abortSignal) => docker.listNetworks({ abortSignal }));
  return found
    .map(({ Name, Labels }) => ({ name: Name, labels: Labels as Labels }))
    .filter(({ name, labels }) => names.has(name) || isOf(project, labels));
}
