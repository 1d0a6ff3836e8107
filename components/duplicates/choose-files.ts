import type { DuplicatesResult } from "@/lib/contracts/duplicates";

type Group = DuplicatesResult["groups"][number];
export type Chosen = ReadonlySet<string>;
export type Rule = "allButNewest" | "allButOldest";

/** What a rule would delete: of each group all files but one; of files of the same time the first stays. */
export function chooseBy(rule: Rule, groups: readonly Group[]): Chosen {
  return new Set(groups.flatMap(({ files }) => withoutOne(files, keptBy(rule, files))));
}

/** Only this one of its group stays. */
export function keepOnly(path: string, group: Group, chosen: Chosen): Chosen {
  const others = withoutOne(group.files, path);
  return new Set([...[...chosen].filter((one) => one !== path), ...others]);
}

/** Chooses a file or lets it go; the last one of its group that is not chosen cannot be. */
export function toggleFile(path: string, group: Group, chosen: Chosen): Chosen {
  if (chosen.has(path)) return new Set([...chosen].filter((one) => one !== path));
  return mayChoose(path, group, chosen) ? new Set([...chosen, path]) : chosen;
}

export function mayChoose(path: string, group: Group, chosen: Chosen): boolean {
  return group.files.some((file) => file.path !== path && !chosen.has(file.path));
}

/** What is left to look at when these files are gone. */
export function withoutFiles(groups: readonly Group[], gone: Chosen): Group[] {
  return groups
    .map((group) => ({ ...group, files: group.files.filter(({ path }) => !gone.has(path)) }))
    .filter(({ files }) => files.length > 1);
}

function keptBy(rule: Rule, files: Group["files"]): string {
  const [first, ...rest] = files;
  let best = first;
  for (const file of rest)
    if (best !== undefined && (rule === "allButNewest" ? file.mtime > best.mtime : file.mtime < best.mtime))
      best = file;
  return best?.path ?? "";
}

function withoutOne(files: Group["files"], kept: string): string[] {
  return files.map(({ path }) => path).filter((path) => path !== kept);
}
