import { spawn } from "node:child_process";
import { once } from "node:events";
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
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import type { Env } from "@/lib/server/base/env";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { btrfsProblem, loopProblem, makeLoop, type Loop } from "@/lib/server/process/loop-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { spawnChild } from "@/lib/server/process/spawn-child";
import { swapForLinks } from "@/lib/server/process/swap-fixture";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { delegateOf } from "./delegate-fixture";
import { mountDevice } from "./mount-device";
import { remount } from "./unmount";

/** They end at any moment of what looks at them. */
const sandboxSeconds = ["1", ...Array.from({ length: 10 }, (_, step) => String(0.1 + step * 0.02))];

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
    other = delegateOf(fixture, { own: base });
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
      await stopSwapping();
      watch.kill("SIGKILL");
    }
    expect(readFileSync(seen, "utf8")).toBe("");
    expect(readdirSync(neighbor)).toEqual(["disk"]);
    // For a moment there is neither the folder nor a link, and what is looked for twice may have come between.
    const meant = new Set(["mounted", "disk/place-link", "disk/not-folder", "disk/place-not-own"]);
    expect([...outcomes].filter((key) => !meant.has(key))).toEqual([]);
  });

  /** Of what makes the folder another as soon as something is mounted below it; for ten seconds at most. */
  const mover = `const { readFileSync, renameSync } = require("node:fs"); const [from, to] = process.argv.slice(1);
    const isMounted = () => readFileSync("/proc/self/mountinfo", "latin1").includes(" " + from + "/disk ");
    for (const end = Date.now() + 10_000; Date.now() < end;) if (isMounted()) { renameSync(from, to); break; }`;

  test.skipIf(btrfsProblem() !== null)(
    "a btrfs whose folder is moved away while it is mounted is taken back",
    async () => {
      const disk = makeLoop();
      const mounted = () =>
        parseMounts(readFileSync("/proc/self/mountinfo", "utf8")).filter(({ source }) => source === disk.path);
      try {
        disk.format("moved", "btrfs");
        let outcome = "mounted";
        // Until it is moved before anybody has looked.
        for (let turn = 0; turn < 20 && outcome !== "disk/place-link"; turn++) {
          const [from, to] = [path.join(base, `from-${turn}`), path.join(base, `to-${turn}`)];
          mkdirSync(path.join(from, "disk"), { recursive: true });
          const moves = spawnChild(process.execPath, ["-e", mover, from, to]);
          const moved = once(moves, "exit");
          outcome = await mountDevice(
            { device: disk.id, place: path.join(from, "disk"), ...wanted, creates: false },
            other,
          ).then(
            () => "mounted",
            (error: unknown) => (isAppError(error) ? error.key : String(error)),
          );
          await moved;
          if (outcome !== "disk/place-link") await runBriefly("/usr/bin/umount", ["--", path.join(to, "disk")]);
        }
        expect([outcome, mounted()]).toEqual(["disk/place-link", []]);
      } finally {
        for (const { place } of mounted()) await runBriefly("/usr/bin/umount", ["--", place]);
        disk.close();
      }
    },
    60_000,
  );

  test("a disk that was unmounted a moment ago is free, though a sandbox that starts has a copy of all mounts", async () => {
    const place = path.join(base, "copied");
    await mountDevice({ device: loop.id, place, ...wanted }, other);
    for (const seconds of sandboxSeconds) {
      const sandbox = spawn("/usr/bin/unshare", ["--mount", "sleep", seconds], { stdio: "ignore" });
      try {
        await vi.waitFor(() => expect(readFileSync(`/proc/${sandbox.pid}/comm`, "utf8")).toBe("sleep\n"));
      } finally {
        await runBriefly("/usr/bin/umount", ["--", place]);
      }
      await expect(mountDevice({ device: loop.id, place, ...wanted }, other)).resolves.toEqual({});
    }
    await runBriefly("/usr/bin/umount", ["--", place]);
  });

  test("what is mounted and unmounted elsewhere meanwhile is not taken for it", async () => {
    const [busy, place] = [path.join(base, "busy"), path.join(base, "beside")];
    mkdirSync(busy, { recursive: true });
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
