import type Docker from "dockerode";
import type { Logger } from "pino";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Admitted } from "@/lib/server/docker/admit-container";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { stopPatienceMs } from "@/lib/server/docker/stop-seconds";
import { bodyOf, limitsOf } from "./container-body";

const patience = { patienceMs: 60_000 };
/** One that is still there after this has started. */
const settledMs = 3_000;
const shortIdLength = 12;

/** `config`: what the old one was given itself. */
type Replacement = { spec: ContainerSpec; config: Docker.ContainerInspectInfo["Config"]; log: Logger };

/**
 * A container in place of another. The old one is stopped and renamed, and deleted only when the new one runs; it comes back if that does not start, or ends at once. What
 * was written inside of it goes with it; its volumes stay, those without a name as well. Gives the new id.
 */
export async function replaceContainer(
  { id, name, inspected }: Admitted,
  { spec, config, log }: Replacement,
): Promise<string> {
  const wasRunning = inspected.State.Running;
  const aside = `${name}.old-${randomId(6).replaceAll(/[^a-zA-Z0-9]/g, "0")}`;
  const of = (docker: Docker) => docker.getContainer(id);
  await askDocker(name, (docker) => of(docker).rename({ name: aside }));
  let made: string | null = null;
  try {
    if (wasRunning) await askDocker(name, (docker) => of(docker).stop(), { patienceMs: stopPatienceMs(inspected) });
    const created = await askDocker(
      spec.image,
      (docker) => docker.createContainer(bodyAfter(inspected, { spec, config })),
      {
        ...patience,
        missing: "docker/no-image",
      },
    );
    made = created.id;
    await connect(made, { inspected, spec });
    if (wasRunning) await startSafely(made, spec.name);
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

/** All settings of before, but for those that the specification names. */
function bodyAfter(
  { Id, HostConfig, NetworkSettings }: Docker.ContainerInspectInfo,
  { spec, config }: Pick<Replacement, "spec" | "config">,
): Docker.ContainerCreateOptions {
  const body = bodyOf(spec);
  const kept = NetworkSettings.Networks[spec.network] as Docker.EndpointSettings | undefined;
  return {
    ...config,
    ...body,
    // Docker makes it of the id.
    Hostname: Id.startsWith(config.Hostname) ? "" : config.Hostname,
    Cmd: spec.command.length === 0 ? null : spec.command,
    Volumes: {},
    ExposedPorts: { ...config.ExposedPorts, ...body.ExposedPorts },
    HostConfig: { ...HostConfig, Binds: [], VolumesFrom: [], ...body.HostConfig, ...limitsOf(spec, HostConfig) },
    ...(kept === undefined ? {} : { NetworkingConfig: { EndpointsConfig: { [spec.network]: endpointOf(kept, Id) } } }),
  } as Docker.ContainerCreateOptions; // null stands for the image's own command, which the package does not know
}

/** The other networks that it was in; it can be made in one alone. */
async function connect(
  made: string,
  { inspected, spec }: { inspected: Docker.ContainerInspectInfo; spec: ContainerSpec },
) {
  const before = inspected.HostConfig.NetworkMode;
  for (const [network, settings] of Object.entries(inspected.NetworkSettings.Networks)) {
    if (network === spec.network || network === before || (before === "default" && network === "bridge")) continue;
    const EndpointConfig = endpointOf(settings, inspected.Id);
    await askDocker(spec.name, (docker) => docker.getNetwork(network).connect({ Container: made, EndpointConfig }));
  }
}

/** What was asked for, without what the daemon made of it. */
function endpointOf({ Aliases, IPAMConfig }: Docker.EndpointSettings, id: string): Docker.EndpointSettings {
  const own = id.slice(0, shortIdLength);
  return { IPAMConfig, Aliases: (Aliases ?? []).filter((alias: string) => alias !== own) };
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
