import path from "node:path";
import type { dockerContract } from "@/lib/contracts/docker";
import type { InputOf } from "@/lib/contracts/endpoint";
import { isAppError } from "@/lib/shared/errors";
import { expect, vi } from "vitest";
import type { Env } from "@/lib/server/base/env";
import { deriveKeys } from "@/lib/server/base/keys";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { allTerminals, findTerminal, removeTerminal, type OwnedTerminal } from "@/lib/server/terminal/terminals";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import type { ContainerRule } from "@/lib/shared/container-rules";
import type { Permission } from "@/lib/shared/permissions";
import { creatorLabel } from "@/lib/shared/volume-labels";

/** Why no {@link startContainers} can be had here; null where it can. */
export function containersProblem(): string | null {
  return dockerdProblem() ?? busyboxProblem();
}

/** A shell in any container, as far as it reaches no further than they do. */
export const inAll: readonly ContainerRule[] = [{ match: "*", may: ["shell"] }];
/** What a container has that mia has created. */
export const miasLabel = `${creatorLabel}=mia`;

type Engine = Pick<Dockerd, "docker" | "env" | "stop">;

export type Containers = TrashFixture &
  Pick<Dockerd, "docker"> & {
    socket: string;
    /** A running one, of the image `box`. */
    run: (name: string, ...options: string[]) => Promise<string>;
    /** `mia` has rights to containers, and a rule by which she may open shells in all, `root` is an administrator. */
    as: (userId: "mia" | "tom" | "root") => Promise<Ctx>;
    permit: (
      userId: "mia" | "tom",
      permissions: readonly Permission[],
      rules?: readonly ContainerRule[],
    ) => Promise<void>;
  };

/** A daemon with the images `box`, a busybox, and `bare`, one without a shell, and the container `plain`. */
export async function startContainers(start: () => Promise<Engine> = startDockerd): Promise<Containers> {
  const [dockerd, fixture] = await Promise.all([start(), makeTrashFixture()]);
  const { docker } = dockerd;
  startAppOf({ ...getApp(), db: fixture.ctx.db, keys: deriveKeys(Buffer.alloc(32)) });
  keepDataAt(path.join(fixture.base, "data"));
  const host = dockerd.env["DOCKER_HOST"] ?? "";
  vi.stubEnv("DOCKER_HOST", host);
  const run = (name: string, ...options: string[]) =>
    docker("run", "-d", "--name", name, ...options, "box", "/bin/sleep", "1000");
  const permit: Containers["permit"] = async (id, permissions, rules = []) => {
    const auth_list: Permission[] = [...permissions, ...(rules.length > 0 ? (["docker_container_rule"] as const) : [])];
    const grants = { ...noGrants, auth_list, containers: [...rules] };
    await fixture.ctx.db.user.update({ where: { id }, data: { grants } });
    forgetActors();
  };

  await importBusybox(docker, "box", ["sh", "sleep", "stty", "grep", "seq", "cat", "nohup"]);
  await importBusybox(docker, "bare", []);
  await run("plain", "--label", "a=b");
  await permit("mia", ["docker_view", "docker_container_update"], inAll);
  await fixture.ctx.db.user.create({
    data: { id: "root", username: "root", passwordHash: "", isRoot: true, grants: noGrants, preferences: {} },
  });
  return {
    ...fixture,
    docker,
    socket: host.replace("unix://", ""),
    run,
    permit,
    async as(userId) {
      const actor = await findUserActor(fixture.ctx.db, userId);
      if (actor === null) throw new Error(`there is no user ${userId}`);
      return { ...fixture.ctx, actor, about: () => {} };
    },
    async close() {
      await endTerminals();
      vi.unstubAllEnvs();
      await Promise.all([dockerd.stop(), fixture.close()]);
    },
  };
}

/** Where the data folder of Filedeck's is from here on. */
export function keepDataAt(dataDir: string): void {
  startAppOf({ ...getApp(), env: { dataDir } as Env }); // what is asked for of it
}

/** What a container is asked for by that nothing stands out in: of the image `box`, without a network. */
export const plainSpec = {
  image: "box",
  command: ["/bin/sleep", "1000"],
  environment: [],
  ports: [],
  mounts: [],
  memory: null,
  cpus: null,
  restart: "no",
  labels: {},
  network: "none",
  is_privileged: false,
  devices: [],
  cap_add: [],
  cap_drop: [],
} satisfies Omit<InputOf<typeof dockerContract.createContainer>, "name">;

/** How it went, in a word: `done`, or the error's key. */
export const keyOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );

/** While somebody reads what is at this place in a container, some ten megabytes, and doesn't go on, of which the daemon says nothing until then. */
export async function whileBusy(id: string, place: string, work: () => Promise<void>): Promise<void> {
  const archive = await askDocker(id, (docker) => docker.getContainer(id).getArchive({ path: place }));
  archive.pause();
  const inspected = askDocker(id, (docker, abortSignal) => docker.getContainer(id).inspect({ abortSignal }), {
    patienceMs: 500,
  });
  try {
    expect(await keyOf(inspected)).not.toBe("done");
    await work();
  } finally {
    if ("destroy" in archive && typeof archive.destroy === "function") archive.destroy();
  }
}

export async function endTerminals(): Promise<void> {
  await Promise.all(allTerminals().map(removeTerminal));
}

/** What a service that opens one for this user has opened. */
export async function opened(opening: Promise<{ id: string }>, userId: string): Promise<OwnedTerminal> {
  return findTerminal((await opening).id, userId);
}

/** What a browser has got so far, with a way to wait for more. */
export function look(terminal: OwnedTerminal) {
  const seen = { text: "" };
  const over = (async () => {
    for await (const bytes of terminal.view(new AbortController().signal)) seen.text += bytes.toString();
  })();
  const until = (wanted: RegExp) => vi.waitFor(() => expect(seen.text).toMatch(wanted));
  return { seen, until, over };
}
