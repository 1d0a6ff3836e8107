/** What happens to an entry whose name is taken. */
export type ConflictChoice = "replace" | "skip" | "rename";
export type ConflictMode = ConflictChoice | "fail";
/** An upload may go on besides: files that are there already, by size and date, are passed over. */
export type UploadChoice = ConflictChoice | "resume";

/**
 * Sorts entries by what is to be done with them, one server call each. Names that were free when asked go with "fail": if
 * one is taken meanwhile, the task says so instead of overwriting.
 */
export function planConflicts<T extends { name: string }>(
  entries: readonly T[],
  choices: ReadonlyMap<string, ConflictChoice>,
): readonly { conflict: ConflictMode; entries: readonly T[] }[] {
  const groups = new Map<ConflictMode, T[]>();
  for (const entry of entries) {
    const conflict = choices.get(entry.name) ?? "fail";
    if (conflict === "skip") continue;
    const group = groups.get(conflict);
    if (group === undefined) groups.set(conflict, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([conflict, entries]) => ({ conflict, entries }));
}
