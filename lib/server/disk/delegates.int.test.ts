import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import type { Env } from "@/lib/server/base/env";
import { createDiskReader } from "@/lib/server/machine/disks/read-disks";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { loopProblem, makeLoop, type Loop } from "@/lib/server/process/loop-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { delegateOf } from "./delegate-fixture";
import { mountDevice } from "./mount-device";
import { othersMounts } from "./others-mounts";
import { remount, unmount } from "./unmount";

const problem = loopProblem();
const hasBtrfs = existsSync("/usr/sbin/mkfs.btrfs") && /\bbtrfs$/m.test(readFileSync("/proc/filesystems", "utf8"));
if (problem !== null) console.warn(`skipped, what delegates mount: ${problem}`);
if (!hasBtrfs) console.warn("skipped, disks of a btrfs: the kernel or mkfs.btrfs is missing");

const run = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: "pipe" });
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
const placesBelow = (folder: string) =>
  parseMounts(readFileSync("/proc/self/mountinfo", "utf8")).flatMap(({ place }) =>
    place.startsWith(`${folder}/`) ? [place] : [],
  );

describe.skipIf(problem !== null)("who may mount disks and is no administrator", () => {
  let fixture: TrashFixture;
  let base: string;
  let [own, roots]: string[] = [];
  let mia: Ctx;
  let root: Ctx;
  let loops: Loop[] = [];

  beforeAll(async () => {
    fixture = await makeTrashFixture();
    startAppOf({ env: { dataDir: path.join(fixture.base, "data") } as Env }); // the rest is not asked for
    root = { ...fixture.ctx, actor: actorOf("root", true), about: () => {} };
  });
  beforeEach(() => {
    base = mkdtempSync("/mnt/filedeck-delegates-");
    [own, roots] = ["own", "roots"].map((name) => path.join(base, name));
    for (const folder of [own, roots]) mkdirSync(folder ?? "");
    mia = delegateOf(fixture, { own: own ?? "" });
  });
  afterEach(async () => {
    for (const place of placesBelow(base).toReversed()) await runBriefly("/usr/bin/umount", ["-l", "--", place]);
    for (const loop of loops.splice(0)) loop.close();
    rmSync(base, { recursive: true });
  });
  afterAll(() => fixture.close());

  const makeDisk = () => {
    const loop = makeLoop();
    loops = [...loops, loop];
    return loop;
  };
  const formatted = () => {
    const loop = makeDisk();
    loop.format("data");
    return loop;
  };
  const tryMount = (device: string, place = own ?? "", ctx = mia, creates = false) =>
    keyOf(mountDevice({ device, place, options: [], creates, covers: false }, ctx));

  test("does not get a disk that root unmounted lazily and still uses", async () => {
    const { id, path: device } = formatted();
    run("/usr/bin/mount", device, roots ?? "");
    writeFileSync(path.join(roots ?? "", "secret"), "root's");
    const file = openSync(path.join(roots ?? "", "secret"), "r");
    try {
      run("/usr/bin/umount", "--lazy", roots ?? "");
      expect(await tryMount(id)).toBe("disk/in-use");
      expect(await tryMount(id, path.join(own ?? "", "new"), mia, true)).toBe("disk/in-use");
      expect(existsSync(path.join(own ?? "", "new"))).toBe(false);
    } finally {
      closeSync(file);
    }
    // Then it is free.
    expect(await tryMount(id)).toBe("done");
  });

  test("does not get a disk whose mount is hidden by another one", async () => {
    const { id, path: device } = formatted();
    run("/usr/bin/mount", device, roots ?? "");
    run("/usr/bin/mount", "-t", "tmpfs", "none", roots ?? "");
    expect(await tryMount(id)).toBe("disk/in-use");
    run("/usr/bin/umount", roots ?? "");
  });

  test("does not get a disk that only another set of mounts has", async () => {
    const { id, path: device } = formatted();
    const child = spawn("/usr/bin/unshare", [
      "--mount",
      "--propagation=private",
      "sh",
      "-c",
      `mount ${device} ${roots} && echo ready && read line`,
    ]);
    const ended = once(child, "exit");
    await once(child.stdout, "data");
    expect(await tryMount(id)).toBe("disk/in-use");
    child.kill("SIGKILL");
    await ended;
  });

  test("does not get a copy of a file system that is in use", async () => {
    const [disk, copy] = [formatted(), makeDisk()];
    run("/usr/bin/dd", `if=${disk.path}`, `of=${copy.path}`, "bs=1M", "status=none");
    run("/usr/bin/mount", disk.path, roots ?? "");
    expect(await tryMount(copy.id)).toBe("disk/in-use");
    run("/usr/bin/umount", roots ?? "");
    expect(await tryMount(copy.id)).toBe("done");
  });

  const makeBtrfs = () => {
    const parts = [1, 2].map(() => {
      // Btrfs takes no less.
      const loop = makeDisk();
      run("/usr/bin/truncate", "-s", "256M", loop.file);
      run("/usr/sbin/losetup", "-c", loop.path);
      return loop;
    });
    run("/usr/sbin/mkfs.btrfs", "-q", "-f", "-d", "raid1", "-m", "raid1", ...parts.map((one) => one.path));
    return parts;
  };

  test.skipIf(!hasBtrfs)("does not get a btrfs by a disk that it misses", async () => {
    const [first, second] = makeBtrfs();
    run("/usr/bin/btrfs", "device", "scan", "--forget");
    run("/usr/sbin/losetup", "--detach", second?.path ?? "");
    run("/usr/bin/mount", "-o", "degraded", first?.path ?? "", roots ?? "");
    run("/usr/sbin/losetup", second?.path ?? "", second?.file ?? "");
    expect(await tryMount(second?.id ?? "")).toBe("disk/in-use");
    expect(placesBelow(base)).toEqual([roots]);
    run("/usr/bin/umount", roots ?? "");
  });

  test.skipIf(!hasBtrfs)("does not get a btrfs that is mounted, by whichever of its disks", async () => {
    const parts = makeBtrfs();
    run("/usr/bin/mount", parts[0]?.path ?? "", roots ?? "");
    const shown = await createDiskReader().read();
    for (const { id } of parts) {
      expect(shown.find((one) => one.id === id)?.mounts).toMatchObject([{ place: roots }]);
      expect(await tryMount(id)).toBe("disk/in-use");
    }
    expect(placesBelow(own ?? "")).toEqual([]);
    run("/usr/bin/umount", roots ?? "");
    expect(await tryMount(parts[1]?.id ?? "")).toBe("done");
    expect(await keyOf(unmount({ place: own ?? "", lazy: false }, mia))).toBe("done");
  });

  test("unmounts what they mounted, also after a start anew, and nothing of root's", async () => {
    const { id, path: device } = formatted();
    const change = async (ctx = mia) => ({
      lazy: await keyOf(unmount({ place: own ?? "", lazy: true }, ctx)),
      read: await keyOf(remount({ place: own ?? "", read_only: true }, ctx)),
      plain: await keyOf(unmount({ place: own ?? "", lazy: false }, ctx)),
    });
    run("/usr/bin/mount", device, own ?? "");
    expect(await change()).toEqual({ lazy: "auth/root-only", read: "disk/others-mount", plain: "disk/others-mount" });
    run("/usr/bin/umount", own ?? "");
    expect(await tryMount(id)).toBe("done");
    await othersMounts.load(fixture.ctx.db);
    // Nor do those who have no such folder.
    expect((await change(delegateOf(fixture, { own: roots ?? "" }))).plain).toBe("disk/place-not-own");
    expect(await change()).toEqual({ lazy: "auth/root-only", read: "done", plain: "done" });
    // The kernel gives root's the number that theirs had.
    run("/usr/bin/mount", device, own ?? "");
    expect((await change()).plain).toBe("disk/others-mount");
    await unmount({ place: own ?? "", lazy: true }, root);
    // What was theirs, and was unmounted by hand, is not theirs when root mounts it.
    expect(await tryMount(id)).toBe("done");
    run("/usr/bin/umount", own ?? "");
    run("/usr/bin/mount", device, own ?? "");
    expect((await change()).plain).toBe("disk/others-mount");
    run("/usr/bin/umount", own ?? "");
    run("/usr/bin/mount", "-t", "tmpfs", "none", own ?? "");
    expect((await change()).plain).toBe("disk/others-mount");
  });

  test("unmounts what fstab leaves to everybody, where it is a disk of that line", async () => {
    const { path: device } = formatted();
    const table = readFileSync("/etc/fstab");
    onTestFinished(() => writeFileSync("/etc/fstab", table));
    const tryUnmount = async (line: string, ...args: string[]) => {
      writeFileSync("/etc/fstab", `${table.toString("utf8").trimEnd()}\n${line}\n`);
      run("/usr/bin/mount", ...args, own ?? "");
      const key = await keyOf(unmount({ place: own ?? "", lazy: false }, mia));
      if (key !== "done") run("/usr/bin/umount", own ?? "");
      return key;
    };
    writeFileSync("/etc/fstab", `${table.toString("utf8").trimEnd()}\n${device} ${own} ext4 ro,noauto,user 0 0\n`);
    run("/usr/bin/mount", "-o", "ro", device, own ?? "");
    expect(await keyOf(remount({ place: own ?? "", read_only: false }, mia))).toBe("disk/others-mount");
    run("/usr/bin/umount", own ?? "");
    expect(await tryUnmount(`LABEL=data ${own} ext4 noauto,users 0 0`, device)).toBe("done");
    expect(await tryUnmount(`${device} ${own} ext4 noauto,user 0 0`, device)).toBe("done");
    expect(await tryUnmount(`${device} ${own} ext4 noauto,owner 0 0`, device)).toBe("disk/others-mount");
    expect(await tryUnmount(`${device} ${own} ext4 noauto,user 0 0`, "-t", "tmpfs", "none")).toBe("disk/others-mount");
    expect(await tryUnmount(`LABEL=other ${own} ext4 noauto,user 0 0`, device)).toBe("disk/others-mount");
  });

  test("does not have the kernel panic for an error that is on a disk", async () => {
    const { id, path: device } = formatted();
    run("/usr/sbin/tune2fs", "-e", "panic", "-E", "mount_opts=errors=panic", device);
    expect(await tryMount(id)).toBe("done");
    for (const read_only of [true, false]) await remount({ place: own ?? "", read_only }, mia);
    expect(readFileSync(`/proc/fs/ext4/${id}/options`, "utf8")).toMatch(/^errors=remount-ro$/m);
  });

  test("mounts at no folder that others have", async () => {
    const { id } = formatted();
    const [toms, shared] = [path.join(base, "tom"), path.join(own ?? "", "shared")];
    for (const folder of [path.join(toms, "incoming"), shared]) mkdirSync(folder, { recursive: true });
    expect(await tryMount(id, path.join(toms, "incoming"))).toBe("disk/place-not-own");
    expect(await tryMount(id, path.join(toms, "made/deep"), mia, true)).toBe("disk/place-not-own");
    expect(existsSync(path.join(toms, "made"))).toBe(false);
    const tryWith = (limits: { readOnlyDirs?: string[]; denyDirs?: string[] }, place: string) =>
      tryMount(id, place, delegateOf(fixture, { own: own ?? "", ...limits }), true);
    // Of those who have what is theirs alone in the middle of mia's, nothing is covered either.
    expect(await tryWith({ denyDirs: [path.join(shared, "tom")] }, shared)).toBe("disk/place-not-own");
    expect(await tryWith({ readOnlyDirs: [path.join(shared, "tom")] }, shared)).toBe("disk/place-not-own");
    expect(await tryWith({ denyDirs: [shared] }, path.join(shared, "made"))).toBe("disk/place-not-own");
    expect(await tryWith({ readOnlyDirs: [shared] }, shared)).toBe("disk/place-not-own");
    expect(await tryWith({}, path.join(own ?? "", ".filedeck-trash/tom"))).toBe("disk/place-not-own");
    // A folder in which only one that is not there yet is mia's is made by nobody.
    const within = delegateOf(fixture, { own: path.join(toms, "new/mia") });
    expect(await tryMount(id, path.join(toms, "new/mia"), within, true)).toBe("disk/place-not-own");
    expect(placesBelow(base)).toEqual([]);
    expect(await tryWith({ denyDirs: [path.join(own ?? "", "other")] }, path.join(shared, "made/deep"))).toBe("done");
  });
});
