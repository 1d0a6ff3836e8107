import type Docker from "dockerode";
import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Admitted } from "@/lib/server/docker/admit-container";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { stopPatienceMs } from "@/lib/server/docker/stop-seconds";
import { changedBody, otherEndpoints, type Change } from "./changed-body";

const patience = { patienceMs: 60_000 };
/** One that is still there after this has started. */
const settledMs = 3_000;

/** `name`: of the new one. */
type Replacement = { change: Change; name: string; log: Logger };

/**
 * A container in place of another. The old one is stopped and renamed, and deleted only when the new one runs; it comes back if that does not start, or ends at once. What
 * was written inside of it goes with it; its volumes stay, those without a name as well. Gives the new id.
 */
export async function replaceContainer({ id, name, inspected }: Admitted, replacement: Replacement): Promise<string> {
  const { change, log } = replacement;
  const wasRunning = inspected.State.Running;
  const aside = `${name}.old-${randomId(6).replaceAll(/[^a-zA-Z0-9]/g, "0")}`;
  const of = (docker: Docker) => docker.getContainer(id);
  await askDocker(name, (docker) => of(docker).rename({ name: aside }));
  let made: string | null = null;
  try {
    if (wasRunning) await askDocker(name, (docker) => of(docker).stop(), { patienceMs: stopPatienceMs(inspected) });
    const created = await askDocker(
      change.before.image,
      (docker) => docker.createContainer(changedBody(inspected, change)),
      { ...patience, missing: "docker/no-image" },
    );
    made = created.id;
    await connect(made, { inspected, ...replacement });
    if (wasRunning) await startSafely(made, replacement.name);
  } catch (error) {
    const failed = made;
    if (failed !== null)
      await askDocker(name, (docker) => docker.getContainer(failed).remove({ force: true, v: true }), patience).catch(
        () => null,
      );
    await bringBack({ id, name, wasRunning }).catch((lost: unknown) => {
      log.error(
        { err: lost, container: name, aside },
        "the container that was to be replaced could not be brought back",
      );
    });
    throw error;
  }
  await askDocker(name, (docker) => of(docker).remove({}), patience).catch((left: unknown) => {
    log.warn({ err: left, container: aside }, "the container that was replaced is still there");
  });
  return made;
}

/** The other networks that it was in; older daemons make it in one alone. */
async function connect(
  made: string,
  { inspected, change, name }: Replacement & { inspected: Docker.ContainerInspectInfo },
) {
  for (const { name: network, settings } of otherEndpoints(inspected, change.changes))
    await askDocker(name, (docker) =>
      docker
        .getNetwork(network)
        .connect({ Container: made, ...(settings === null ? {} : { EndpointConfig: settings }) }),
    );
}

async function startSafely(id: string, name: string): Promise<void> {
  await askDocker(name, (docker) => docker.getContainer(id).start(), patience);
  await new Promise((resolve) => setTimeout(resolve, settledMs));
  const { State } = await askDocker(name, (docker) => docker.getContainer(id).inspect());
  // One that has done its work is through.
  const isFine = (State.Running && !State.Restarting) || (!State.Running && State.ExitCode === 0 && State.Error === "");
  if (!isFine) throw new AppError("docker/ended-at-once", { name, text: String(State.ExitCode) });
}

async function bringBack({ id, name, wasRunning }: { id: string; name: string; wasRunning: boolean }): Promise<void> {
  await askDocker(name, (docker) => docker.getContainer(id).rename({ name }));
  if (!wasRunning) return;
  await askDocker(name, (docker) => docker.getContainer(id).start(), patience).catch((error: unknown) => {
    // Stopping it may be what had failed.
    if (
      !(
        error instanceof AppError &&
        error.cause instanceof Error &&
        "statusCode" in error.cause &&
        error.cause.statusCode === 304
      )
    )
      throw error;
  });
}
