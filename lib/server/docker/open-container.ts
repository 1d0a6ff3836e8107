import { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { openWatched } from "@/lib/server/terminal/open-watched";
import { admitContainer, mayStill } from "./admit-container";
import { askDocker } from "./ask-docker";
import { assertReachable } from "./assert-reachable";
import { containerLogs } from "./container-logs";
import { openContainerShell } from "./container-shell";
import { askAgainUntil, mayStillReach } from "./still-reachable";

export const openContainerTerminal: Service<typeof dockerContract.openContainerTerminal> = async (
  { id, cols, rows },
  ctx,
) => {
  const { id: containerId, name, inspected } = await admitContainer(ctx.actor, id, "shell");
  const { State, Config } = inspected;
  ctx.about(name);
  await assertReachable(ctx, inspected, { name, hasPrograms: true });
  if (!State.Running || State.Paused || State.Restarting) throw new AppError("docker/not-running", { name });
  const size = { cols, rows };
  const terminal = await openWatched(ctx, {
    access: dockerContract.openContainerTerminal.access,
    mayStill: (now) => mayStillReach(now, containerId),
    admits: (guest) => mayStillReach(guest, containerId),
    size,
    open: () => openContainerShell({ containerId, name, environment: Config.Env ?? [], size, log: ctx.log }),
  });
  askAgainUntil(terminal.ended);
  return { id: terminal.id };
};

export const openContainerLogs: Service<typeof dockerContract.openContainerLogs> = async (
  { id, tail, cols, rows },
  ctx,
) => {
  const { id: containerId, name, inspected } = await admitContainer(ctx.actor, id, "logs");
  const { Config, HostConfig } = inspected;
  ctx.about(name);
  if (HostConfig.LogConfig?.Type === "none") throw new AppError("docker/no-logs", { name });
  const terminal = await openWatched(ctx, {
    access: dockerContract.openContainerLogs.access,
    mayStill: (now) => mayStill(now, containerId, "logs"),
    admits: (guest) => mayStill(guest, containerId, "logs"),
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
