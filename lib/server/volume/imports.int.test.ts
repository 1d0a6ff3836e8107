import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import type { Wire } from "@/lib/server/http/wire";
import { tarEntry as entry, tarFile as file } from "./tar-fixture";
import { importVolume } from "./volume-content";

describe.skipIf(containersProblem() !== null)("archives for volumes", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let dir: string;
  beforeAll(async () => {
    daemon = await startContainers();
    dir = mkdtempSync(path.join(tmpdir(), "filedeck-imports-"));
  });
  afterAll(async () => {
    await daemon.close();
    rmSync(dir, { recursive: true, force: true });
  });
  let volume = "";
  let count = 0;
  beforeEach(async () => {
    volume = `volume${count++}`;
    await daemon.docker("volume", "create", volume);
  });

  const sh = (script: string) =>
    daemon.docker("run", "--rm", "--network", "none", "-v", `${volume}:/v`, "box", "/bin/sh", "-c", script);
  const listing = () => sh("cd /v && busybox find . -type f | busybox sort | busybox xargs busybox head -n 1");
  /** Imports it; gives the key of what it fails with. */
  async function put(body: Buffer): Promise<string> {
    const req = Object.assign(Readable.from([body]), { headers: {}, method: "PUT", complete: true });
    const res = Object.assign(new PassThrough(), { writeHead: () => {}, setHeader: () => {} });
    const wire = { req: req as unknown as IncomingMessage, res: res as unknown as ServerResponse } as Wire; // what is asked of it
    const signal = new AbortController().signal;
    return keyOf(importVolume({ name: volume }, { ...(await daemon.as("root")), signal }, wire));
  }
  /** A tar by GNU's program of what `make` puts into a folder. */
  function tarOf(make: (at: (name: string) => string) => void, ...options: string[]): Buffer {
    const folder = mkdtempSync(path.join(dir, "tar-"));
    make((name) => path.join(folder, name));
    return execFileSync("tar", ["-cf", "-", "--sort=name", ...options, "-C", folder, "."], { maxBuffer: 1 << 28 });
  }
  const end = Buffer.alloc(1024);
  const old = "echo old > /v/a.conf; mkdir /v/data; echo old > /v/data/x; echo old > /v/z.conf";

  test.each<[string, () => Buffer]>([
    [
      "holes in GNU's old format",
      () =>
        tarOf(
          (at) => {
            writeFileSync(at("a.conf"), "new");
            writeFileSync(at("db.img"), "");
            truncateSync(at("db.img"), 1_000_000);
          },
          "-S",
          "--format=gnu",
        ),
    ],
    ["a file where the volume has a folder", () => Buffer.concat([file("a.conf", "new"), file("data", "new"), end])],
    ["a folder where the volume has a file", () => Buffer.concat([file("a.conf", "new"), entry("z.conf/", "5"), end])],
    ["a name below a file", () => Buffer.concat([file("a.conf", "new"), file("z.conf/x", "new"), end])],
    ["the label of a tape", () => Buffer.concat([file("a.conf", "new"), entry("label", "V"), end])],
    ["a list of names", () => Buffer.concat([file("a.conf", "new"), entry("dump", "D"), end])],
    ["a link that leads out", () => Buffer.concat([file("a.conf", "new"), entry("out", "2", "../../x"), end])],
    ["a hard link to nothing", () => Buffer.concat([file("a.conf", "new"), entry("hard", "1", "nothing"), end])],
    [
      "a name of more than 255 bytes",
      () => {
        const block = entry("L", "L", "", 301);
        const name = Buffer.alloc(512);
        name.write("x".repeat(300));
        return Buffer.concat([file("a.conf", "new"), block, name, file("x", "new"), end]);
      },
    ],
  ])(
    "%s: refused before anything is written, packed or not",
    async (_, make) => {
      await sh(old);
      const before = await listing();
      for (const body of [make(), gzipSync(make())]) expect(await put(body)).toBe("docker/refused");
      expect(await listing()).toBe(before);
      expect(await daemon.docker("ps", "-aq", "--filter", "label=filedeck.volume")).toBe("");
    },
    60_000,
  );

  test("what is packed by xz is refused before anything is written as well", async () => {
    await sh(old);
    const before = await listing();
    const tar = Buffer.concat([file("a.conf", "new"), file("data", "new"), end]);
    expect(await put(execFileSync("xz", ["-c"], { input: tar }))).toBe("docker/refused");
    expect(await listing()).toBe(before);
  });

  test("what programs pad with is taken: zeros behind gzip, sizes of hard links, holes in pax, links of the volume", async () => {
    // A link out of the volume, and one within it, which the archive goes through.
    await sh(`${old}; busybox ln -s ../../etc /v/etc; busybox ln -s data /v/through; busybox mkfifo /v/pipe`);
    const linked = Buffer.concat([file("a.conf", "new"), entry("hard", "1", "a.conf", 3), file("z.conf", "new"), end]);
    expect(await put(Buffer.concat([gzipSync(linked), Buffer.alloc(10_240)]))).toBe("done");
    expect(await sh("busybox head -n 1 /v/a.conf /v/hard /v/z.conf /v/data/x")).toMatch(
      /a\.conf <==\nnew\n.*hard <==\nnew\n.*z\.conf <==\nnew\n.*x <==\nold/s,
    );
    const holes = tarOf(
      (at) => {
        writeFileSync(at("db.img"), "begin");
        truncateSync(at("db.img"), 3_000_000);
        writeFileSync(at("ü".repeat(100)), "long");
        symlinkSync("db.img", at("link"));
      },
      "-S",
      "--format=pax",
    );
    expect(await put(holes)).toBe("done");
    expect(await sh("busybox stat -c %s /v/db.img && busybox head -c 5 /v/link")).toBe("3000000\nbegin");
    expect(await put(Buffer.concat([file("through/y", "new"), end]))).toBe("done");
    expect(await sh("busybox cat /v/data/y")).toBe("new");
  });
});
