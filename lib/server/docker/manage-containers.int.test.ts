import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { dockerContract, type ContainerRow } from "@/lib/contracts/docker";
import { applyLive, type LiveMessage } from "@/lib/shared/live-rows";
import type { ContainerAction } from "@/lib/shared/containers";
import { changeContainer, removeContainer, renameContainer } from "./change-container";
import { inAll, type Containers, containersProblem, keyOf, miasLabel, startContainers } from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { followContainers } from "./follow-containers";
import { getContainer } from "./get-container";
import { admitToFiles } from "./files/admit-to-files";
import { listContainerProcesses } from "./look-inside";
import { limitContainer } from "./make/limit-container";
import { recreateContainer } from "./make/make-container";
import { openContainerTerminal } from "./open-container";
import { creatorLabel } from "@/lib/shared/volume-labels";

const problem = containersProblem();

describe.skipIf(problem !== null)("containers", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  const stops: AbortController[] = [];
  beforeAll(async () => {
    daemon = await startContainers();
  });
  afterAll(async () => {
    for (const stop of stops) stop.abort();
    await daemon.close();
  });

  async function follow() {
    const stop = new AbortController();
    stops.push(stop);
    const messages: LiveMessage<ContainerRow>[] = [];
    let rows: ReadonlyMap<string, ContainerRow> = new Map();
    const ctx = { ...(await daemon.as("mia")), signal: stop.signal };
    // Ends with the test's signal, or as mia's rights change.
    const follows = followContainers({}, ctx, {
      send: async (message) => {
        messages.push(message);
        rows = applyLive(rows, message);
      },
      received: (async function* () {})(),
    });
    void follows.catch(() => null);
    const named = (name: string) => [...rows.values()].find((row) => row.name === name);
    return { named, messages };
  }
  const change = async (id: string, action: ContainerAction) => changeContainer({ id, action }, await daemon.as("mia"));
  const stateOf = (name: string) =>
    daemon.docker("inspect", "-f", "{{.State.Status}}", name).then((said) => said.trim());

  test("the list has them as they are, tells what changes at once, and what they use", async () => {
    const { named } = await follow();
    await vi.waitFor(() => expect(named("plain")).toMatchObject({ state: "running", image: "box" }), {
      interval: 5,
    });
    // It is there before Docker has measured it.
    expect(named("plain")?.memory).toBeNull();
    await vi.waitFor(() => expect(named("plain")?.memory).toBeGreaterThan(0));
    await daemon.run("busy", "-p", "127.0.0.1:0:80", "--label", "com.docker.compose.project=shop");
    await vi.waitFor(() => expect(named("busy")).toBeDefined());
    expect(named("busy")).toMatchObject({ project: "shop", service: null, health: null });
    await vi.waitFor(() =>
      expect(named("busy")?.ports[0]).toMatchObject({ address: "127.0.0.1", inside: 80, protocol: "tcp" }),
    );
    void daemon.docker("exec", "busy", "/bin/sh", "-c", "while :; do :; done").catch(() => null); // ends with it
    await vi.waitFor(() => expect(named("busy")?.cpu).toBeGreaterThan(1));
    await daemon.docker("rm", "-f", "busy");
    await vi.waitFor(() => expect(named("busy")).toBeUndefined());
  });

  test("each action does what the daemon says that it does", async () => {
    await daemon.run("actor", "--label", miasLabel);
    await change("actor", "pause");
    expect(await stateOf("actor")).toBe("paused");
    await change("actor", "unpause");
    expect(await stateOf("actor")).toBe("running");
    await change("actor", "kill");
    await vi.waitFor(async () => expect(await stateOf("actor")).toBe("exited"));
    await change("actor", "start");
    await change("actor", "start");
    expect(await stateOf("actor")).toBe("running");
    expect(await keyOf(change("actor", "unpause"))).toMatch(/^docker\/(?:refused|conflict)$/);
    const before = await daemon.docker("inspect", "-f", "{{.State.StartedAt}}", "actor");
    await change("actor", "restart");
    expect(await daemon.docker("inspect", "-f", "{{.State.StartedAt}}", "actor")).not.toBe(before);
    await renameContainer({ id: "actor", name: "player" }, await daemon.as("mia"));
    expect(await keyOf(change("actor", "start"))).toBe("docker/not-found");
    expect(await keyOf(renameContainer({ id: "player", name: "plain" }, await daemon.as("mia")))).toBe(
      "docker/conflict",
    );
    const remove = async (force: boolean) =>
      removeContainer({ id: "player", force, volumes: false }, await daemon.as("mia"));
    expect(await keyOf(remove(false))).toBe("docker/conflict");
    await remove(true);
    expect(await keyOf(change("player", "start"))).toBe("docker/not-found");
  });

  test("those of others are started and stopped, and nothing else is done to them or in them", async () => {
    await daemon.permit("mia", ["docker_view", "docker_container_update"]);
    const mia = await daemon.as("mia");
    await daemon.run("theirs", "--label", `${creatorLabel}=tom`);
    await daemon.docker("commit", "--change", `LABEL ${miasLabel}`, "theirs", "says-mia");
    await daemon.docker("run", "-d", "--name", "says-mia", "says-mia", "/bin/sleep", "1000");
    for (const id of ["plain", "theirs", "says-mia"]) {
      for (const action of ["stop", "start", "restart", "kill", "start"] as const) await change(id, action);
      const acts = {
        rename: () => renameContainer({ id, name: "hers" }, mia),
        limit: () => limitContainer({ id, memory: 64 * 1024 * 1024 }, mia),
        recreate: () => recreateContainer({ id, environment: [] }, mia),
        remove: () => removeContainer({ id, force: true, volumes: false }, mia),
        shell: () => openContainerTerminal({ id, cols: 80, rows: 24 }, mia),
        files: () => admitToFiles(mia.actor, id),
        processes: () => listContainerProcesses({ id }, mia),
      };
      const opens = new Set(["shell", "files", "processes"]);
      for (const [what, act] of Object.entries(acts))
        expect([id, what, await keyOf(act())]).toEqual([
          id,
          what,
          opens.has(what) ? "docker/others-shell" : "docker/others-container",
        ]);
    }
    await daemon.permit("mia", ["docker_view", "docker_container_update"], inAll);
    await daemon.docker("rm", "-f", "theirs", "says-mia");
  });

  test("stopping takes as long as the container says, and tells what is lost by it", async () => {
    // Its program does not listen.
    await daemon.run("patient", "--stop-timeout", "2", "--rm", "--stop-signal", "TERM");
    const told = await getContainer({ id: "patient" }, await daemon.as("mia"));
    expect([told.stop_seconds, told.removes_itself]).toEqual([2, true]);
    const startMs = performance.now();
    await change("patient", "stop");
    // oxlint-disable-next-line filedeck/no-clock-verdict -- at least: a slow machine only adds
    expect(performance.now() - startMs).toBeGreaterThan(1_900);
    const usual = await getContainer({ id: "plain" }, await daemon.as("mia"));
    expect([usual.stop_seconds, usual.removes_itself]).toEqual([10, false]);
  });

  test("volumes without a name go with the container where that is asked for, those of one that was made anew as well", async () => {
    const lastOf = async (name: string) =>
      (await getContainer({ id: name }, await daemon.as("mia"))).anonymous_volumes[0] ?? "";
    await daemon.run("first", "--label", miasLabel, "-v", "/inside", "-v", "named:/named");
    const volume = await lastOf("first");
    expect(volume).toMatch(/^[0-9a-f]{64}$/);
    const remove = async (id: string, volumes: boolean) =>
      removeContainer({ id, force: true, volumes }, await daemon.as("mia"));
    await remove("first", false);
    await daemon.run("second", "--label", miasLabel, "-v", `${volume}:/inside`);
    await daemon.run("other", "--label", miasLabel, "--volumes-from", "second");
    await remove("second", true);
    expect(await daemon.docker("volume", "ls", "-q")).toContain(volume);
    await remove("other", true);
    expect(await daemon.docker("volume", "ls", "-q")).toBe("named");
    await daemon.docker("volume", "rm", "named");
  });

  test("what is inside is told to administrators alone", async () => {
    await daemon.run(
      "secretive",
      "-e",
      "SECRET=1",
      "-v",
      "kept:/kept:ro",
      "--memory",
      "64m",
      "--restart",
      "on-failure:3",
    );
    const { inside, ...told } = await getContainer({ id: "secretive" }, await daemon.as("root"));
    expect(inside?.environment).toContain("SECRET=1");
    expect(inside?.mounts).toEqual([{ kind: "volume", source: "kept", destination: "/kept", is_writable: false }]);
    expect(told).toMatchObject({
      command: ["/bin/sleep", "1000"],
      memory_limit: 64 * 1024 * 1024,
      restart_policy: "on-failure:3",
      cpu_limit: null,
      health: null,
    });
    // Of one that was given nothing the daemon tells no lists.
    expect((await getContainer({ id: "plain" }, await daemon.as("root"))).inside).toEqual({
      environment: [],
      mounts: [],
      is_privileged: false,
    });
    expect((await getContainer({ id: "secretive" }, await daemon.as("mia"))).inside).toBeNull();
    expect(await keyOf(getContainer({ id: "nobody" }, await daemon.as("mia")))).toBe("docker/not-found");
    await daemon.docker("rm", "-f", "secretive");
  });

  test("an address of something else than a container is refused before the daemon is asked", () => {
    const isId = (id: string) => dockerContract.changeContainer.input.safeParse({ id, action: "start" }).success;
    for (const id of ["-rf", "--help", "a/b", "../x", "a b", 'a"', "a\nb", "", "a?x=1", "%2e%2e"])
      expect([id, isId(id)]).toEqual([id, false]);
    const isName = (name: string) => dockerContract.renameContainer.input.safeParse({ id: "a", name }).success;
    expect(["-a", "", "a b", "a/b", "x".repeat(129), "ok-1.2_3"].map(isName)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test("while the daemon is away what was known stays, with the reason, and it comes back", async () => {
    const { named, messages } = await follow();
    await vi.waitFor(() => expect(named("plain")).toBeDefined());
    const host = `unix://${daemon.socket}`;
    vi.stubEnv("DOCKER_HOST", "unix:///nowhere/docker.sock");
    await vi.waitFor(
      () =>
        expect(messages.at(-1)?.problem).toEqual({ error: expect.stringMatching(/^docker\/no-socket/), params: {} }),
      {},
    );
    expect(named("plain")).toBeDefined();
    vi.stubEnv("DOCKER_HOST", host);
    await vi.waitFor(() => expect(messages.at(-1)?.problem).toBeNull());
  });
});
