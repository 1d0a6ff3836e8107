/** What approved stacks make, at any time: others give its names to nothing, so that nothing of theirs is there a moment before Compose. */
export type KeptNames = Readonly<Record<"volumes" | "networks", ReadonlySet<string>>> & {
  services: readonly PlannedService[];
};

/** A container that Compose makes of an approved stack, at any time, as its text says it. */
export type PlannedService = {
  project: string;
  service: string;
  /** Whether it says nothing that reaches beyond the container, but its folders. */
  isPlain: boolean;
  binds: readonly { source: string; destination: string; isWritable: boolean }[];
  volumes: readonly { name: string; isWritable: boolean }[];
  /** Containers, and services of its stack, whose network, processes, or memory it has. */
  joins: { containers: readonly string[]; services: readonly string[] };
};

export const nothingKept: KeptNames = { volumes: new Set(), networks: new Set(), services: [] };
let find: () => Promise<KeptNames> = () => Promise.resolve(nothingKept);

/** Who knows of them, which is a group above this one. */
export function findKeptNamesBy(other: typeof find): void {
  find = other;
}

export const keptNames = (): Promise<KeptNames> => find();
