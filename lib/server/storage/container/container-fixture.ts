import { mkdtemp } from "node:fs/promises";
import { AppError } from "@/lib/shared/errors";
import type { Dockerd } from "@/lib/server/process/dockerd-fixture";
import type { StorageFixture } from "@/lib/server/storage/conformance/support";
import { makeVolumeFixture } from "@/lib/server/storage/conformance/volume-fixture";
import { createContainerAdapter } from "./container-adapter";
import { ContainerSession } from "./container-session";
import { openProcess } from "./open-process";

/** A running container as the adapter wants it, for whoever has no server around it; `mayStill` is asked as a server would ask. */
export async function openContainer(
  docker: Dockerd["docker"],
  name: string,
  mayStill: () => Promise<void> = async () => {},
): Promise<{ session: ContainerSession; root: string }> {
  const [containerId = "", pid = ""] = (await docker("inspect", "-f", "{{.Id}} {{.State.Pid}}", name)).split(" ");
  const process = await openProcess({ containerId, pid: Number(pid) });
  return { session: new ContainerSession({ process, mayStill }), root: `/proc/${pid}/root` };
}

/** A folder in a container with a root and a folder that nobody may reach. */
export async function makeContainerFixture({
  session,
  root: top,
}: Awaited<ReturnType<typeof openContainer>>): Promise<StorageFixture> {
  const base = (await mkdtemp(`${top}/storage-`)).slice(top.length);
  const adapter = createContainerAdapter(async (name) => {
    if (name !== "box") throw new AppError("storage/away");
    return session;
  });
  return makeVolumeFixture({ adapter, volume: "container:box", base, top });
}
