import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { openWatched } from "@/lib/server/terminal/open-watched";
import { askDocker } from "./ask-docker";
import { assertReachable } from "./assert-reachable";
import { containerLogs } from "./container-logs";
import { openContainerShell } from "./container-shell";
import { nameOf } from "./list-containers";

export const openContainerTerminal: Service<typeof dockerContract.openContainerTerminal> = async (
  { id, cols, rows },
  ctx,
) => {
  const inspected = await inspect(id);
  const { Id: containerId, State } = inspected;
  const name = nameOf(inspected.Name);
  ctx.about(name);
  await assertReachable(ctx, inspected, name);
  if (!State.Running || State.Paused || State.Restarting) throw new AppError("docker/not-running", { name });
  const size = { cols, rows };
  const terminal = await openWatched(ctx, {
    access: "docker_container_update",
    size,
    open: () => openContainerShell({ containerId, name, size, log: ctx.log }),
  });
  return { id: terminal.id };
};

export const openContainerLogs: Service<typeof dockerContract.openContainerLogs> = async (
  { id, tail, cols, rows },
  ctx,
) => {
  const { Id: containerId, Name, Config, HostConfig } = await inspect(id);
  const name = nameOf(Name);
  ctx.about(name);
  if (HostConfig.LogConfig?.Type === "none") throw new AppError("docker/no-logs", { name });
  const terminal = await openWatched(ctx, {
    access: "docker_view",
    size: { cols, rows },
    open: async () => {
      const stream = await askDocker(name, async (docker, abortSignal) => {
        const wanted = { follow: true, stdout: true, stderr: true, tail, abortSignal } as const;
        return docker.getContainer(containerId).logs(wanted);
      });
      return containerLogs(stream, { name, hasTty: Config.Tty });
    },
  });
  return { id: terminal.id };
};

const inspect = (id: string) =>
  askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }));
