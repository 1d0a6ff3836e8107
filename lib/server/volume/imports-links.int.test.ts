import { execFileSync } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import type { Wire } from "@/lib/server/http/wire";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { tarEntry as entry, tarFile as file } from "./tar-fixture";
import { tarEnd } from "./tar-names";
import { cloneVolume, importVolume } from "./volume-content";
import { volumeGroup } from "./volume-group";

describe.skipIf(containersProblem() !== null)("links on the way of an archive into a volume", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    setTaskKinds(volumeGroup.tasks ?? []);
  });
  afterAll(() => daemon.close());
  let volume = "";
  let count = 0;
  beforeEach(async () => {
    volume = `volume${count++}`;
    await daemon.docker("volume", "create", volume);
  });

  const sh = (script: string, of = volume) =>
    daemon.docker("run", "--rm", "--network", "none", "-v", `${of}:/v`, "box", "/bin/sh", "-c", script);
  /** All there is, with the first line of each file and when it was changed. */
  const look = (of = volume) =>
    sh(
      'cd /v && busybox find . ! -type d | busybox sort | while read -r x; do echo "$x $(busybox stat -c "%F %Y %h" "$x") $(busybox readlink "$x" || busybox head -n 1 "$x")"; done; busybox find . -type d | busybox sort | busybox xargs busybox stat -c "%n %a"',
      of,
    );
  /** Imports it; gives the key of what it fails with, and what it says. */
  async function put(...entries: readonly Uint8Array[]): Promise<string> {
    return putBody(Buffer.concat([...entries, tarEnd]));
  }
  async function putBody(body: Buffer): Promise<string> {
    const req = Object.assign(Readable.from([body]), { headers: {}, method: "PUT", complete: true });
    const res = Object.assign(new PassThrough(), { writeHead: () => {}, setHeader: () => {} });
    const wire = { req: req as unknown as IncomingMessage, res: res as unknown as ServerResponse } as Wire; // what is asked of it
    const signal = new AbortController().signal;
    return keyOf(importVolume({ name: volume }, { ...(await daemon.as("root")), signal }, wire));
  }
  const bad = entry("x", "Q");
  const packers: readonly (readonly [string, (tar: Buffer) => Buffer])[] = [
    ["plain", (tar) => tar],
    ["xz", (tar) => execFileSync("xz", ["-c"], { input: tar })],
  ];

  const own = "mkdir /v/real /v/a; echo precious > /v/real/db; echo a > /v/file";
  test.each<[string, string, Buffer[]]>([
    ["its own, absolute", "ln -s /volume/real /v/current", [file("current/db", "new"), bad]],
    ["its own, to where nothing is refused", "ln -s /volume/real /v/current", [file("current/db", "new")]],
    ["its own, to the helper's folders", "ln -s /etc /v/current", [file("current/db", "new")]],
    ["its own, to the root", "ln -s / /v/current", [file("current/volume/real/db", "new")]],
    ["its own, to the root, to nothing", "ln -s / /v/current", [file("current/db", "new")]],
    ["its own, as the target of a hard link", "ln -s /volume/real /v/current", [entry("hard", "1", "current/db")]],
    ["its own, in two steps", "ln -s .. /v/a/b; ln -s a/b/../.. /v/current", [file("current/volume/real/db", "new")]],
    ["its own, in two steps, to nothing", "ln -s .. /v/a/b; ln -s a/b/../.. /v/current", [file("current/db", "new")]],
    ["its own, in two steps, to etc", "ln -s .. /v/a/b; ln -s a/b/../.. /v/current", [file("current/etc/db", "new")]],
    [
      "its own, in two steps, for a hard link",
      "ln -s .. /v/a/b; ln -s a/b/../.. /v/current",
      [entry("hard", "1", "current/.dockerenv")],
    ],
    [
      "its own, in two steps, over a file",
      "ln -s .. /v/a/b; ln -s a/b/../.. /v/current",
      [file("current/.dockerenv", "new")],
    ],
    ["the archive's, absolute", "true", [entry("lnk", "2", "/volume/real"), file("lnk/db", "new"), bad]],
    ["the archive's, good otherwise", "true", [entry("lnk", "2", "/volume/real"), file("lnk/db", "new")]],
    ["the archive's, to the volume", "true", [entry("lnk", "2", "/volume"), file("lnk/real/db", "new")]],
    ["the archive's, to the root", "true", [entry("lnk", "2", "/"), file("lnk/volume/real/db", "new")]],
    ["the archive's, to the root, to nothing", "true", [entry("lnk", "2", "/"), file("lnk/db", "new")]],
    ["the archive's, to etc", "true", [entry("lnk", "2", "/etc"), file("lnk/db", "new")]],
    ["the archive's, for a folder", "true", [entry("lnk", "2", "/volume/a"), entry("lnk/sub/", "5")]],
    ["the archive's, for a hard link", "true", [entry("lnk", "2", "/volume/real"), entry("hard", "1", "lnk/db")]],
    [
      "the archive's, in two steps",
      "true",
      [entry("s", "2", "."), entry("s/up", "2", "../volume"), file("up/real/db", "new")],
    ],
    [
      "the archive's, by a hard link of a link",
      "ln -s ../real /v/a/up",
      [entry("hard", "1", "a/up"), file("hard/db", "new")],
    ],
  ])(
    "%s: refused, and the volume is as it was",
    async (_, links, entries) => {
      await sh(`${own}; ${links.replaceAll("ln ", "busybox ln ")}`);
      const before = await look();
      for (const [name, pack] of packers) {
        expect([name, await putBody(pack(Buffer.concat([...entries, tarEnd])))]).toEqual([
          name,
          expect.stringMatching(/^(docker\/refused|volume\/leads-out)$/),
        ]);
        expect(await look()).toBe(before);
      }
      expect(await daemon.docker("ps", "-aq", "--filter", "label=filedeck.volume")).toBe("");
    },
    60_000,
  );

  test("links within the volume are gone through, absolute ones brought and replaced", async () => {
    await sh(`${own}; busybox ln -s ../real /v/a/cur; busybox ln -s /volume/real /v/abs; busybox ln -s a/cur /v/two`);
    expect(await put(file("a/cur/one", "1"), file("two/two", "2"), entry("abs", "2", "/etc"), bad)).toBe(
      "docker/refused",
    );
    expect(
      await put(
        file("a/cur/one", "1"),
        file("two/two", "2"),
        entry("abs", "2", "/etc/x"),
        entry("new", "2", "real"),
        file("new/three", "3"),
      ),
    ).toBe("done");
    expect(await sh("busybox head -n 1 /v/real/*; busybox readlink /v/abs; busybox readlink /v/new")).toMatch(
      /db <==\nprecious\n.*one <==\n1\n.*three <==\n3.*two <==\n2.*x\nreal$/s,
    );
  });

  test("a clone has the links themselves, and nothing is written through them", async () => {
    await sh(
      `${own}; busybox ln -s /volume/real /v/abs; busybox ln -s /etc /v/etc; busybox ln -s real /v/z; busybox ln /v/abs /v/hard`,
    );
    const before = await look();
    const root = await daemon.as("root");
    const { taskId } = await cloneVolume({ name: volume, to: "copy" }, root);
    // Looking at a volume would make it.
    const stateOf = async () => (await root.db.task.findUniqueOrThrow({ where: { id: taskId } })).state;
    await vi.waitFor(async () => expect(await stateOf()).toBe("done"), { timeout: 30_000, interval: 200 });
    expect(await look("copy")).toBe(before);
    expect(await look()).toBe(before);
  });

  test("a volume of many names is tried as well", async () => {
    await sh("mkdir /v/many; cd /v/many; seq 20000 | busybox xargs busybox touch; echo precious > /v/db");
    expect(await put(file("many/1", "new"), bad)).toBe("docker/refused");
    expect(await put(file("many/1", "new"))).toBe("done");
    expect(await sh("busybox head -n 1 /v/db /v/many/1; busybox ls /v/many | busybox wc -l")).toMatch(
      /db <==\nprecious\n.*1 <==\nnew.*20000$/s,
    );
  }, 120_000);
});
