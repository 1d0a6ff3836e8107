/** Names that approved stacks have for what Compose makes: others give them to nothing, so that nothing of theirs is there a moment before Compose. */
export type KeptNames = Readonly<Record<"volumes" | "networks", ReadonlySet<string>>>;

const none: KeptNames = { volumes: new Set(), networks: new Set() };
let find: () => Promise<KeptNames> = () => Promise.resolve(none);

/** Who knows of them, which is a group above this one. */
export function findKeptNamesBy(other: typeof find): void {
  find = other;
}

export const keptNames = (): Promise<KeptNames> => find();
