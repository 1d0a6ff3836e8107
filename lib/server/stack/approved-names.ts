import { limits } from "@/lib/server/base/limits";
import type { KeptNames } from "@/lib/server/docker/kept-names";
import { approvedTexts } from "./approvals";
import type { ComposeFacts } from "./compose-facts";
import { readFacts } from "./read-facts";

/** By the digest of what was approved, which never changes. */
const known = new Map<string, ComposeFacts | null>();

/** What the approved stacks call their volumes and networks. */
export async function approvedNames(): Promise<KeptNames> {
  const [volumes, networks] = [new Set<string>(), new Set<string>()];
  for (const { name, digest, read } of approvedTexts()) {
    let facts = known.get(digest);
    if (facts === undefined) {
      const text = await read();
      facts = text === null ? null : ((await readFacts([text]))[0] ?? null);
      if (known.size >= limits.approvedStacks) known.clear();
      // One that could not be read now may be read later.
      if (facts !== null) known.set(digest, facts);
    }
    // What cannot be read is not deployed either.
    if (facts === null) continue;
    for (const volume of volumeNames(name, facts)) volumes.add(volume);
    for (const network of networkNames(name, facts)) networks.add(network);
  }
  return { volumes, networks };
}

type NetworkFacts = Pick<ComposeFacts, "networks" | "namedNetworks">;

export const volumeNames = (project: string, { volumes }: Pick<ComposeFacts, "volumes">) => namesOf(project, volumes);

export const networkNames = (project: string, { networks, namedNetworks }: NetworkFacts): ReadonlySet<string> =>
  new Set([...namesOf(project, [...networks, { key: "default", name: null }]), ...namedNetworks]);

/** Compose looks for what its first versions have made as well, which wrote the project without dashes. */
export const projectsOf = (name: string): string[] => [...new Set([name, name.replaceAll(/[_-]/g, "")])];

const namesOf = (project: string, parts: readonly { key: string; name: string | null }[]): ReadonlySet<string> =>
  new Set(
    parts.flatMap(({ key, name }) => (name === null ? projectsOf(project).map((one) => `${one}_${key}`) : [name])),
  );
