import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderSpace } from "@/lib/server/file/folder-space";
import { createDiskReader } from "@/lib/server/machine/disks/read-disks";
import { createSurroundings } from "@/lib/server/metrics/look-around";
import { loopProblem, makeLoop } from "@/lib/server/process/loop-fixture";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { metricKey } from "@/lib/shared/metrics";
import { usedOf, usedShare } from "@/lib/shared/volume-use";

const problem = loopProblem();
if (problem !== null) console.warn(`skipped, room as df counts it: ${problem}`);

if (problem === null) testRoom();

function testRoom(): void {
  test("the file list, the dashboard, and the disks tell of a volume what df does", async () => {
    const place = mkdtempSync(path.join(tmpdir(), "filedeck-df-"));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const loop = makeLoop();
    onTestFinished(() => loop.close());
    loop.format("data");
    execFileSync("/usr/sbin/tune2fs", ["-m", "5", loop.path]);
    execFileSync("/usr/bin/mount", [loop.path, place]);
    onTestFinished(() => void execFileSync("/usr/bin/umount", [place]));
    writeFileSync(path.join(place, "film"), Buffer.alloc(30 * 1024 * 1024, 1));
    execFileSync("/usr/bin/sync", ["-f", place]);

    const [, line = ""] = execFileSync("/usr/bin/df", ["-B1", "--output=size,used,avail,pcent", place], {
      encoding: "utf8",
    }).split("\n");
    const [total = 0, used = 0, available = 0, percent = 0] = line
      .split(/[\s%]+/)
      .filter(Boolean)
      .map(Number);
    expect(total - used - available).toBeGreaterThan(total * 0.04);

    const fixture = await makeLocalFixture();
    onTestFinished(fixture.close);
    const storage = fixture.storageOf(null, place);
    const space = await folderSpace({ path: at("") }, { storage } as Parameters<typeof folderSpace>[1]);
    expect(space).toMatchObject({ total, used, available });
    expect(usedShare(space)).toBe(percent / 100);

    const volumes = await createDiskReader().read();
    const known = volumes.find(({ mounts }) => mounts.some((one) => one.place === place))?.known?.space;
    expect(known).toMatchObject({ totalBytes: total, availableBytes: available });
    expect(usedOf({ total, free: known?.freeBytes ?? 0 })).toBe(used);

    const { machine, figures } = await createSurroundings()(true);
    expect(machine.fileSystems.find((one) => one.place === place)).toMatchObject({
      totalBytes: total,
      availableBytes: available,
    });
    expect(figures[metricKey("fs", "used", place)]).toBe(percent / 100);
  });
}
