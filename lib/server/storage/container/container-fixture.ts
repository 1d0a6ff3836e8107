import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { AppError } from "@/lib/shared/errors";
import { bytesToName, nameToBytes } from "@/lib/shared/paths";
import type { Dockerd } from "@/lib/server/process/dockerd-fixture";
import type { Limits, StorageFixture } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
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
  const [root, outside] = [`${base}/root`, `${base}/outside`];
  for (const folder of [root, outside]) await mkdir(top + folder);
  await writeFile(`${top}${outside}/secret`, "secret");
  const adapter = createContainerAdapter(async (name) => {
    if (name !== "box") throw new AppError("storage/away");
    return session;
  });
  const place = (relative: string) => `container:box${relative === "" ? root : `${root}/${relative}`}`;

  function storageOf(limits: Limits | null): Storage {
    const { accessDirs = [], readOnlyDirs = [], denyDirs = [], protectedPaths = [] } = limits ?? {};
    const scope = {
      accessDirs: accessDirs.map(place),
      readOnlyDirs: readOnlyDirs.map(place),
      denyDirs: denyDirs.map(place),
    };
    return adapter.create({
      roots: [{ id: "r", note: "", place: place(""), writable: true }],
      scopes: limits === null ? null : [scope],
      protectedPaths: protectedPaths.map(place),
      userId: null,
    });
  }

  const onDisk = (relative: string) => Buffer.from(nameToBytes(top + (relative === "" ? root : `${root}/${relative}`)));
  return {
    storage: storageOf(null),
    limited: storageOf,
    timeStepMs: 1_000,
    truth: async (folder) => (await readdir(onDisk(folder), { encoding: "buffer" })).map(bytesToName).sort(),
    makeLink: (text, link) => symlink(text, onDisk(link)),
    outside: {
      path: outside,
      fingerprint: async () =>
        `${(await readdir(top + outside)).sort().join()} ${await readFile(`${top}${outside}/secret`, "utf8")}`,
    },
    close: () => rm(top + base, { recursive: true, force: true }),
  };
}
