import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filled } from "@/lib/server/storage/holes";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import type { VirtualPath } from "@/lib/shared/paths";
import { createLeftOut } from "./left-out";
import { openArchive } from "./open-archive";
import { walkEntries } from "./walk-entries";
import { writeTar } from "./write-tar";
import { writeZip } from "./write-zip";

const { signal } = new AbortController();
const name = "Not in this archive.txt";

test.each([
  ["zip", "box", "Links and special files that were left out:\n\nbox/a?b\nbox/sub/link\n"],
  ["tar", "box", "Links and special files that were left out:\n\nbox/a?b\nbox/sub/link\n"],
  ["zip", "box/sub/all", undefined],
  ["tar", "box/sub/all", undefined],
] as const)(
  "a downloaded %s of %s names what it does not hold, without where that leads to",
  async (format, of, text) => {
    const fixture = await makeLocalFixture();
    onTestFinished(() => fixture.close());
    mkdirSync(path.join(fixture.root, "box/sub/all"), { recursive: true });
    writeFileSync(path.join(fixture.root, "box/sub/all/a.txt"), "here");
    symlinkSync("/etc/passwd", path.join(fixture.root, "box/sub/link"));
    symlinkSync("/nowhere", path.join(fixture.root, "box/a\nb"));
    const groups = walkEntries(fixture.storage, [`r/${of}` as VirtualPath], {
      signal,
      isUtf8Only: format === "zip",
    });
    const packing = { groups, storage: fixture.storage, onRead: () => {}, onPacked: () => {}, ...createLeftOut() };
    const bytes = format === "zip" ? writeZip(packing, { level: 1 }) : writeTar(packing);
    const made = `made.${format}`;
    await fixture.storage.write(`r/${made}` as VirtualPath, bytes, { conflict: "fail" });

    const file = await fixture.storage.open(`r/${made}` as VirtualPath);
    const found = new Map<string, string>();
    try {
      const archive = await openArchive(file, { holder: "mia", name: made, signal });
      for await (const entry of archive.entries(({ kind }) => kind === "file")) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of filled(await entry.stream())) chunks.push(chunk);
        found.set(entry.path, Buffer.concat(chunks).toString());
      }
    } finally {
      await file.close();
    }
    expect(found.get(name)).toBe(text);
    expect([...found.keys()].filter((one) => one.endsWith("a.txt"))).toHaveLength(1);
  },
);
