import { spawn, execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { busyboxProblem, importBusybox } from "./busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "./dockerd-fixture";
import { loopProblem } from "./loop-fixture";
import { makeOwnedFolder, ownOwner, reservations } from "./owned-folder-fixture.mjs";
import { freePort, freeSubnet } from "./reserve-fixture";

const run = promisify(execFile);

/** Runs this in another process, with `say` for what it is to tell; `kill` ends it without a chance to tidy up. */
async function startElsewhere(script: string) {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let said = "";
  for await (const chunk of child.stdout) if ((said += String(chunk)).includes("\n")) break;
  return {
    said: said.trim().split(" "),
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

const clear = () => run(process.execPath, ["scripts/clear-leftovers.mjs"]);
const foldersOf = (owner: string) => readdirSync(tmpdir()).filter((name) => name.includes(`-${owner}-`));
/** Not where only its parent has not heard of its end. */
const isThere = (pid: string) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));

describe.skipIf((dockerdProblem() ?? busyboxProblem()) !== null)("what a killed run has left", () => {
  let alive: Dockerd;
  beforeAll(async () => {
    alive = await startDockerd();
    await importBusybox(alive.docker, "box", ["sleep"]);
    await alive.docker("run", "-d", "--name", "kept", "box", "/bin/sleep", "1000");
  });
  afterAll(() => alive.stop());

  test("is removed with all that came of it, and what a live one has stays", async () => {
    const { said, kill } = await startElsewhere(`
      const { startDockerd } = await import("./lib/server/process/dockerd-fixture.ts");
      const { importBusybox } = await import("./lib/server/process/busybox-image.ts");
      const { ownOwner } = await import("./lib/server/process/owned-folder-fixture.mjs");
      const { freePort } = await import("./lib/server/process/reserve-fixture.ts");
      const { docker, pid } = await startDockerd();
      await importBusybox(docker, "box", ["sleep"]);
      await docker("network", "create", "inner");
      const id = await docker("run", "-d", "--network", "inner", "-v", "kept:/kept", "box", "/bin/sleep", "1000");
      const first = await docker("inspect", "-f", "{{.State.Pid}}", id);
      const network = await docker("network", "inspect", "-f", "{{.Id}}", "inner");
      console.log(ownOwner, pid, first, id, network, await freePort());`);
    const [owner = "", pid = "", first = "", id = "", network = "", port = ""] = said;
    const folderOf = (kind: string) => foldersOf(owner).find((name) => name.startsWith(`filedeck-${kind}-`)) ?? kind;
    const folder = folderOf("dockerd");
    const written = readFileSync(path.join(tmpdir(), folderOf("link"), "links"), "latin1").trim();
    const bridges = [written, `br-${network.slice(0, 12)}`];
    const reservation = path.join(reservations, `port-${port}`);
    const groups = () =>
      readdirSync("/sys/fs/cgroup", { recursive: true, encoding: "latin1" }).filter((group) => group.includes(id));
    const links = () => bridges.map((bridge) => existsSync(`/sys/class/net/${bridge}`));
    const look = () => [isThere(pid), isThere(first), ...links(), existsSync(reservation), foldersOf(owner).length > 0];

    // While it runs, nothing of it is anybody's but its own.
    await clear();
    expect(look()).toEqual(look().map(() => true));
    expect(groups().length).toBeGreaterThan(0);

    await kill();
    expect(look()).toEqual(look().map(() => true));
    expect((await clear()).stdout).toContain(folder);
    expect(look()).toEqual(look().map(() => false));
    expect([readFileSync("/proc/mounts", "latin1").includes(folder), groups()]).toEqual([false, []]);
    expect(await alive.docker("inspect", "-f", "{{.State.Running}}", "kept")).toBe("true");
  });

  test.skipIf(loopProblem() !== null)("is a disk as well, mounted where it was", async () => {
    const { said, kill } = await startElsewhere(`
      const { makeLoop } = await import("./lib/server/process/loop-fixture.ts");
      const { ownOwner } = await import("./lib/server/process/owned-folder-fixture.mjs");
      const loop = makeLoop({ parts: [20] });
      console.log(ownOwner, loop.id);
      setInterval(() => {}, 1000);`);
    const [owner = "", id = ""] = said;
    const backing = `/sys/block/${id}/loop/backing_file`;
    await kill();
    expect(readFileSync(backing, "latin1")).toContain(owner);
    await clear();
    expect([existsSync(backing), foldersOf(owner)]).toEqual([false, []]);
  });

  test("is told from what others have called nearly so, and from what is theirs in it", async () => {
    const nearly = ["filedeck-dockerd-", `filedeck-dockerd-${ownOwner}x-`, "filedeck-dockerd-zzzz.1."].map((name) =>
      mkdtempSync(path.join(tmpdir(), name)),
    );
    // Of a process that has ended, but a program of somebody else's looks at it.
    const { said, kill } = await startElsewhere(`
      const { makeOwnedFolder } = await import("./lib/server/process/owned-folder-fixture.mjs");
      console.log(makeOwnedFolder("door"));
      setInterval(() => {}, 1000);`);
    await kill();
    const [left = ""] = said;
    writeFileSync(path.join(left, "log"), "");
    const reader = spawn("tail", ["-f", path.join(left, "log")], { stdio: "ignore" });
    await once(reader, "spawn");
    const own = makeOwnedFolder("door");
    try {
      await clear();
      expect([...nearly, own, left].map((folder) => existsSync(folder))).toEqual([true, true, true, true, false]);
      expect(reader.exitCode ?? reader.signalCode).toBeNull();
    } finally {
      reader.kill();
      for (const folder of [...nearly, own]) rmSync(folder, { recursive: true });
    }
  });
});

test("a port and a network are nobody else's meanwhile", async () => {
  const first = await freePort({ first: 20_000, last: 20_099, run: 50 });
  const { said, kill } = await startElsewhere(`
    const { freePort } = await import("./lib/server/process/reserve-fixture.ts");
    console.log(await freePort({ first: ${first}, last: ${first + 50} }));`);
  await kill();
  expect(said).toEqual([String(first + 50)]);
  await expect(freePort({ first, last: first + 49 })).rejects.toThrow("none is left");
  // Nor is one that somebody listens on who reserves nothing.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // of a TCP server
  await expect(freePort({ first: port, last: port })).rejects.toThrow("none is left");
  server.close();
  const [one, other] = [await freeSubnet(), await freeSubnet()];
  expect(one.prefix).not.toBe(other.prefix);
  one.release();
  other.release();
});
