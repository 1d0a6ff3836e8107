import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import type { Env } from "@/lib/server/base/env";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { loopProblem, makeLoop, type Loop } from "@/lib/server/process/loop-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { swapForLinks } from "@/lib/server/process/swap-fixture";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { mountDevice } from "./mount-device";
import { remount } from "./unmount";

const problem = loopProblem();
if (problem !== null) console.warn(`skipped, mounts of others than administrators: ${problem}`);

describe.skipIf(problem !== null)("mounts of others than administrators", () => {
  let fixture: TrashFixture;
  let other: Ctx;
  let loop: Loop;
  let base: string;
  const wanted = { options: [], creates: true, covers: false };

  beforeAll(async () => {
    fixture = await makeTrashFixture();
    base = mkdtempSync("/mnt/filedeck-guards-");
    startAppOf({ env: { dataDir: path.join(fixture.base, "data") } as Env });
    other = { ...fixture.ctx, actor: { ...actorOf("mia"), isRoot: false }, about: () => {} };
    loop = makeLoop();
    loop.format("data");
  });
  afterAll(async () => {
    await runBriefly("/usr/bin/umount", ["-l", "--", path.join(base, "disk")]);
    loop.close();
    rmSync(base, { recursive: true });
    await fixture.close();
  });

  test("no folder is made behind a link", async () => {
    symlinkSync(fixture.base, path.join(base, "link"));
    const mounting = mountDevice({ device: loop.id, place: path.join(base, "link/made/it"), ...wanted }, other);
    await expect(mounting).rejects.toMatchObject({ key: "disk/place-link" });
    expect(existsSync(path.join(fixture.base, "made"))).toBe(false);
  });

  test("a folder above that is swapped for a link again and again leads nowhere else, not even for a moment", async () => {
    const [own, neighbor] = [path.join(base, "own"), path.join(base, "neighbor")];
    for (const folder of [own, neighbor]) mkdirSync(path.join(folder, "disk"), { recursive: true });
    const seen = path.join(fixture.base, "seen");
    const watch = spawn("/bin/sh", [
      "-c",
      `while :; do grep -F "$1" /proc/self/mountinfo; done >"$2"`,
      "sh",
      neighbor,
      seen,
    ]);
    const stopSwapping = swapForLinks(own, neighbor);
    const outcomes = new Set<string>();
    try {
      for (let turn = 0; turn < 25; turn++) {
        const mounting = mountDevice(
          { device: loop.id, place: path.join(own, "disk"), ...wanted, creates: false },
          other,
        );
        outcomes.add(
          await mounting.then(
            () => "mounted",
            (error: unknown) => (isAppError(error) ? error.key : String(error)),
          ),
        );
        while (parseMounts(readFileSync("/proc/self/mountinfo", "utf8")).some((mount) => mount.place.startsWith(base)))
          for (const folder of [own, `${own}.kept`])
            await runBriefly("/usr/bin/umount", ["--", path.join(folder, "disk")]);
      }
    } finally {
      stopSwapping();
      watch.kill("SIGKILL");
    }
    expect(readFileSync(seen, "utf8")).toBe("");
    expect(readdirSync(neighbor)).toEqual(["disk"]);
    // For a moment there is neither the folder nor a link.
    const meant = new Set(["mounted", "disk/place-link", "disk/not-folder"]);
    expect([...outcomes].filter((key) => !meant.has(key))).toEqual([]);
  }, 60_000);

  test("what is mounted and unmounted elsewhere meanwhile is not taken for it", async () => {
    const [busy, place] = [path.join(base, "busy"), path.join(base, "beside")];
    mkdirSync(busy);
    const again = 'while mount -t tmpfs -- none "$1"; do umount -- "$1"; done';
    const churn = spawn("/bin/sh", ["-c", again, "sh", busy], { stdio: "ignore" });
    const ended = new Promise((resolve) => churn.once("exit", resolve));
    try {
      for (let turn = 0; turn < 15; turn++) {
        await expect(mountDevice({ device: loop.id, place, ...wanted }, other)).resolves.toEqual({});
        await runBriefly("/usr/bin/umount", ["--", place]);
      }
    } finally {
      churn.kill("SIGKILL");
      await ended;
      await runBriefly("/usr/bin/umount", ["-l", "--", busy]);
    }
  });

  test("a mount that becomes read-only or writable keeps out what it kept out, whatever fstab has about its place", async () => {
    const place = path.join(base, "disk");
    await mountDevice({ device: loop.id, place, ...wanted }, other);
    const table = readFileSync("/etc/fstab");
    try {
      writeFileSync("/etc/fstab", `\n${loop.path} ${place} ext4 defaults,noauto 0 0\n`, { flag: "a" });
      for (const read_only of [true, false]) await remount({ place, read_only }, other);
    } finally {
      writeFileSync("/etc/fstab", table);
    }
    const found = parseMounts(readFileSync("/proc/self/mountinfo", "utf8")).find((one) => one.place === place);
    expect(found?.options).toEqual(expect.arrayContaining(["rw", "nosuid", "nodev"]));
  });
});
