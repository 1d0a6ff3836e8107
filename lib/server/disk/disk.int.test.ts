import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { DiskRow } from "@/lib/contracts/disk";
import type { Env } from "@/lib/server/base/env";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { loopProblem, makeLoop, type Loop } from "@/lib/server/process/loop-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { isAppError } from "@/lib/shared/errors";
import type { LiveMessage } from "@/lib/shared/live-rows";
import { applyLive } from "@/lib/shared/live-rows";
import { delegateOf } from "./delegate-fixture";
import { followDisks } from "./follow-disks";
import { checkFstab, getFstab, testFstabLine } from "./fstab";
import { listUsers } from "./list-users";
import { mountDevice } from "./mount-device";
import { getSmart } from "./smart";
import { remount, unmount } from "./unmount";

const problem = loopProblem();
if (problem !== null) console.warn(`skipped, disks: ${problem}`);

let fixture: TrashFixture;
let root: Ctx;
let other: Ctx;
let base: string;
const loops: Loop[] = [];
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
const mountsNow = () => parseMounts(readFileSync("/proc/self/mountinfo", "utf8"));
const placesOf = (device: string) => mountsNow().flatMap((one) => (one.source === device ? [one.place] : []));
const plain = { options: [], creates: false, covers: false };
const makeDisk = (label = "data") => {
  const loop = makeLoop();
  loops.push(loop);
  loop.format(label);
  return loop;
};

beforeAll(async () => {
  if (problem !== null) return;
  fixture = await makeTrashFixture();
  base = mkdtempSync(path.join(tmpdir(), "filedeck-disk-"));
  startAppOf({ env: { dataDir: path.join(base, "data") } as Env });
  root = { ...fixture.ctx, actor: actorOf("root", true), about: () => {} };
  other = delegateOf(fixture, { own: "/mnt" });
});
afterEach(async () => {
  if (problem !== null) return;
  const mounted = mountsNow().filter(
    ({ place, source }) => place.startsWith(base) || loops.some((one) => source.startsWith(one.path)),
  );
  for (const { place } of mounted.toReversed()) await runBriefly("/usr/bin/umount", ["-l", "--", place]);
  for (const loop of loops.splice(0)) loop.close();
});
afterAll(async () => {
  if (problem !== null) return;
  rmSync(base, { recursive: true });
  await fixture.close();
});

function follow() {
  const ending = new AbortController();
  const seen = { rows: new Map() as ReadonlyMap<string, DiskRow> };
  const over = followDisks({}, { ...root, signal: ending.signal }, {
    send: async (message: LiveMessage<DiskRow>) => void (seen.rows = applyLive(seen.rows, message)),
  } as never);
  return { seen, end: async () => (ending.abort(), over) };
}

if (problem === null) testDisks();

