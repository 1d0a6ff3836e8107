import { AppError } from "@/lib/shared/errors";
import type { StackAction } from "@/lib/shared/stacks";

/** What Compose is doing, by the project's name. */
export const stacksAtWork = new Map<string, StackAction>();

type Recreated = { project: string; name: string };

const recreated = new Set<Recreated>();

/** For a container of the project that is being recreated, until the returned function is called. Throws stack/busy where Compose is doing something with its containers. */
export function holdProject(project: string, name: string): () => void {
  const action = stacksAtWork.get(project);
  if (action !== undefined && touchesContainers(action)) throw new AppError("stack/busy", { name: project });
  const one = { project, name };
  recreated.add(one);
  return () => void recreated.delete(one);
}

/** Throws docker/being-recreated: Compose would start the old one beside the new one, or take the new one for one too many. */
export function assertNoneRecreated(project: string, action: StackAction): void {
  const found = touchesContainers(action) ? [...recreated].find((one) => one.project === project) : undefined;
  if (found !== undefined) throw new AppError("docker/being-recreated", { name: found.name });
}

const touchesContainers = (action: StackAction) => action !== "pull";
