import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { changeContainer } from "@/lib/server/docker/change-container";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { openDoor, type Door } from "@/lib/server/process/docker-door-fixture";
import { recreateContainer } from "./make-container";
import { keepNote, readNotes, type Noted } from "./noted-replacements";
import { endReplacements } from "./take-up-replacements";

const wait = { timeout: 30_000, interval: 100 };

describe.skipIf(containersProblem() !== null)("a container that was being recreated", () => {
  let dockerd: Dockerd;
  let daemon: Containers;
  undoTries(() => daemon);
  let door: Door;
  const ends: AbortController[] = [];
  beforeAll(async () => {
    daemon = await startContainers(async () => (dockerd = await startDockerd()));
    door = await openDoor(daemon.socket);
  });
  afterAll(async () => {
    ends.forEach((one) => one.abort());
    await door.close();
    await daemon.close();
  });

  const inspect = async (name: string, what: string) =>
    JSON.parse(await daemon.docker("inspect", "-f", `{{json ${what}}}`, name)) as unknown; // any as it comes
  /** It does not hear what asks it to end, and is killed after so many seconds. */
  const create = async (name: string, seconds = 2) => {
    // Of a try before.
    await daemon.docker("rm", "-f", name);
    const id = await daemon.run(name, "--network", "none", "--stop-signal", "WINCH", "--stop-timeout", `${seconds}`);
    return { id };
  };
  const recreate = async (id: string, more: Partial<Parameters<typeof recreateContainer>[0]> = {}) =>
    keyOf(recreateContainer({ id, environment: ["A=1"], ...more }, await daemon.as("root")));
  /** All that there is of it, by name, and how each one is. */
  const allOf = async (name: string) =>
    (await daemon.docker("ps", "-a", "--filter", `name=^/?${name}`, "--format", "{{.Names}} {{.State}}")).split("\n");
  const notes = async () => readNotes((await daemon.as("root")).db);
  const serve = () => {
    const ending = new AbortController();
    ends.push(ending);
    startAppOf({ ...getApp(), stopping: ending.signal });
    return ending;
  };
  /** What a server does that is started after this one was killed, which goes no further. */
  async function startAnew() {
    const app = getApp();
    vi.resetModules();
    const { takeUpReplacements } = await import("./take-up-replacements");
    const { startApp } = await import("@/lib/server/runtime/app");
    const ending = new AbortController();
    ends.push(ending);
    startApp({ ...app, stopping: ending.signal });
    await takeUpReplacements({ ...app, log: (await daemon.as("root")).log, stopping: ending.signal });
  }

  const asOld = (verb: string) => (id: string) => new RegExp(`POST /containers/${id}/${verb}`);

  test("is as it was when the server ends in time for that", async () => {
    const { id } = await create("ends");
    const ending = serve();
    const made = recreate("ends");
    await vi.waitFor(async () => expect(await allOf("ends")).toHaveLength(2), wait);
    ending.abort();
    await endReplacements();
    expect(await made).toBe("docker/not-recreated");
    expect([await allOf("ends"), await inspect("ends", ".Id")]).toEqual([["ends running"], id]);
    expect(await notes()).toEqual([]);
    serve();
    expect(await recreate("ends")).toBe("done");
    await daemon.docker("rm", "-f", "ends");
  });

  test("is started again by the daemon where it stops more slowly than the server ends", async () => {
    const { id } = await create("slowly", 14);
    const before = await inspect("slowly", ".State.StartedAt");
    const ending = serve();
    const stop = door.hold(asOld("stop")(id), "request");
    void recreate("slowly");
    await stop.reached;
    stop.release();
    await pause(1_000); // until the daemon stops it
    ending.abort();
    await endReplacements();
    // Long before the daemon is done with it.
    expect(await inspect("slowly", ".State.StartedAt")).toBe(before);
    expect([await allOf("slowly"), await inspect("slowly", ".Id")]).toEqual([["slowly running"], id]);
    // Nobody waits for it any more: the process is gone.
    await door.close();
    door = await openDoor(daemon.socket);
    await vi.waitFor(async () => expect(await inspect("slowly", ".State.StartedAt")).not.toBe(before), wait);
    expect(await notes()).toHaveLength(1);
    serve();
    await startAnew();
    await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
    expect([await allOf("slowly"), await inspect("slowly", ".Id")]).toEqual([["slowly running"], id]);
    await daemon.docker("rm", "-f", "slowly");
  });

  const created = /POST \/containers\/create/;
  test.each([
    ["creating", () => created, "request", "old"],
    ["created", () => created, "answer", "old"],
    ["stopping", asOld("stop"), "request", "old"],
    ["stopped", asOld("stop"), "answer", "old"],
    ["renamed", asOld("rename"), "answer", "old"],
    ["both-renamed", () => /rename\?name=both-renamed$/, "answer", "old"],
    ["started", (id: string) => new RegExp(`POST /containers/(?!${id})[0-9a-f]+/start`), "answer", "new"],
    ["removing", (id: string) => new RegExp(`DELETE /containers/${id}`), "request", "new"],
    ["removed", (id: string) => new RegExp(`DELETE /containers/${id}`), "answer", "new"],
  ] as const)(
    "is one again after the server was killed (%s)",
    async (name, patternOf, what, stays) => {
      const { id } = await create(name);
      serve();
      const held = door.hold(patternOf(id), what);
      void recreate(name);
      await held.reached;
      expect(await notes()).toHaveLength(1);
      await startAnew();
      await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
      expect(await allOf(name)).toEqual([`${name} running`]);
      expect((await inspect(name, ".Id")) === id ? "old" : "new").toBe(stays);
      await daemon.docker("rm", "-f", name);
    },
    60_000,
  );

  test("is started again where the server was killed while the daemon stops it", async () => {
    const { id } = await create("stops-on", 6);
    const before = await inspect("stops-on", ".State.StartedAt");
    serve();
    const stop = door.hold(asOld("stop")(id), "request");
    door.hold(asOld("rename")(id), "request"); // the one that was killed goes no further
    void recreate("stops-on");
    await stop.reached;
    stop.release();
    await pause(1_000);
    expect(await inspect("stops-on", ".State.Running")).toBe(true);
    await startAnew();
    await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
    await pause(7_000);
    expect([await allOf("stops-on"), await inspect("stops-on", ".Id")]).toEqual([["stops-on running"], id]);
    expect(await inspect("stops-on", ".State.StartedAt")).not.toBe(before);
    await daemon.docker("rm", "-f", "stops-on");
  });

  /** Another program has SQLite's lock. */
  async function lockDb() {
    const client = createClient({ url: `file:${path.join(daemon.base, "filedeck.db")}` });
    const writing = await client.transaction("write");
    return async () => {
      await writing.rollback();
      client.close();
    };
  }

  /** Recreated, but that is not stored: gives its new id, and what ends that. */
  async function recreateUnstored(name: string) {
    const { id } = await create(name);
    serve();
    const held = door.hold(new RegExp(`POST /containers/(?!${id})[0-9a-f]+/start`), "request");
    const made = recreate(name);
    await held.reached;
    const unlock = await lockDb();
    held.release();
    expect(await made).toBe("done");
    expect(await allOf(name)).toEqual([
      `${name} running`,
      expect.stringMatching(new RegExp(`^${name}\\.old-\\w+ exited$`)),
    ]);
    return { newId: await inspect(name, ".Id"), unlock };
  }

  test("is held after it was recreated until that is stored, and so is the old one", async () => {
    const { newId, unlock } = await recreateUnstored("unstored");
    expect(await keyOf(changeContainer({ id: "unstored", action: "stop" }, await daemon.as("root")))).toBe(
      "docker/being-recreated",
    );
    await unlock();
    await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
    expect([await allOf("unstored"), await inspect("unstored", ".Id")]).toEqual([["unstored running"], newId]);
    await daemon.docker("rm", "-f", "unstored");
  });

  test("is the new one where that was never stored, though it was stopped since", async () => {
    const { newId, unlock } = await recreateUnstored("stale");
    ends.splice(0).forEach((one) => one.abort());
    await unlock();
    expect(await notes()).toMatchObject([{ state: "stopping", made: newId }]);
    await daemon.docker("stop", "-t", "0", "stale");
    await startAnew();
    await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
    expect([await allOf("stale"), await inspect("stale", ".Id")]).toEqual([["stale exited"], newId]);
    await daemon.docker("rm", "-f", "stale");
  });

  const noteOf = async (more: Pick<Noted, "id" | "name" | "made" | "state"> & Partial<Noted>): Promise<void> =>
    keepNote((await daemon.as("root")).db, {
      daemon: (await daemon.docker("info", "-f", "{{.ID}}")).trim(),
      wasRunning: true,
      startedAt: null,
      projects: [],
      newName: more.name,
      temporary: `${more.name}.new-a`,
      aside: `${more.name}.old-a`,
      ...more,
    });

  test.each(["begun", "ready", "stopping", "done"] as const)(
    "is not deleted for a note of before, such as a restored one (%s)",
    async (state) => {
      const name = `restored-${state}`;
      const { id: made } = await create(name);
      await daemon.docker("stop", "-t", "0", name);
      await noteOf({ id: "0".repeat(64), name, made, state });
      await startAnew();
      await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
      expect([await allOf(name), await inspect(name, ".Id")]).toEqual([[`${name} exited`], made]);
      await daemon.docker("rm", "-f", name);
    },
    60_000,
  );

  test("is not deleted where it has not run and has another name since", async () => {
    const [{ id }, { id: made }] = [await create("still.old-a"), await create("still-other")];
    await daemon.docker("stop", "-t", "0", "still.old-a", "still-other");
    await noteOf({ id, name: "still", made, state: "ready", wasRunning: false });
    await startAnew();
    await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
    expect([await allOf("still"), await inspect("still-other", ".Id")]).toEqual([["still-other exited"], made]);
    await daemon.docker("rm", "-f", "still-other");
  });

  test.each(["stopping", "done"] as const)(
    "is left as it is where somebody has put it right meanwhile (%s)",
    async (state) => {
      const name = `mended-${state}`;
      const { id } = await create(name);
      const { id: made } = await create(`${name}-new`);
      await noteOf({ id, name, made, state, startedAt: "2020-01-01T00:00:00Z" });
      await startAnew();
      await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
      expect((await allOf(name)).toSorted()).toEqual([`${name} running`, `${name}-new running`]);
      // Nor where the old one is used as it was left.
      await daemon.docker("rm", "-f", `${name}-new`);
      await daemon.docker("rename", name, `${name}.old-a`);
      await noteOf({ id, name, made, state, startedAt: "2020-01-01T00:00:00Z" });
      await startAnew();
      await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
      expect(await inspect(id, ".State.Running")).toBe(true);
      await daemon.docker("rm", "-f", id);
    },
    60_000,
  );

  test("is held until then, and comes back where the new one does not run", async () => {
    const { id } = await create("broken");
    serve();
    const held = door.hold(new RegExp(`POST /containers/(?!${id})[0-9a-f]+/start`), "answer");
    void recreate("broken", { command: ["/bin/sh", "-c", "exit 3"] });
    await held.reached;
    await startAnew();
    const { changeContainer: changeAnew } = await import("@/lib/server/docker/change-container");
    expect(await keyOf(changeAnew({ id: "broken", action: "start" }, await daemon.as("root")))).toBe(
      "docker/being-recreated",
    );
    await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
    expect([await allOf("broken"), await inspect("broken", ".Id")]).toEqual([["broken running"], id]);
    expect(await keyOf(changeAnew({ id: "broken", action: "stop" }, await daemon.as("root")))).toBe("done");
    await daemon.docker("rm", "-f", "broken");
  });

  test("is back when the daemon is", async () => {
    const { id } = await create("lost");
    serve();
    const made = recreate("lost");
    // Before it, the old one has not been touched, and what a killed daemon does to it is nobody's to mend.
    await vi.waitFor(async () => expect(await notes()).toMatchObject([{ state: "stopping" }]), wait);
    await dockerd.away("SIGKILL", async () => {
      expect(await made).toBe("docker/unreachable");
      expect(await notes()).toHaveLength(1);
    });
    await vi.waitFor(async () => expect(await notes()).toEqual([]), wait);
    expect([await allOf("lost"), await inspect("lost", ".Id")]).toEqual([["lost running"], id]);
    expect(await keyOf(changeContainer({ id, action: "stop" }, await daemon.as("root")))).toBe("done");
    await daemon.docker("rm", "-f", "lost");
  });
});
