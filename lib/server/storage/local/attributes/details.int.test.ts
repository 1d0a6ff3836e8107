import { linkSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

/** On ext4 the links of a folder are its folders; on tmpfs, XFS and Btrfs its size is that of the names in it. */
test.each([tmpdir(), "/dev/shm"])(
  "a folder in %s tells by no figure how many denied ones are in it",
  async (parent) => {
    const fixture = await makeLocalFixture(parent);
    onTestFinished(fixture.close);
    const { root } = fixture;
    const names = ["h1", "h2", "h3", "h4"].map((name) => `a/${name}`);
    mkdirSync(`${root}/a/seen`, { recursive: true });
    writeFileSync(`${root}/file`, "12345");
    linkSync(`${root}/file`, `${root}/again`);
    const storage = fixture.limited({ accessDirs: [""], denyDirs: names });
    const seen = async () => {
      utimesSync(`${root}/a`, 1_700_000_000, 1_700_000_000);
      const { sizeBytes, allocatedBytes, links } = await storage.details(at("a"));
      return { sizeBytes, allocatedBytes, links, etag: (await storage.stat(at("a"))).etag };
    };
    const before = await seen();
    for (const name of names) mkdirSync(`${root}/${name}`);
    expect(statSync(`${root}/a`).nlink).toBe(7);
    expect(await seen()).toEqual(before);
    expect(before).toMatchObject({ sizeBytes: 0, allocatedBytes: 0, links: 1 });
    expect(await storage.details(at("file"))).toMatchObject({ sizeBytes: 5, links: 2 });
  },
);
