import { AppError } from "@/lib/shared/errors";
import { holdProject } from "./projects-at-work";

/** Names, and the ids of the containers: the old one, and the new one once it is there. */
const replaced = new Set<string>();
/** What is being done with containers right now, by their ids. */
const acts = new Map<string, Set<Promise<unknown>>>();

export type Held = {
  /** One more name or id. Throws docker/being-recreated where it is held for another one. */
  hold: (key: string) => void;
  /** Compose does nothing with its containers either. Throws stack/busy where it is at work. */
  holdProject: (project: string) => void;
  /** All is held until this is over, too. */
  until: (work: Promise<unknown>) => void;
};

/**
 * Throws docker/being-recreated, for administrators too: the old one would run beside the new one, with the same volumes. `key`: a name, or the id of the container that has it.
 */
export function assertNotReplaced(name: string, key = name): void {
  if (replaced.has(key)) throw new AppError("docker/being-recreated", { name });
}

export const isReplaced = (key: string): boolean => replaced.has(key);

/** Does one thing with a container: asked here once more, as it may have been admitted long before; whoever recreates it waits for that. Throws docker/being-recreated. */
export async function whileNotReplaced<T>(
  { id, name }: { id: string; name: string },
  act: () => Promise<T>,
): Promise<T> {
  assertNotReplaced(name, id);
  const doing = act();
  const all = acts.get(id) ?? new Set();
  acts.set(id, all.add(doing));
  try {
    return await doing;
  } finally {
    all.delete(doing);
    if (all.size === 0) acts.delete(id);
  }
}

/** Works while nobody is given one of these names here, and does anything with one of these containers. Throws docker/being-recreated. */
export async function whileReplaced<T>(
  { name, keys }: { name: string; keys: readonly string[] },
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const all = new Set<string>();
  const projects = new Map<string, () => void>();
  const after: Promise<unknown>[] = [];
  const hold = (key: string) => {
    if (all.has(key)) return;
    assertNotReplaced(name, key);
    all.add(key);
    replaced.add(key);
  };
  const release = () => {
    all.forEach((key) => replaced.delete(key));
    projects.forEach((leave) => leave());
  };
  try {
    keys.forEach(hold);
    await Promise.allSettled(keys.flatMap((key) => [...(acts.get(key) ?? [])]));
    return await work({
      hold,
      holdProject: (project) => {
        if (!projects.has(project)) projects.set(project, holdProject(project, name));
      },
      until: (more) => after.push(more),
    });
  } finally {
    if (after.length === 0) release();
    else void Promise.allSettled(after).then(release); // never rejects
  }
}
