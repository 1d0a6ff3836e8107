import type { AccessCheck } from "@/lib/contracts/rights";
import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import { admitToFiles, assertRunning } from "@/lib/server/docker/files/admit-to-files";
import type { Actor } from "@/lib/server/runtime/ctx";
import { kindOfPlace } from "@/lib/server/storage/adapter";

type ContainerCheck = Extract<AccessCheck, { kind: "container" }>;

const problems: Partial<Record<ErrorKey, ContainerCheck["problem"]>> = {
  "docker/not-found": "unseen",
  "auth/forbidden": "no_shell",
  "docker/root-only-files": "reaches_further",
  "docker/not-running": "stopped",
};

/** The name of the container that a place is in; null for other places. */
export function containerOf(place: string): string | null {
  return kindOfPlace(place) === "container" ? (place.split("/")[0] ?? "").slice("container:".length) : null;
}

/** Whether somebody may open the files of a container, by what opens them. Throws what askDocker throws. */
export async function explainContainer(actor: Actor, name: string): Promise<ContainerCheck> {
  try {
    assertRunning(await admitToFiles(actor, name), name);
    return { kind: "container", ok: true, name, problem: null };
  } catch (error) {
    const problem = isAppError(error) ? problems[error.key] : undefined;
    if (problem === undefined) throw error;
    return { kind: "container", ok: false, name, problem };
  }
}
