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

/** Listed and unpacked alike, with nothing refused. */
async function expectWhole(name: string, bytes: Buffer): Promise<void> {
  const { listed, failures, read } = await extractSample(fixture, { name, bytes });
  expect([namesOf(listed).sort(), failures]).toEqual([files, []]);
  expect([read("box/a.txt"), read("box/b.txt")]).toEqual(["first\n", "second ".repeat(100)]);
}

describe.skipIf(!hasTool("zip"))("a zip that is not alone in its file", () => {
  const stub = Buffer.from('#!/bin/sh\nexec unzip -o "$0"\nexit 0\n');
  function makeZip(name: string, ...options: string[]): Buffer {
    run("zip", "-q", "-X", ...options, name, ...files);
    return readFileSync(path.join(place, name));
  }

  test("has bytes behind its end", async () => {
    const zip = makeZip("behind.zip");
    await expectWhole("nul.zip", Buffer.concat([zip, Buffer.alloc(40)]));
    await expectWhole("more.zip", Buffer.concat([zip, Buffer.from("signature of the sender ".repeat(3_000))]));
    run("sh", "-c", "echo a comment | zip -q -z behind.zip");
    await expectWhole("comment.zip", Buffer.concat([readFileSync(path.join(place, "behind.zip")), Buffer.alloc(40)]));
  });

  test("stands behind a program, whose bytes are counted in its offsets or not", async () => {
    const zip = makeZip("plain.zip");
    const loose = Buffer.concat([stub, zip]);
    await expectWhole("loose.run", loose);
    await expectWhole("both.run", Buffer.concat([loose, Buffer.alloc(40)]));
    writeFileSync(path.join(place, "adjusted.run"), loose);
    chmodSync(path.join(place, "adjusted.run"), 0o755);
    run("zip", "-q", "-A", "adjusted.run");
    const adjusted = readFileSync(path.join(place, "adjusted.run"));
    expect(adjusted.equals(loose)).toBe(false);
    await expectWhole("adjusted-again.run", adjusted);
  });

  test("is of the large kind", async () => {
    run("zip", "-q", "-X", "-fz", "large.zip", ...files);
    const zip = readFileSync(path.join(place, "large.zip"));
    await expectWhole("large.run", Buffer.concat([stub, zip, Buffer.alloc(40)]));
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
      await expectWhole(`cut-${end}.tar`, tar.subarray(0, end));
  });

  test("is damaged where an entry is cut", async () => {
    const tar = makeTar("--format=gnu");
    for (const end of [contentEnd - 1, 512 + 512 + 100])
      await expect(extractSample(fixture, { name: `half-${end}.tar`, bytes: tar.subarray(0, end) })).rejects.toThrow(
        "archive/broken",
      );
  });
});
