import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { extractSample } from "@/e2e/support/extract-sample";
import { hasTool } from "@/e2e/support/tool-archives";

let fixture: LocalFixture;
let place: string;
beforeAll(async () => {
  fixture = await makeLocalFixture();
  place = mkdtempSync(path.join(tmpdir(), "loose-archives-"));
  mkdirSync(path.join(place, "box"));
  writeFileSync(path.join(place, "box", "a.txt"), "first\n");
  writeFileSync(path.join(place, "box", "b.txt"), "second ".repeat(100));
});
afterAll(async () => {
  rmSync(place, { recursive: true, force: true });
  await fixture.close();
});

const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: place });
const files = ["box/a.txt", "box/b.txt"];
const namesOf = (listed: readonly { path: string }[]) =>
  listed.map(({ path: name }) => name).filter((name) => !name.endsWith("/"));

/** What is listed, what is refused, and what comes out. */
async function readAll(name: string, bytes: Buffer) {
  const { listed, failures, read } = await extractSample(fixture, { name, bytes });
  return { listed: namesOf(listed).sort(), failures, contents: files.map(read) };
}

const whole = { listed: files, failures: [], contents: ["first\n", "second ".repeat(100)] };

describe.skipIf(!hasTool("zip"))("a zip that is not alone in its file", () => {
  const stub = Buffer.from('#!/bin/sh\nexec unzip -o "$0"\nexit 0\n');
  function makeZip(name: string, ...options: string[]): Buffer {
    run("zip", "-q", "-X", ...options, name, ...files);
    return readFileSync(path.join(place, name));
  }

  test("has bytes behind its end", async () => {
    const zip = makeZip("behind.zip");
    expect(await readAll("nul.zip", Buffer.concat([zip, Buffer.alloc(40)]))).toEqual(whole);
    expect(
      await readAll("more.zip", Buffer.concat([zip, Buffer.from("signature of the sender ".repeat(3_000))])),
    ).toEqual(whole);
    run("sh", "-c", "echo a comment | zip -q -z behind.zip");
    expect(
      await readAll("comment.zip", Buffer.concat([readFileSync(path.join(place, "behind.zip")), Buffer.alloc(40)])),
    ).toEqual(whole);
  });

  test("stands behind a program, whose bytes are counted in its offsets or not", async () => {
    const zip = makeZip("plain.zip");
    const loose = Buffer.concat([stub, zip]);
    expect(await readAll("loose.run", loose)).toEqual(whole);
    expect(await readAll("both.run", Buffer.concat([loose, Buffer.alloc(40)]))).toEqual(whole);
    writeFileSync(path.join(place, "adjusted.run"), loose);
    chmodSync(path.join(place, "adjusted.run"), 0o755);
    run("zip", "-q", "-A", "adjusted.run");
    const adjusted = readFileSync(path.join(place, "adjusted.run"));
    expect(adjusted.equals(loose)).toBe(false);
    expect(await readAll("adjusted-again.run", adjusted)).toEqual(whole);
  });

  test("is of the large kind", async () => {
    run("zip", "-q", "-X", "-fz", "large.zip", ...files);
    const zip = readFileSync(path.join(place, "large.zip"));
    expect(await readAll("large.run", Buffer.concat([stub, zip, Buffer.alloc(40)]))).toEqual(whole);
  });

  test("what only looks like one is none", async () => {
    const end = makeZip("whole.zip").subarray(-22);
    await expect(extractSample(fixture, { name: "end.bin", bytes: Buffer.concat([stub, end]) })).rejects.toThrow(
      "archive/format",
    );
  });
});

describe.skipIf(!hasTool("tar"))("a tar that ends without saying so", () => {
  function makeTar(...options: string[]): Buffer {
    run("tar", "-cf", "whole.tar", ...options, ...files);
    return readFileSync(path.join(place, "whole.tar"));
  }
  /** 512 bytes of header and of content, then a header and 700 bytes, filled up to 1024. */
  const contentEnd = 512 + 512 + 512 + 700;

  test.each(["--format=gnu", "--format=ustar", "--format=v7"])("is read to its last entry: %s", async (format) => {
    const tar = makeTar(format);
    const paddingEnd = 512 + 512 + 512 + 1024;
    for (const end of [paddingEnd, contentEnd, contentEnd + 100, paddingEnd + 512, paddingEnd + 700])
      expect(await readAll(`cut-${end}.tar`, tar.subarray(0, end))).toEqual(whole);
  });

  test("is damaged where an entry is cut", async () => {
    const tar = makeTar("--format=gnu");
    for (const end of [contentEnd - 1, 512 + 512 + 100])
      await expect(extractSample(fixture, { name: `half-${end}.tar`, bytes: tar.subarray(0, end) })).rejects.toThrow(
        "archive/broken",
      );
  });
});
