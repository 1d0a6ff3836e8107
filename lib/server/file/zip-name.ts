import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";

type Names = { titleOf: (root: VirtualPath) => string; ownName: string };

/**
 * What a zip of these is called: one entry gives its name; several give the folder that they are all in and their number,
 * so that it does not pass for the whole folder. `titleOf` names the root, `ownName` the installation.
 */
export function zipName(files: readonly VirtualPath[], { titleOf, ownName }: Names): string {
  const whole = ownName.replaceAll("/", "_");
  const [first] = files;
  if (first === undefined) return `${whole}.zip`;
  const name = (path: VirtualPath) => (parentOf(path) === null ? titleOf(path).replaceAll("/", "_") : nameOf(path));
  if (files.length === 1) return `${name(first)}.zip`;
  let folder = parentOf(first);
  while (folder !== null && !files.every((path) => path.startsWith(`${folder}/`))) folder = parentOf(folder);
  return `${folder === null ? whole : name(folder)}-${files.length}-entries.zip`;
}
