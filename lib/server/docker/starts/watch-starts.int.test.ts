import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { changeContainer } from "@/lib/server/docker/change-container";
import {
  containersProblem,
  keyOf,
  miasLabel,
  plainSpec,
  startContainers,
  whileBusy,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { createContainer } from "@/lib/server/docker/make/make-container";
import { whileReplaced } from "@/lib/server/docker/make/replaced-names";
import { openDoor } from "@/lib/server/process/docker-door-fixture";
import { forgetActors } from "@/lib/server/session/find-actor";
import { startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { getApp, type App } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { auditInto } from "@/lib/server/runtime/audit-fixture";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import { onTold } from "@/lib/server/runtime/tell-user";
import { judgedUntil } from "./judge-starts";
import { watchStarts } from "./watch-starts";

const patience = { interval: 200 };
const nothing = () => Promise.resolve();
/** Eight in a row that containers may publish, and eleven that they may not. */
let [taken, beyond] = [0, 0];
/** How it is published. */
const at = (outside: number) => ["-p", `127.0.0.1:${outside}:80`];
const port = (outside: number) => [
  { address: "127.0.0.1", outside, outside_last: null, inside: 80, protocol: "tcp" as const },
];

describe.skipIf(containersProblem() !== null)("what Docker starts by itself", () => {
  let dockerd: Dockerd;
  let daemon: Containers;
  undoTries(() => daemon);
  let app: App;
  const audited: AuditLine[] = [];
  const told: string[] = [];
  let stopHearing = () => {};
  const over: AbortController[] = [];

  beforeAll(async () => {
    taken = await freePort({ first: 31_600, last: 32_300, run: 8 });
    beyond = await freePort({ run: 11 });
    dockerd = await startDockerd();
    daemon = await startContainers(() => Promise.resolve(dockerd));
    const { db, log } = await daemon.as("root");
    app = startAppOf({
      ...getApp(),
      db,
      log,
      storageFor: () => daemon.storage,
      audit: auditInto(audited),
    });
    stopHearing = onTold(({ userId, message }) => void told.push(`${userId} ${message.words}`));
  });
  afterAll(async () => {
    unwatch();
    stopHearing();
    await daemon.close();
  });

  function watch(): void {
    const stop = new AbortController();
    over.push(stop);
    watchStarts({ ...app, stopping: stop.signal });
  }
  const unwatch = () => over.splice(0).forEach((stop) => stop.abort());
  const inspect = async (name: string, what: string) => daemon.docker("inspect", "-f", `{{${what}}}`, name);
  const policyOf = async (name: string) => inspect(name, ".HostConfig.RestartPolicy.Name");
  const isRunning = async (name: string) => (await inspect(name, ".State.Running")) === "true";
  const hers = async (name: string, ...options: string[]) => daemon.run(name, "--label", miasLabel, ...options);
  const create = async (change: Partial<ContainerSpec> & { name: string }, userId: "mia" | "root" = "mia") =>
    createContainer({ ...plainSpec, network: "bridge", ...change }, await daemon.as(userId));
  const forget = async (...names: string[]) => {
    await daemon.docker("rm", "-f", ...names);
    audited.length = 0;
    told.length = 0;
  };

  test("what is stopped stays so, of before too, and an administrator's is there in its place", async () => {
    // From when it could be had.
    await hers("aa-always", "--restart", "always", ...at(taken));
    await create({ name: "aa-stopped", restart: "unless-stopped", ports: port(taken + 1) });
    // Docker takes a stop with another exit code than 0 for a failure.
    await create({ name: "aa-failed", restart: "on-failure", ports: port(taken + 2) });
    watch();
    await vi.waitFor(async () => expect(await policyOf("aa-always")).toBe("unless-stopped"), patience);
    await daemon.docker("stop", "-t", "0", "aa-always", "aa-stopped", "aa-failed");
    const inPlace = ["zz-one", "zz-two", "zz-three"] as const;
    for (const [name, outside] of inPlace.map((name, index) => [name, taken + index] as const))
      await create({ name, restart: "always", ports: port(outside) }, "root");
    for (const name of ["aa-always", "aa-stopped", "aa-failed"])
      await vi.waitFor(async () => expect([name, await policyOf(name)]).toEqual([name, "no"]), patience);
    expect(audited.map(({ action, target }) => `${action} ${target}`).toSorted()).toEqual([
      "DROP docker/containers aa-always",
      "DROP docker/containers aa-failed",
      "DROP docker/containers aa-stopped",
    ]);
    await dockerd.away("SIGTERM", nothing);
    for (const name of inPlace)
      await vi.waitFor(async () => expect([name, await isRunning(name)]).toEqual([name, true]), patience);
    for (const name of ["aa-always", "aa-stopped", "aa-failed"])
      expect([name, await isRunning(name)]).toEqual([name, false]);
    expect(told.toSorted()).toEqual([
      ...Array<string>(3).fill("mia containerHeld"),
      ...Array<string>(3).fill("root containerHeld"),
    ]);
    unwatch();
    await forget("aa-always", "aa-stopped", "aa-failed", ...inPlace);
  });

  test("is stopped, and told of, where its creator may not start it now", async () => {
    watch();
    await create({ name: "hers", restart: "unless-stopped", ports: port(taken) });
    await create({ name: "fine", restart: "unless-stopped", ports: port(taken + 2) });
    unwatch();
    // Another tool's, which has not run yet.
    await daemon.docker("create", "--name", "web", ...at(taken), "box", "/bin/sleep", "1000");
    expect(await isRunning("hers")).toBe(true);
    // Filedeck comes back after Docker.
    await dockerd.away("SIGTERM", nothing);
    for (const name of ["hers", "fine"])
      await vi.waitFor(async () => expect([name, await isRunning(name)]).toEqual([name, true]), patience);
    watch();
    await vi.waitFor(
      async () => expect([await isRunning("hers"), await policyOf("hers")]).toEqual([false, "no"]),
      patience,
    );
    await vi.waitFor(() => expect(told.toSorted()).toEqual(["mia containerHeld", "root containerHeld"]), patience);
    expect(audited).toMatchObject([
      { action: "STOP docker/containers", target: "hers", outcome: "docker/others-port", userId: null },
    ]);
    expect(await isRunning("fine")).toBe(true);
    await daemon.docker("start", "web");
    unwatch();
    await forget("hers", "fine", "web");
  });

  test("goes on where it is not known what others have, and keeps nobody else from being judged", async () => {
    await daemon.run("filler", "-v", "big:/big");
    await daemon.docker("exec", "filler", "/bin/sh", "-c", "busybox dd if=/dev/zero of=/big/zero bs=1M count=64");
    await daemon.docker("rm", "-f", "filler");
    await create({ name: "hers", restart: "unless-stopped", ports: port(taken) });
    await create({ name: "waits", ports: port(taken + 2) });
    await daemon.docker("stop", "-t", "0", "waits");
    watch();
    await vi.waitFor(() => expect(judgedUntil.get().atMs).not.toBeNull(), patience);
    unwatch();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const busy = async (...options: string[]) =>
      daemon.docker("create", "-v", "big:/big", "--network", "none", ...options, "box", "/bin/sleep", "1000");
    const [others, labeled] = [await busy("--name", "others"), await busy("--name", "labeled", "--label", miasLabel)];
    await whileBusy(others, "/big", async () =>
      whileBusy(labeled, "/big", async () => {
        watch();
        const hersId = await inspect("hers", ".Id");
        process.kill(Number(await inspect("hers", ".State.Pid")), "SIGKILL");
        await vi.waitFor(async () => expect(await inspect("hers", ".RestartCount")).toBe("1"), patience);
        await hers("wrong", ...at(beyond + 3));
        await vi.waitFor(async () => expect(await isRunning("wrong")).toBe(false), patience);
        await vi.waitFor(
          async () => expect(Object.keys(judgedUntil.get().late)).toEqual(expect.arrayContaining([labeled, hersId])),
          patience,
        );
        expect([await isRunning("hers"), await policyOf("hers")]).toEqual([true, "unless-stopped"]);
        expect(await keyOf(changeContainer({ id: "waits", action: "start" }, await daemon.as("mia")))).toBe(
          "docker/unknown-neighbors",
        );
      }),
    );
    await vi.waitFor(() => expect(judgedUntil.get().late).toEqual({}), patience);
    expect([await isRunning("hers"), await policyOf("hers")]).toEqual([true, "unless-stopped"]);
    expect(audited.map(({ target }) => target)).toEqual(["wrong"]);
    unwatch();
    await forget("hers", "waits", "wrong", "others", "labeled");
  });

  test("is nobody's who has not certainly made it, whatever its image says", async () => {
    await create({ name: "mias" });
    await daemon.docker("commit", "mias", "forged");
    watch();
    await vi.waitFor(() => expect(judgedUntil.get().atMs).not.toBeNull(), patience);
    const start = ["-d", "--restart", "unless-stopped"];
    await daemon.docker("run", ...start, "--name", "forged", ...at(beyond + 4), "forged", "/bin/sleep", "1000");
    await daemon.docker("rmi", "-f", "forged");
    const pid = Number(await inspect("forged", ".State.Pid"));
    process.kill(pid, "SIGKILL");
    await vi.waitFor(async () => expect(await inspect("forged", ".RestartCount")).toBe("1"), patience);
    await hers("wrong", ...at(beyond + 5));
    await vi.waitFor(async () => expect(await isRunning("wrong")).toBe(false), patience);
    expect([await isRunning("forged"), await policyOf("forged")]).toEqual([true, "unless-stopped"]);
    unwatch();
    await forget("forged", "wrong", "mias");
  });

  test("and what began while Filedeck was away, but not what an administrator starts here", async () => {
    await judgedUntil.save(app.db, { atMs: null, late: {} });
    await hers("before", ...at(beyond));
    watch();
    await vi.waitFor(() => expect(judgedUntil.get().atMs).not.toBeNull(), patience);
    // What ran when this began is not stopped for it.
    expect(await isRunning("before")).toBe(true);
    unwatch();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await hers("meanwhile", ...at(beyond + 1));
    watch();
    await vi.waitFor(async () => expect(await isRunning("meanwhile")).toBe(false), patience);
    expect(await keyOf(changeContainer({ id: "meanwhile", action: "start" }, await daemon.as("mia")))).toBe(
      "docker/port-range",
    );
    await changeContainer({ id: "meanwhile", action: "start" }, await daemon.as("root"));
    await daemon.docker("run", "-d", "--name", "later", "--label", miasLabel, ...at(beyond + 2), "box", "sleep");
    await vi.waitFor(async () => expect(await isRunning("later")).toBe(false), patience);
    expect([await isRunning("meanwhile"), await isRunning("before")]).toEqual([true, true]);
    unwatch();
    await forget("before", "meanwhile", "later");
  });

  test("keeps its policy while an administrator restarts it here", async () => {
    await judgedUntil.save(app.db, { atMs: null, late: {} });
    await hers("restarted", "--restart", "unless-stopped", ...at(beyond + 6));
    const id = await inspect("restarted", ".Id");
    const door = await openDoor(daemon.socket);
    watch();
    await vi.waitFor(() => expect(judgedUntil.get().atMs).not.toBeNull(), patience);
    // Judged between its end and its start.
    const held = door.hold(new RegExp(`POST /containers/${id}/restart`), "request");
    const restarting = changeContainer({ id, action: "restart" }, await daemon.as("root"));
    await held.reached;
    await daemon.docker("kill", "restarted");
    await hers("wrong", ...at(beyond + 8));
    await vi.waitFor(async () => expect(await isRunning("wrong")).toBe(false), patience);
    held.release();
    await restarting;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([await isRunning("restarted"), await policyOf("restarted")]).toEqual([true, "unless-stopped"]);
    unwatch();
    await door.close();
    await forget("restarted", "wrong");
  });

  test("is judged when its recreation is over, in the middle of which it was brought back", async () => {
    await judgedUntil.save(app.db, { atMs: null, late: {} });
    watch();
    await vi.waitFor(() => expect(judgedUntil.get().atMs).not.toBeNull(), patience);
    const id = await daemon.docker(
      "create",
      "--name",
      "back",
      "--label",
      miasLabel,
      ...at(beyond + 9),
      "box",
      "/bin/sleep",
      "1000",
    );
    await whileReplaced({ name: "back", keys: [id.trim()] }, async () => {
      await daemon.docker("start", "back");
      await hers("wrong", ...at(beyond + 10));
      await vi.waitFor(async () => expect(await isRunning("wrong")).toBe(false), patience);
      expect(await isRunning("back")).toBe(true);
    });
    await vi.waitFor(async () => expect(await isRunning("back")).toBe(false), patience);
    unwatch();
    await forget("back", "wrong");
  });

  test("runs on when whoever made it is deleted, as an administrator's from then on", async () => {
    await daemon.permit("tom", ["docker_view", "docker_container_update"]);
    const made = { ...plainSpec, network: "bridge", name: "toms", restart: "unless-stopped" as const };
    const { id } = await createContainer({ ...made, ports: port(taken + 4) }, await daemon.as("tom"));
    await app.db.user.delete({ where: { id: "tom" } });
    forgetActors();
    watch();
    process.kill(Number(await inspect("toms", ".State.Pid")), "SIGKILL");
    await vi.waitFor(async () => expect(await inspect("toms", ".RestartCount")).toBe("1"), patience);
    await hers("wrong", ...at(beyond + 7));
    await vi.waitFor(async () => expect(await isRunning("wrong")).toBe(false), patience);
    expect([await isRunning("toms"), await policyOf("toms")]).toEqual([true, "unless-stopped"]);
    expect(await keyOf(changeContainer({ id, action: "stop" }, await daemon.as("root")))).toBe("done");
    unwatch();
    await forget("toms", "wrong");
  });
});
