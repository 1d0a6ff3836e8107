import { hash } from "node:crypto";
import { posix } from "node:path";
import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { composeFileNames, environmentFileName, stackNamePattern } from "@/lib/shared/stacks";
import { findProject } from "@/lib/server/docker/compose-project";
import { hostFiles } from "@/lib/server/process/account-files";
import { factsOfFiles, textOfFile, variablesIn } from "./known-files";
import { labels, listProjectContainers } from "./project-containers";
import { stackFolder, stackSetting } from "./stack-setting";

/** Where the files of a stack are on the machine. */
export type StackPlace = {
  /** The project, and where another folder has the same one something more. */
  id: string;
  /** Of the Compose project. */
  name: string;
  origin: "own" | "adopted";
  folder: string;
  /** For Compose, in their order: later ones add to earlier ones. */
  composeFiles: readonly string[];
};

const most = 500;
const addedNames = [
  "compose.override.yaml",
  "compose.override.yml",
  "docker-compose.override.yaml",
  "docker-compose.override.yml",
];

export const environmentFileOf = ({ folder }: Pick<StackPlace, "folder">): string => `${folder}/${environmentFileName}`;

/** All whose files we know, by their ids. `containers`: those of all projects, where they are known already. */
export async function listStackPlaces(
  containers?: readonly Docker.ContainerInfo[],
): Promise<ReadonlyMap<string, StackPlace>> {
  const root = await stackFolder();
  const [own, running] = await Promise.all([ownPlaces(root), containers ?? containersOrNone()]);
  const adopted = stackSetting
    .get()
    .adopted.map(({ name, folder, files }) => ({ name, origin: "adopted", folder, composeFiles: files }) as const);
  const places = new Map<string, StackPlace>();
  for (const found of [...adopted, ...(await named(own, running))]) {
    const isTaken = places.has(found.name);
    const id = isTaken ? `${found.name}.${hash("sha256", found.folder, "hex").slice(0, 8)}` : found.name;
    places.set(id, { ...found, id });
  }
  return places;
}

/** Throws stack/not-found. */
export async function getStackPlace(id: string): Promise<StackPlace> {
  const place = (await listStackPlaces()).get(id);
  if (place === undefined) throw new AppError("stack/not-found", { name: id });
  return place;
}

type Found = Omit<StackPlace, "id">;

async function ownPlaces(root: string): Promise<Found[]> {
  const found = await hostFiles.findStamped(root, [...composeFileNames, ...addedNames, environmentFileName], 2);
  const names = new Set([...found.keys()].map((path) => path.slice(root.length + 1, path.lastIndexOf("/"))));
  const places: Found[] = [];
  for (const name of [...names]
    .filter((one) => !one.startsWith("."))
    .toSorted()
    .slice(0, most)) {
    const place = await ownPlace(`${root}/${name}`, found);
    if (place !== null) places.push(place);
  }
  return places;
}

/** What Compose would take for the project in this folder; null for none. */
async function ownPlace(folder: string, found: ReadonlyMap<string, string>): Promise<Found | null> {
  const firstOf = (names: readonly string[]) => names.map((one) => `${folder}/${one}`).find((path) => found.has(path));
  const environment = environmentFileOf({ folder });
  const stamp = found.get(environment);
  const variables = variablesIn(stamp === undefined ? "" : await textOfFile(environment, stamp));
  const chosen = (variables.get("COMPOSE_FILE") ?? "")
    .split(variables.get("COMPOSE_PATH_SEPARATOR") ?? ":")
    .filter((file) => file !== "")
    .map((file) => posix.resolve(folder, file));
  const [wanted, added] = [firstOf(composeFileNames), firstOf(addedNames)];
  if (wanted === undefined && chosen.length === 0) return null;
  const usual = [wanted, added].filter((path) => path !== undefined);
  const composeFiles = chosen.length > 0 ? chosen.slice(0, 10) : usual;
  const facts = await factsOfFiles(composeFiles);
  const said = variables.get("COMPOSE_PROJECT_NAME") ?? facts.findLast((one) => one?.name)?.name ?? "";
  // As Compose makes a name of a folder's; one that a variable stands in is found by the labels of what runs.
  const name = said !== "" && !said.includes("$") ? said : posix.basename(folder);
  const project = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, "")
    .replace(/^[_-]+/, "");
  return stackNamePattern.test(project) ? { name: project, origin: "own", folder, composeFiles } : null;
}

/** A project that runs from the folder of a stack is that stack, whatever it was called when it was started: another name would start all of it again. */
async function named(places: readonly Found[], all: readonly Docker.ContainerInfo[]): Promise<Found[]> {
  const containers = all.filter(({ Labels }) => Labels[creatorLabel] === undefined);
  const projects = new Set(containers.map(({ Labels }) => Labels[labels.project]));
  const unmatched = new Set(places.filter(({ name }) => !projects.has(name)).map(({ folder }) => folder));
  const running = new Map<string, Set<string>>();
  for (const { Labels, ImageID } of containers) {
    const folder = Labels[labels.folder] ?? "";
    // Whoever makes a container writes its labels: only what Compose itself writes counts.
    const project = unmatched.has(folder) ? await findProject(Labels, ImageID) : null;
    if (project !== null) running.set(folder, (running.get(folder) ?? new Set()).add(project));
  }
  return places.map((place) => {
    const [name, ...others] = running.get(place.folder) ?? [];
    return name !== undefined && others.length === 0 && stackNamePattern.test(name) ? { ...place, name } : place;
  });
}

/** Without a daemon the files are there all the same. */
async function containersOrNone(): Promise<readonly Docker.ContainerInfo[]> {
  try {
    return await listProjectContainers();
  } catch (error) {
    if (isAppError(error)) return [];
    throw error;
  }
}
