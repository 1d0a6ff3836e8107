/** What approved stacks make, at any time: others give its names to nothing, so that nothing of theirs is there a moment before Compose. */
export type KeptNames = Readonly<Record<"volumes" | "networks", ReadonlySet<string>>>;

export const nothingKept: KeptNames = { volumes: new Set(), networks: new Set() };
let find: () => Promise<KeptNames> = () => Promise.resolve(nothingKept);

/** Who knows of them, which is a group above this one. */
export function findKeptNamesBy(other: typeof find): void {
  find = other;
}

export const keptNames = (): Promise<KeptNames> => find();
