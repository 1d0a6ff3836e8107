import type Docker from "dockerode";
import type { dockerContract } from "@/lib/contracts/docker";
import type { ContainerAction } from "@/lib/shared/containers";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { admitContainer } from "./admit-container";
import { anonymousVolumesOf } from "./anonymous-volumes";
import { askDocker } from "./ask-docker";
import { assertStartable } from "./assert-startable";
import { containersChanged } from "./follow-containers";
import { assertNotReplaced, whileNotReplaced } from "./make/replaced-names";
import { assertSpares } from "./own-container";
import { whileStarting } from "./starts/known-starts";
import { stopPatienceMs } from "./stop-seconds";

const usualPatienceMs = 60_000;

const does: Record<ContainerAction, (container: Docker.Container) => Promise<unknown>> = {
  start: (container) => container.start(),
  // The daemon waits for as long as the container says.
  stop: (container) => container.stop(),
  restart: (container) => container.restart(),
  kill: (container) => container.kill(),
  pause: (container) => container.pause(),
  unpause: (container) => container.unpause(),
};

/** What keeps the programs in it from running, for a moment or for good. */
const ending: ReadonlySet<ContainerAction> = new Set(["stop", "restart", "kill", "pause"]);

/** What lets them run. */
const starting: ReadonlySet<ContainerAction> = new Set(["start", "restart", "unpause"]);

export const changeContainer: Service<typeof dockerContract.changeContainer> = async ({ id: asked, action }, ctx) => {
  const { actor, about } = ctx;
  const { id, name, inspected } = await admitContainer(actor, asked, "start_stop");
  about(`${name} ${action}`);
  if (ending.has(action)) await assertSpares(actor, inspected);
  if (action === "kill") assertManages(actor);
  if (starting.has(action)) await assertStartable(ctx, inspected, name);
  const patienceMs = action === "stop" || action === "restart" ? stopPatienceMs(inspected) : usualPatienceMs;
  const act = () => change({ id, name }, (docker) => does[action](docker.getContainer(id)), patienceMs);
  await (starting.has(action) && actor.isRoot ? whileStarting(id, act) : act());
  // Somebody may have put a link there just before Docker looked.
  if (starting.has(action))
    await assertStartable(ctx, inspected, name).catch(async (error: unknown) => {
      await change({ id, name }, (docker) => docker.getContainer(id).kill());
      throw error;
    });
  return {};
};

export const renameContainer: Service<typeof dockerContract.renameContainer> = async ({ id: asked, name }, ctx) => {
  const { id, name: before } = await admitContainer(ctx.actor, asked, "change");
  ctx.about(`${before} → ${name}`);
  await change({ id, name: before }, (docker, abortSignal) => {
    assertNotReplaced(name);
    return docker.getContainer(id).rename({ name, abortSignal });
  });
  return {};
};

export const removeContainer: Service<typeof dockerContract.removeContainer> = async (
  { id: asked, force, volumes },
  ctx,
) => {
  const { id, name, inspected } = await admitContainer(ctx.actor, asked, "change");
  ctx.about(name);
  await change({ id, name }, (docker, abortSignal) =>
    docker.getContainer(id).remove({ force, v: volumes, abortSignal }),
  );
  if (!volumes) return {};
  // Of one that was made anew the daemon takes them for named ones. What another container has stays.
  for (const volume of anonymousVolumesOf(inspected))
    await askDocker(volume, (docker) => docker.getVolume(volume).remove()).catch(() => null);
  return {};
};

async function change(
  container: { id: string; name: string },
  act: (docker: Docker, signal: AbortSignal) => Promise<unknown>,
  patienceMs = usualPatienceMs,
): Promise<void> {
  try {
    // What it already is, it need not become.
    await whileNotReplaced(container, () =>
      askDocker(container.name, (docker, signal) => act(docker, signal).catch(unlessUnchanged), { patienceMs }),
    );
  } finally {
    containersChanged();
  }
}

function unlessUnchanged(error: unknown): void {
  if (error instanceof Error && "statusCode" in error && error.statusCode === 304) return;
  throw error;
}

function assertManages({ permissions }: Actor): void {
  if (!permissions.has("docker_container_update"))
    throw new AppError("auth/forbidden", { permission: "docker_container_update" });
}
