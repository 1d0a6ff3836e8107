import type Docker from "dockerode";
import { AppError, isAppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { findActorNow } from "@/lib/server/session/find-actor";
import type { Asker } from "@/lib/server/storage/adapter";
import type { OpenContainerFiles } from "@/lib/server/storage/container/container-adapter";
import { ContainerSession } from "@/lib/server/storage/container/container-session";
import { openProcess } from "@/lib/server/storage/container/open-process";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { admitToFiles, assertRunning } from "./admit-to-files";

/** Without a call. */
const idleMs = 60_000;
/** Of a user, or one of their tokens, and a container each: what is opened is one descriptor. */
const opened = new Map<string, Promise<ContainerSession>>();

/**
 * The files of a running container, for whoever may open a shell in it; without anybody for the server itself, to tidy up. That is asked again every moment while they
 * are used. Throws docker/not-found, docker/not-running, docker/root-only, auth/forbidden, storage/unreachable, and what askDocker throws.
 */
export const openContainerFiles: OpenContainerFiles = async (name, asker) => {
  const key = [asker?.userId, asker?.tokenId, name].join("\0");
  const known = await opened.get(key)?.catch(() => null);
  if (known !== undefined && known !== null && (await isStill(known))) return known;
  const opening = open(name, asker);
  opened.set(key, opening);
  const session = await opening.catch((error: unknown) => {
    if (opened.get(key) === opening) opened.delete(key);
    throw error;
  });
  void session.ended.then(() => {
    if (opened.get(key) === opening) opened.delete(key);
  });
  return session;
};

/** Ends all of them: whoever uses one is told storage/away, and what they ask next opens it anew. */
export async function endContainerFiles(): Promise<void> {
  const all = [...opened.values()];
  opened.clear();
  for (const one of await Promise.allSettled(all)) if (one.status === "fulfilled") one.value.end();
}

/** False where the container is another by now, or has been started anew. */
async function isStill(session: ContainerSession): Promise<boolean> {
  try {
    await session.assertOpen();
    return true;
  } catch (error) {
    if (isAppError(error) && error.key === "storage/away") return false;
    throw error;
  }
}

async function open(name: string, asker: Asker | null): Promise<ContainerSession> {
  const first = await admit(name, asker);
  const process = await openProcess(first);
  const session = new ContainerSession({
    process,
    async mayStill() {
      const { containerId, pid } = await admit(name, asker);
      if (containerId !== first.containerId || pid !== first.pid) throw new AppError("storage/away");
    },
  });
  endUnused(session);
  return session;
}

/** Whoever reads or writes a large file opens it once: what counts is the last call. */
function endUnused(session: ContainerSession): void {
  const leftMs = session.usedAtMs + idleMs - performance.now();
  if (leftMs <= 0) return session.end();
  setTimeout(() => endUnused(session), leftMs).unref();
}

/** The running container that has this name now, if whoever asks may open a shell in it. */
async function admit(name: string, asker: Asker | null): Promise<{ containerId: string; pid: number }> {
  const app = getApp();
  let inspected: Docker.ContainerInspectInfo;
  if (asker === null) {
    inspected = await askDocker(name, (docker, abortSignal) => docker.getContainer(name).inspect({ abortSignal }));
  } else {
    const actor = await findActorNow(app.db, asker);
    if (actor === null) throw new AppError("file/not-found");
    inspected = await admitToFiles(actor, name);
  }
  assertRunning(inspected, name);
  return { containerId: inspected.Id, pid: inspected.State.Pid };
}
