import { AppError, type ErrorKey } from "@/lib/shared/errors";
import { containerManager, type ContainerManager } from "@/lib/server/process/container-manager";
import { isFromContainer } from "@/lib/server/process/on-host";

const keys = {
  docker: "systemd/missing-docker",
  lxc: "systemd/missing-lxc",
  nspawn: "systemd/missing-nspawn",
} as const satisfies Record<ContainerManager, ErrorKey>;

/** That there is no systemd, with what helps in the container that this is; in one that has entered its host nothing of the container's helps. */
export async function systemdMissing(): Promise<AppError> {
  const manager = containerManager();
  return new AppError(manager === null || (await isFromContainer()) ? "systemd/missing" : keys[manager]);
}
