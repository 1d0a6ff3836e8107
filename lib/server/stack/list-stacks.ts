import type Docker from "dockerode";
import type { StackRow, stackContract } from "@/lib/contracts/stack";
import { compareNames } from "@/lib/shared/compare-names";
import { isChangedOutsideFile } from "@/lib/server/docker/compose-project";
import { nameAmong } from "@/lib/server/docker/list-containers";
import { stacksAtWork } from "@/lib/server/docker/make/projects-at-work";
import type { Service } from "@/lib/server/http/service";
import { readEach, type ReadRows } from "@/lib/server/runtime/read-rows";
import { findChanged } from "./deployed-files";
import { servicesOfFiles } from "./known-files";
import { failedOf } from "./last-runs";
import { labels, readProjectContainers } from "./project-containers";
import { listStackPlaces } from "./stack-places";

const maxText = 256;
const mostServices = 200;
const mostNames = 20;

export const listStacks: Service<typeof stackContract.listStacks> = async (_, { actor }) => {
  const { rows, unreadable } = await readStacks();
  return { stacks: rows.map((row) => (actor.isRoot ? row : withoutFolder(row))), unreadable };
};

export const withoutFolder = (row: StackRow): StackRow => ({ ...row, folder: null });

/** Those in the folder of stacks, those that were adopted, and those that containers belong to. */
export async function readStacks(): Promise<ReadRows<StackRow>> {
  const { rows: containers, unreadable } = await readProjectContainers();
  const places = await listStackPlaces(containers);
  const isChanged = await findChanged(places);
  const ofProject = groupBy(containers, ({ Labels }) => Labels[labels.project] ?? "");
  const ids = [...new Set([...places.keys(), ...ofProject.keys()])].toSorted(compareNames);
  const read = await readEach("stacks", ids, async (id): Promise<StackRow> => {
    const place = places.get(id);
    const known = place === undefined ? null : await servicesOfFiles(place.composeFiles);
    // Another folder that is the same project has nothing running that is its own.
    const own = ofProject.get(id) ?? [];
    const leftovers = known === null ? [] : leftoversAmong(own, known.services);
    return {
      id: id.slice(0, maxText),
      origin: place?.origin ?? "foreign",
      folder: place?.folder ?? null,
      services: servicesOf(
        own.filter((one) => !leftovers.includes(one)),
        known,
      ),
      leftovers: leftovers.map(nameAmong).toSorted(compareNames).slice(0, mostNames),
      builds: known?.builds ?? true,
      working: stacksAtWork.get(id) ?? null,
      files_changed: await isChanged(id),
      failed: failedOf(id),
    };
  });
  return { rows: read.rows, unreadable: read.unreadable + unreadable };
}

/** Containers of services that the files have no more, which Compose calls orphans. */
export function leftoversAmong(
  containers: readonly Docker.ContainerInfo[],
  services: readonly string[],
): Docker.ContainerInfo[] {
  return containers.filter(({ Labels }) => {
    const service = Labels[labels.service];
    return service !== undefined && Labels[labels.oneOff] !== "True" && !services.includes(service);
  });
}

/** With or without containers. A container that was given a project’s label by hand, and no service’s, stands for itself. */
function servicesOf(
  containers: readonly Docker.ContainerInfo[],
  known: Awaited<ReturnType<typeof servicesOfFiles>>,
): StackRow["services"] {
  const found = groupBy(containers, ({ Labels, Names }) => Labels[labels.service] ?? Names[0]?.slice(1) ?? "");
  for (const name of known?.services ?? []) if (!found.has(name)) found.set(name, []);
  return [...found]
    .map(([name, ofService]) => ({
      name: name.slice(0, maxText),
      image: (ofService[0]?.Image ?? "").slice(0, maxText),
      profiles: [...(known?.profiles.get(name) ?? [])],
      containers: ofService.length,
      running: ofService.filter(({ State }) => State === "running").length,
      container_names: ofService.map(nameAmong).toSorted(compareNames).slice(0, mostNames),
      is_changed: ofService.some(({ Labels }) => isChangedOutsideFile(Labels)),
      unhealthy: ofService.filter(({ State, Status }) => State === "running" && Status.includes("(unhealthy)")).length,
    }))
    .toSorted((a, b) => compareNames(a.name, b.name))
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
