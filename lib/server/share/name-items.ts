import type { ShareItem } from "@/lib/contracts/share";
import { AppError } from "@/lib/shared/errors";
import { isEntryName, nameOf, type VirtualPath } from "@/lib/shared/paths";

/** Each entry under a name of its own: of two with the same name in different folders the second gets a number. */
export function nameItems(files: readonly VirtualPath[]): ShareItem[] {
  const taken = new Set<string>();
  return [...new Set(files)].map((path) => {
    const name = freeItemName(nameOf(path), taken);
    taken.add(name);
    return { name, path };
  });
}

/** Throws file/name-too-long: with its number it is better refused than cut to something else. */
export function freeItemName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted} (${count})`;
  if (!isEntryName(name)) throw new AppError("file/name-too-long");
  return name;
}
