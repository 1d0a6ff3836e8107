import type { Met } from "@/lib/contracts/task";

/** What happens to an entry whose name is taken. `merge`: two folders become one, and each taken name in them is asked about. */
export type ConflictChoice = "merge" | "rename" | "skip" | "newer" | "replace";
/** An upload may go on instead: files that are there already, by size and date, are passed over. */
export type UploadChoice = Exclude<ConflictChoice, "merge"> | "resume";
export type ClashChoice = ConflictChoice | UploadChoice;
/** A taken name; `arriving` is null where nobody knows any more what it is. */
export type Clash = { name: string; arriving: Met | null; standing: Met };

type Pair = Pick<Clash, "arriving" | "standing">;

/** In the order shown; the first that makes sense is chosen already. */
export const transferOptions = ["merge", "rename", "skip", "newer", "replace"] as const;
export const uploadOptions = ["rename", "skip", "resume", "newer", "replace"] as const;
export const singleOptions = ["rename", "skip", "newer", "replace"] as const;

export function areFolders({ arriving, standing }: Pair): boolean {
  return arriving?.kind === "folder" && standing.kind === "folder";
}

/** What of the options makes sense for a clash: two folders merge; a file and a folder can only stand side by side. */
function fits(choice: ClashChoice, clash: Pair): boolean {
  const { arriving, standing } = clash;
  if (areFolders(clash)) return true;
  const isMixed = arriving !== null && (arriving.kind === "folder" || standing.kind === "folder");
  return isMixed ? choice === "rename" || choice === "skip" : choice !== "merge";
}

/** Those that make sense for any of the clashes. */
export function optionsFor<T extends ClashChoice>(options: readonly T[], clashes: readonly Pair[]): T[] {
  return options.filter((choice) => clashes.some((clash) => fits(choice, clash)));
}

/** The answer for each; a clash that it does not fit has none, and is asked about again when it comes to it. */
export function answersFor<T extends ClashChoice>(choice: T, clashes: readonly Clash[]): Map<string, T> {
  return new Map(clashes.filter((clash) => fits(choice, clash)).map(({ name }) => [name, choice]));
}
