import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { assertReachable } from "@/lib/server/docker/assert-reachable";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";

/**
 * The container of this name, for whoever may open its files: a shell in it, and no more of this machine by it than they have. Throws docker/not-found, auth/forbidden,
 * docker/root-only-files, and what askDocker throws.
 */
export async function admitToFiles(actor: Actor, name: string): Promise<Docker.ContainerInspectInfo> {
  const admitted = await admitContainer(actor, name, "shell");
  // A beginning of an id, or another container's: the place is of the name alone.
  if (admitted.name !== name) throw new AppError("docker/not-found", { name });
  const storage = getApp().storageFor(actor);
  const reached = { name, hasPrograms: false };
  await assertReachable({ actor, storage }, admitted.inspected, reached).catch((error: unknown) => {
    throw isAppError(error) && error.key === "docker/root-only"
      ? new AppError("docker/root-only-files", { name })
      : error;
  });
  return admitted.inspected;
}

/** Throws docker/not-running: what does not run has no files here. */
export function assertRunning({ State: { Running, Restarting } }: Docker.ContainerInspectInfo, name: string): void {
  if (!Running || Restarting) throw new AppError("docker/not-running", { name });
}
