import { PassThrough, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { VolumeRow } from "@/lib/contracts/volume";
import { applyLive } from "@/lib/shared/live-rows";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import type { Wire } from "@/lib/server/http/wire";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { createVolume, listUnusedVolumes, pruneVolumes, removeVolume } from "./change-volumes";
import { followVolumes } from "./follow-volumes";
import { getVolume } from "./get-volume";
import { listVolumes } from "./list-volumes";
import { cloneVolume, exportVolume, importVolume, ticketVolume } from "./volume-content";
import { tarFile } from "./tar-fixture";
import { volumeGroup } from "./volume-group";

const problem = containersProblem();
const usual = { driver: "local", options: {}, labels: {} };

describe.skipIf(problem !== null)("volumes", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    setTaskKinds(volumeGroup.tasks ?? []);
    await daemon.permit("mia", ["docker_view", "docker_volume_update"]);
  });
  afterAll(() => daemon.close());

  const sh = (volume: string, script: string) =>
    daemon.docker("run", "--rm", "--network", "none", "-v", `${volume}:/v`, "box", "/bin/sh", "-c", script);
  const names = async () => (await daemon.docker("volume", "ls", "-q")).split("\n");
  const make = async (name: string) => createVolume({ name, ...usual }, await daemon.as("mia"));

  /** A wire that takes or gives these bytes. */
  function wireFor(body: Buffer = Buffer.alloc(0)) {
    const req = Object.assign(Readable.from([body]), { headers: {}, method: "PUT", complete: true });
    const res = Object.assign(new PassThrough(), {
      head: { status: 0 },
      writeHead: (status: number) => void (res.head = { status }),
      setHeader: () => {},
    });
    const chunks: Buffer[] = [];
    res.on("data", (chunk: Buffer) => chunks.push(chunk));
    const wire = { req: req as unknown as IncomingMessage, res: res as unknown as ServerResponse } as Wire; // what is asked of it
    return { wire, res, bytes: () => Buffer.concat(chunks) };
  }
  const exported = async (name: string) => {
    const { wire, res, bytes } = wireFor();
    await exportVolume({ name }, { ...(await daemon.as("root")), signal: new AbortController().signal }, wire);
    expect(res.head.status).toBe(200);
    return bytes();
  };

  test("the list tells of what there is, what has it, and how large it is, at once", async () => {
    const stop = new AbortController();
    let rows: ReadonlyMap<string, VolumeRow> = new Map();
    void followVolumes(
      {},
      { ...(await daemon.as("mia")), signal: stop.signal },
      {
        send: async (message) => void (rows = applyLive(rows, message)),
        received: (async function* () {})(),
      },
    );
    await make("data");
    await vi.waitFor(() => expect(rows.get("data")).toMatchObject({ driver: "local", used_by: [] }), {});
    await daemon.run("db", "-v", "data:/data", "-v", "/scratch");
    await vi.waitFor(() => expect(rows.get("data")?.used_by).toEqual(["db"]));
    expect([...rows.values()].filter(({ is_anonymous }) => is_anonymous)).toHaveLength(1);
    stop.abort();

    await daemon.docker("exec", "db", "/bin/sh", "-c", "seq 100000 > /data/numbers");
    await listUnusedVolumes({}, await daemon.as("mia")); // counts
    const found = (await listVolumes({}, await daemon.as("mia"))).volumes.find(({ id }) => id === "data");
    expect(found?.size).toBeGreaterThan(500_000);
    const details = await getVolume({ name: "data" }, await daemon.as("mia"));
    expect(details).toMatchObject({
      used_by: [{ name: "db", destination: "/data", is_writable: true }],
      inside: null,
      path: null,
    });
    const inside = (await getVolume({ name: "data" }, await daemon.as("root"))).inside;
    expect(inside?.mountpoint).toMatch(/volumes\/data\/_data$/);
  });

  test("volumes are made and deleted, never over another, and never while in use", async () => {
    await make("once");
    await daemon.docker("volume", "create", "theirs");
    expect(await keyOf(make("once"))).toBe("volume/exists");
    const { volumes } = await listVolumes({}, await daemon.as("mia"));
    const mayChange = new Map(volumes.map(({ id, may_change }) => [id, may_change]));
    expect([mayChange.get("once"), mayChange.get("theirs")]).toEqual([true, false]);
    expect(await keyOf(removeVolume({ name: "theirs" }, await daemon.as("mia")))).toBe("volume/others");
    await daemon.docker("volume", "rm", "theirs");
    await removeVolume({ name: "once" }, await daemon.as("mia"));
    expect(await names()).not.toContain("once");
    await make("held");
    await daemon.run("user-of-small", "-v", "held:/h");
    expect(await keyOf(removeVolume({ name: "held" }, await daemon.as("mia")))).toBe("docker/conflict");
    expect(await names()).toContain("held");
  });

  test("pruning deletes what was shown, and keeps what a container has taken meanwhile", async () => {
    for (const name of ["old1", "old2"]) await make(name);
    await sh("old1", "seq 1000 > /v/x");
    const shown = (await listUnusedVolumes({}, await daemon.as("mia"))).volumes;
    expect(shown.find(({ name }) => name === "old1")?.size).toBeGreaterThan(3_000);
    expect(shown.map(({ name }) => name)).not.toContain("held");
    await make("later");
    await daemon.run("taker", "-v", "old2:/o");
    const outcome = await pruneVolumes({ names: ["old1", "old2"] }, await daemon.as("mia"));
    expect(outcome).toEqual({ removed: ["old1"], kept: ["old2"] });
    expect(await names()).toEqual(expect.arrayContaining(["old2", "later"]));
    expect(await names()).not.toContain("old1");
  });

  test("what is in a volume goes out as an archive and back in, with owners and rights", async () => {
    await make("from");
    await sh(
      "from",
      "mkdir /v/sub && seq 50000 > /v/sub/n && busybox chown 7:8 /v/sub/n && busybox chmod 640 /v/sub/n && busybox chown 999:998 /v && busybox chmod 2700 /v",
    );
    const tar = await exported("from");
    await make("to");
    const { wire, bytes } = wireFor(tar);
    await importVolume({ name: "to" }, { ...(await daemon.as("root")), signal: new AbortController().signal }, wire);
    expect(JSON.parse(bytes().toString())).toMatchObject({ code: 0, data: { bytes: tar.length } });
    expect(await sh("to", "busybox stat -c '%u %g %a %s' /v/sub/n")).toBe(
      await sh("from", "busybox stat -c '%u %g %a %s' /v/sub/n"),
    );
    expect(await sh("to", "busybox stat -c '%u %g %a' /v/sub/n /v")).toBe("7 8 640\n999 998 2700");
    // An archive that does not name the folder leaves it as it is.
    const part = Buffer.concat([tarFile("more", "more"), Buffer.alloc(1024)]);
    const signal = new AbortController().signal;
    await importVolume({ name: "to" }, { ...(await daemon.as("root")), signal }, wireFor(part).wire);
    expect(await sh("to", "busybox stat -c '%u %g %a' /v && busybox cat /v/more")).toBe("999 998 2700\nmore");

    // Nothing is left of what it took.
    expect(await daemon.docker("ps", "-aq", "--filter", "label=filedeck.volume")).toBe("");
    // A volume that is not there is not made by looking at it.
    expect(await keyOf(exported("nowhere"))).toBe("docker/not-found");
    expect(await names()).not.toContain("nowhere");
    const broken = wireFor(Buffer.from("this is no archive at all".repeat(100)));
    const root = { ...(await daemon.as("root")), signal: new AbortController().signal };
    expect(await keyOf(importVolume({ name: "to" }, root, broken.wire))).toBe("archive/broken");
  });

  test("an import that breaks off, or is not whole, leaves the volume as it was", async () => {
    await make("new");
    await sh("new", "seq 200000 > /v/db && busybox head -c 300000 /v/db > /v/other");
    const tar = await exported("new");
    await make("kept");
    await sh("kept", "echo old > /v/db");
    const root = async () => ({ ...(await daemon.as("root")), signal: new AbortController().signal });
    const importing = async (chunks: () => Iterable<Buffer>) => {
      const { wire } = wireFor();
      const req = Object.assign(Readable.from(chunks()), { headers: {}, method: "PUT", complete: false });
      return keyOf(importVolume({ name: "kept" }, await root(), { ...wire, req: req as unknown as IncomingMessage })); // what is read of it
    };
    await importing(function* () {
      yield tar.subarray(0, 700_000);
      throw new Error("aborted");
    });
    expect(await sh("kept", "busybox cat /v/db; busybox ls /v")).toBe("old\ndb");
    for (const whole of [tar, gzipSync(tar)])
      for (const cut of [whole.subarray(0, whole.length / 2), whole.subarray(0, Math.floor(whole.length / 1.1))])
        expect(await importing(() => [cut])).toBe("archive/broken");
    expect(await sh("kept", "busybox cat /v/db; busybox ls /v")).toBe("old\ndb");

    const packed = wireFor(gzipSync(tar));
    await importVolume({ name: "kept" }, await root(), packed.wire);
    expect(await sh("kept", "busybox md5sum < /v/db")).toBe(await sh("new", "busybox md5sum < /v/db"));
  });

  test("what has no room in the volume is refused before any of it is written", async () => {
    await daemon.docker("volume", "create", "-o", "type=tmpfs", "-o", "device=tmpfs", "-o", "o=size=1m", "small");
    await daemon.run("holder", "-v", "small:/s");
    await sh("small", "echo old > /v/db");
    await make("large");
    await sh("large", "busybox dd if=/dev/zero of=/v/db bs=1M count=3 2>/dev/null");
    const { wire } = wireFor(await exported("large"));
    const root = { ...(await daemon.as("root")), signal: new AbortController().signal };
    expect(await keyOf(importVolume({ name: "small" }, root, wire))).toBe("file/disk-full");
    expect(await sh("small", "busybox cat /v/db")).toBe("old");
  });

  test("whoever leaves a download ends it, and gives the helper back", async () => {
    await make("big");
    await sh("big", "busybox dd if=/dev/zero of=/v/zero bs=1M count=64 2>/dev/null");
    const { wire, res } = wireFor();
    const leave = new AbortController();
    res.pause();
    res.removeAllListeners("data");
    const going = exportVolume({ name: "big" }, { ...(await daemon.as("root")), signal: leave.signal }, wire);
    await vi.waitFor(() => expect(res.readableLength).toBeGreaterThan(0));
    leave.abort();
    res.destroy();
    await going;
    expect(await daemon.docker("ps", "-aq", "--filter", "label=filedeck.volume")).toBe("");
  });

  test("a clone has what the other has", async () => {
    await make("one");
    const stat = "busybox stat -c '%u %g %a' /v /v/in";
    await sh(
      "one",
      "echo hello > /v/file && mkdir /v/in && busybox chmod 2770 /v/in && busybox chown 70:70 /v && busybox chmod 1700 /v",
    );
    await cloneVolume({ name: "one", to: "two" }, await daemon.as("root"));
    // A container that asks for it first would make it.
    await vi.waitFor(async () => expect(await names()).toContain("two"), { interval: 200 });
    await vi.waitFor(async () => expect(await sh("two", "busybox cat /v/file 2>&1 || true")).toBe("hello"), {
      interval: 500,
    });
    await vi.waitFor(async () => expect(await sh("two", stat)).toBe("70 70 1700\n0 0 2770"), { interval: 500 });
    expect(await keyOf(cloneVolume({ name: "one", to: "two" }, await daemon.as("root")))).toBe("volume/exists");
  });

  test("the right to volumes is no way to what is in them, nor to folders of the machine", async () => {
    const mia = await daemon.as("mia");
    const bind = { type: "none", o: "bind", device: "/etc" };
    expect(await keyOf(createVolume({ name: "etc", driver: "local", options: bind, labels: {} }, mia))).toBe(
      "auth/root-only",
    );
    expect(await keyOf(createVolume({ name: "etc", driver: "other", options: {}, labels: {} }, mia))).toBe(
      "auth/root-only",
    );
    expect(await keyOf(cloneVolume({ name: "data", to: "mine" }, mia))).toBe("auth/root-only");
    expect(await keyOf(Promise.resolve().then(() => ticketVolume({ name: "data" }, mia)))).toBe("auth/root-only");
    expect(await keyOf(exportVolume({ name: "data" }, mia, wireFor().wire))).toBe("auth/root-only");
    expect(await keyOf(importVolume({ name: "data" }, mia, wireFor().wire))).toBe("auth/root-only");
    expect(await names()).not.toContain("etc");
    expect(await names()).not.toContain("mine");
  });

  test("what is called as the helper image is not used for it where it is another", async () => {
    await daemon.docker("volume", "create", "precious");
    await sh("precious", "echo A > /v/top");
    const helper = async () => daemon.docker("inspect", "-f", "{{.Id}}", "--type", "image", "filedeck/empty:1");
    const before = (await exported("precious")).toString("latin1");
    const own = await helper();
    const made = await daemon.docker("create", "box", "/x");
    const changes = ["VOLUME /volume/sub", 'ENTRYPOINT ["/bin/sh"]'].flatMap((one) => ["--change", one]);
    const planted = await daemon.docker("commit", ...changes, made, "filedeck/empty:1");
    await daemon.docker("rm", made);
    // The one that was made here is used by its id, and without it another is made.
    expect((await exported("precious")).toString("latin1")).toBe(before);
    await daemon.docker("rmi", own);
    expect((await exported("precious")).toString("latin1")).toBe(before);
    expect(await helper()).not.toBe(planted);
    expect(await daemon.docker("ps", "-aq", "--filter", "label=filedeck.volume")).toBe("");
  });
});
