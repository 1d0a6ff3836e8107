import { AppError } from "@/lib/shared/errors";
import { composeFileNames, environmentFileName, stackNamePattern } from "@/lib/shared/stacks";
import { hostFiles } from "@/lib/server/process/account-files";
import { stackFolder, stackSetting } from "./stack-setting";

/** Where the files of a stack are on the machine. */
export type StackPlace = {
  name: string;
  origin: "own" | "adopted";
  folder: string;
  /** For Compose, in their order: later ones add to earlier ones. */
  composeFiles: readonly string[];
};

const most = 500;
const [wantedNames, addedNames] = [
  composeFileNames,
  ["compose.override.yaml", "compose.override.yml", "docker-compose.override.yaml", "docker-compose.override.yml"],
];

export const environmentFileOf = ({ folder }: Pick<StackPlace, "folder">): string => `${folder}/${environmentFileName}`;

/** All whose files we know, by their names. */
export async function listStackPlaces(): Promise<ReadonlyMap<string, StackPlace>> {
  const root = await stackFolder();
  const found = await hostFiles.findNamed(root, [...wantedNames, ...addedNames], 2);
  const places = new Map<string, StackPlace>(
    stackSetting
      .get()
      .adopted.map(({ name, folder, files }) => [name, { name, origin: "adopted", folder, composeFiles: files }]),
  );
  const names = new Set(found.map((path) => path.slice(root.length + 1, path.lastIndexOf("/"))));
  for (const name of [...names].toSorted().slice(0, most)) {
    const place = ownPlace(root, name, found);
    if (place !== null) places.set(name, place);
  }
  return places;
}

/** Throws stack/not-found. */
export async function getStackPlace(name: string): Promise<StackPlace> {
  const root = await stackFolder();
  const found = await hostFiles.findNamed(`${root}/${name}`, [...wantedNames, ...addedNames], 1);
  const own = ownPlace(root, name, found);
  if (own !== null) return own;
  const adopted = stackSetting.get().adopted.find((one) => one.name === name);
  if (adopted === undefined) throw new AppError("stack/not-found", { name });
  return { name, origin: "adopted", folder: adopted.folder, composeFiles: adopted.files };
}

/** The file that Compose would take, and the one that it would add to it. */
function ownPlace(root: string, name: string, found: readonly string[]): StackPlace | null {
  if (!stackNamePattern.test(name)) return null;
  const folder = `${root}/${name}`;
  const firstOf = (names: readonly string[]) =>
    names.map((one) => `${folder}/${one}`).find((path) => found.includes(path));
  const [wanted, added] = [firstOf(wantedNames), firstOf(addedNames)];
  if (wanted === undefined) return null;
  return { name, origin: "own", folder, composeFiles: [wanted, ...(added === undefined ? [] : [added])] };
}