function testDisks(): void {
  test.each(["films", "-rf", "--help", 'a "b" c', "two\nlines", "oct\\040al", "-- x"])(
    "a disk is mounted at %j, told within three seconds, and unmounted",
    async (name) => {
      const { id, path: device } = makeDisk("a -rf");
      const place = path.join(base, name);
      const { seen, end } = follow();
      await vi.waitFor(
        () =>
          expect(seen.rows.get(id)).toMatchObject({
            label: "a -rf",
            fs_type: "ext4",
            mounts: [],
            size: 64 * 1024 ** 2,
          }),
        3_000,
      );
      await mountDevice({ device: id, place, ...plain, creates: true, options: ["noexec", "ro"] }, root);
      expect(mountsNow().find((one) => one.place === place)).toMatchObject({ source: device, isReadOnly: true });
      expect(mountsNow().find((one) => one.place === place)?.options).toContain("noexec");
      await vi.waitFor(
        () => expect(seen.rows.get(id)?.mounts).toMatchObject([{ place, is_read_only: true, is_needed: false }]),
        3_000,
      );
      const { blocks, bsize } = statfsSync(place);
      expect(seen.rows.get(id)?.space?.total).toBe(blocks * bsize);
      await remount({ place, read_only: false }, root);
      writeFileSync(path.join(place, "file"), "text");
      await unmount({ place, lazy: false }, root);
      expect(placesOf(device)).toEqual([]);
      await vi.waitFor(() => expect(seen.rows.get(id)).toMatchObject({ mounts: [], space: null }), 3_000);
      await end();
    },
  );

  test("what is mounted and unmounted by others is told as well", async () => {
    const { id, path: device } = makeDisk();
    const place = mkdtempSync(path.join(base, "by-hand-"));
    const { seen, end } = follow();
    await vi.waitFor(() => expect(seen.rows.get(id)).toBeDefined(), 3_000);
    await runBriefly("/usr/bin/mount", [device, place]);
    await vi.waitFor(() => expect(seen.rows.get(id)?.mounts).toMatchObject([{ place }]), 3_000);
    await runBriefly("/usr/bin/umount", [place]);
    await vi.waitFor(() => expect(seen.rows.get(id)?.mounts).toEqual([]), 3_000);
    await end();
  });

  test("a device that was empty is told when something is in it", async () => {
    makeLoop().close();
    const { seen, end } = follow();
    await vi.waitFor(() => expect(seen.rows.size).toBeGreaterThan(0), 3_000);
    const { id } = makeDisk();
    await vi.waitFor(() => expect(seen.rows.get(id)?.size).toBe(64 * 1024 ** 2), 4_000);
    await end();
  });

  test("partitions lie on their disk, where they begin and how large they are", async () => {
    const loop = makeLoop({ parts: [10, 20] });
    loops.push(loop);
    const { seen, end } = follow();
    await vi.waitFor(() => expect(seen.rows.get(`${loop.id}p2`)).toBeDefined(), 3_000);
    expect(seen.rows.get(`${loop.id}p1`)).toMatchObject({
      kind: "part",
      parents: [loop.id],
      size: 10 * 1024 ** 2,
      start: 1024 ** 2,
      number: 1,
    });
    expect(seen.rows.get(`${loop.id}p2`)).toMatchObject({ size: 20 * 1024 ** 2, start: 11 * 1024 ** 2, number: 2 });
    expect(seen.rows.get(loop.id)).toMatchObject({ kind: "loop", table: "dos", backing: loop.file });
    await end();
  });

  test("who uses a disk is said before, and it stays until they are gone, or until it is unmounted lazily", async () => {
    const { id, path: device } = makeDisk();
    const place = path.join(base, "used");
    await mountDevice({ device: id, place, ...plain, creates: true }, root);
    const child = spawn("/bin/sh", ["-c", 'exec 3> "open file"; echo ready; read line'], { cwd: place });
    await once(child.stdout, "data");
    const { users, isCut } = await listUsers({ place }, root).then(({ is_cut, ...rest }) => ({
      ...rest,
      isCut: is_cut,
    }));
    expect(isCut).toBe(false);
    expect(users).toMatchObject([{ pid: child.pid, use: "folder", user: "root", path: place, others: 1 }]);
    expect(users[0]?.command).toContain("/bin/sh -c");
    expect((await listUsers({ place }, other)).users).toMatchObject([{ pid: child.pid, path: null }]);
    expect(await keyOf(unmount({ place, lazy: false }, root))).toBe("disk/busy");
    expect(placesOf(device)).toEqual([place]);
    await unmount({ place, lazy: true }, root);
    expect(placesOf(device)).toEqual([]);
    child.kill();
    await once(child, "exit");
  });

  test("other mounts and images below a place use it too", async () => {
    const { id } = makeDisk();
    const place = path.join(base, "outer");
    await mountDevice({ device: id, place, ...plain, creates: true }, root);
    mkdirSync(path.join(place, "inner"));
    await runBriefly("/usr/bin/mount", ["-t", "tmpfs", "none", path.join(place, "inner")]);
    expect(await listUsers({ place }, root)).toMatchObject({
      mounts: [path.join(place, "inner")],
      loops: [],
      users: [],
    });
  });

  test("nothing is mounted over what the machine or Filedeck needs, nor through a link, nor over files", async () => {
    const { id, path: device } = makeDisk();
    const tryAt = (place: string, ctx = root) => keyOf(mountDevice({ device: id, place, ...plain }, ctx));
    for (const place of [
      "/",
      "/etc",
      "/etc/new",
      "/usr/local",
      "/var",
      "/var/lib",
      "/proc/1",
      "/run/x",
      "/boot",
      "/dev/shm",
      "/root/x",
    ])
      expect([place, await tryAt(place)]).toEqual([place, "disk/place-system"]);
    for (const place of [
      base,
      path.join(base, "data"),
      path.join(base, "data/inside"),
      process.cwd(),
      path.join(process.cwd(), "lib"),
    ])
      expect([place, await tryAt(place)]).toEqual([place, "disk/place-system"]);
    mkdirSync(path.join(base, "full/folder"), { recursive: true });
    symlinkSync("/etc", path.join(base, "link"));
    writeFileSync(path.join(base, "file"), "");
    expect(await tryAt(path.join(base, "full"))).toBe("disk/not-empty");
    expect(await tryAt(path.join(base, "link"))).toBe("disk/place-link");
    expect(await tryAt(path.join(base, "link/apt"))).toBe("disk/place-link");
    expect(await tryAt(path.join(base, "file"))).toBe("disk/not-folder");
    expect(await tryAt(path.join(base, "none"))).toBe("disk/not-folder");
    expect(await tryAt(path.join(base, "full/folder"), other)).toBe("disk/place-outside");
    expect(placesOf(device)).toEqual([]);
    expect(await keyOf(mountDevice({ device: "sdz99", place: path.join(base, "new"), ...plain }, root))).toBe(
      "disk/no-device",
    );
    await mountDevice({ device: id, place: path.join(base, "full"), ...plain, covers: true }, root);
    expect(await tryAt(path.join(base, "full"))).toBe("disk/place-taken");
  });

  test("who is no administrator mounts what is mounted nowhere, without set-user-id and devices, and keeps off the machine's disks", async () => {
    const { id, path: device } = makeDisk();
    const place = mkdtempSync("/mnt/filedeck-test-");
    try {
      await mountDevice({ device: id, place, ...plain }, other);
      expect(mountsNow().find((one) => one.place === place)?.options).toEqual(
        expect.arrayContaining(["nosuid", "nodev"]),
      );
      expect(await keyOf(mountDevice({ device: id, place: `${place}-2`, ...plain, creates: true }, other))).toBe(
        "disk/in-use",
      );
      expect(existsSync(`${place}-2`)).toBe(false);
      expect(await keyOf(getFstab({}, other))).toBe("auth/root-only");
      expect(await keyOf(testFstabLine({ line: `${device} /mnt/x ext4 defaults 0 0` }, other))).toBe("auth/root-only");
      for (const lazy of [false, true]) expect(await keyOf(unmount({ place: "/", lazy }, other))).toBe("disk/needed");
      expect(await keyOf(unmount({ place: "/proc", lazy: true }, root))).toBe("disk/needed");
      expect(await keyOf(remount({ place: "/", read_only: true }, root))).toBe("disk/needed");
      expect(await keyOf(unmount({ place: path.join(base, "nothing"), lazy: false }, root))).toBe("disk/not-mounted");
      await unmount({ place, lazy: false }, other);
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  test("a line is tried elsewhere than where it says, and nothing of it stays", async () => {
    const { path: device } = makeDisk();
    expect(
      await testFstabLine({ line: `${device} /mnt/a\\040b ext4 defaults,nofail,x-systemd.automount 0 2` }, root),
    ).toEqual({ outcome: "mounted", said: "" });
    expect(await testFstabLine({ line: `${device} /mnt/a xfs nofail 0 2` }, root)).toMatchObject({
      outcome: "failed",
      said: expect.stringMatching(/wrong fs type/),
    });
    expect(await testFstabLine({ line: "UUID=none-such /mnt/a ext4 nofail 0 2" }, root)).toMatchObject({
      outcome: "failed",
    });
    expect(await testFstabLine({ line: `${device} none swap sw 0 0` }, root)).toEqual({ outcome: "skipped", said: "" });
    expect(await keyOf(testFstabLine({ line: "one" }, root))).toBe("request/invalid");
    expect(placesOf(device)).toEqual([]);
    expect(existsSync("/mnt/a b")).toBe(false);
  });

  test("findmnt says what is wrong with a text, by the name of the file itself", async () => {
    expect(await checkFstab({ text: "tmpfs /tmp tmpfs defaults 0 0\n" }, root)).toEqual({
      messages: [],
      has_errors: false,
    });
    const { messages, has_errors } = await checkFstab(
      { text: "UUID=none-such /mnt/none-such ext4 defaults 0 2\nthis is\n" },
      root,
    );
    expect(has_errors).toBe(true);
    expect(messages.join("\n")).toMatch(/UUID=none-such[^]*\/etc\/fstab: parse error at line 2/);
  });

  test("loop devices have no SMART, and are no disks", async () => {
    const { id } = makeDisk();
    expect(await keyOf(getSmart({ device: id, fresh: true }, root))).toBe("disk/no-device");
  });
}
