/** Names that mean something to what administrators have approved: others give them to nothing else. */
export type KeptNames = {
  /** Whether the name of an image is one of them. */
  hasImage: (reference: string) => boolean;
  volumes: ReadonlySet<string>;
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

const nothing: KeptNames = { hasImage: () => false, volumes: new Set(), services: [] };

let find: () => Promise<KeptNames> = () => Promise.resolve(nothing);

/** Who knows of them, which is a group above this one. */
export function findKeptNamesBy(other: typeof find): void {
  find = other;
}

export const keptNames = (): Promise<KeptNames> => find();
