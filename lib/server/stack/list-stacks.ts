import type Docker from "dockerode";
import type { StackRow, stackContract } from "@/lib/contracts/stack";
import type { StackAction } from "@/lib/shared/stacks";
import { limits } from "@/lib/server/base/limits";
import { nameAmong } from "@/lib/server/docker/list-containers";
import { askDocker } from "@/lib/server/docker/ask-docker";
import type { Service } from "@/lib/server/http/service";
import { listStackPlaces } from "./stack-places";

const projectLabel = "com.docker.compose.project";
const serviceLabel = "com.docker.compose.service";
const maxText = 256;
const mostServices = 200;
const mostNames = 20;

/** What is at work, by the stack's name. */
export const stacksAtWork = new Map<string, StackAction>();

export const listStacks: Service<typeof stackContract.listStacks> = async (_, { actor }) => ({
  stacks: (await readStacks()).map((row) => (actor.isRoot ? row : withoutFolder(row))),
});

export const withoutFolder = (row: StackRow): StackRow => ({ ...row, folder: null });

/** Those in the folder of stacks, those that were adopted, and those that containers belong to. */
export async function readStacks(): Promise<StackRow[]> {
  const [places, containers] = await Promise.all([listStackPlaces(), listProjectContainers()]);
  const ofProject = groupBy(containers, ({ Labels }) => Labels[projectLabel] ?? "");
  const names = [...new Set([...places.keys(), ...ofProject.keys()])].toSorted();
  return names.map((name) => {
    const place = places.get(name);
    return {
      id: name.slice(0, maxText),
      origin: place?.origin ?? "foreign",
      folder: place?.folder ?? null,
      services: servicesOf(ofProject.get(name) ?? []),
      working: stacksAtWork.get(name) ?? null,
    };
  });
}

export function listProjectContainers(project?: string): Promise<Docker.ContainerInfo[]> {
  const label = project === undefined ? projectLabel : `${projectLabel}=${project}`;
  return askDocker(project ?? "", (docker, abortSignal) =>
    docker.listContainers({ all: true, limit: limits.containers, filters: { label: [label] }, abortSignal }),
  );
}

/** A container that was given a project’s label by hand, and no service’s, stands for itself. */
function servicesOf(containers: readonly Docker.ContainerInfo[]): StackRow["services"] {
  return [...groupBy(containers, ({ Labels, Names }) => Labels[serviceLabel] ?? Names[0]?.slice(1) ?? "")]
    .map(([name, ofService]) => ({
      name: name.slice(0, maxText),
      image: (ofService[0]?.Image ?? "").slice(0, maxText),
      containers: ofService.length,
      running: ofService.filter(({ State }) => State === "running").length,
      container_names: ofService
        .map(nameAmong)
        .toSorted((a, b) => a.localeCompare(b))
        .slice(0, mostNames),
      unhealthy: ofService.filter(({ State, Status }) => State === "running" && Status.includes("(unhealthy)")).length,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, mostServices);
}

function groupBy(
  containers: readonly Docker.ContainerInfo[],
  keyOf: (container: Docker.ContainerInfo) => string,
): Map<string, Docker.ContainerInfo[]> {
  const found = new Map<string, Docker.ContainerInfo[]>();
  for (const container of containers) {
    const key = keyOf(container);
    found.set(key, [...(found.get(key) ?? []), container]);
  }
  return found;
}
