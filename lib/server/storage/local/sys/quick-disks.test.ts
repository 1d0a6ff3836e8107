import fs, { readFileSync, statSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { patient } from "@/lib/server/base/patient";
import { areQuick, callSync, mayCallSync, devicesOfTypes, timed } from "./quick-disks";

const line = (type: string) => `36 35 98:0 / /mnt rw,noatime master:1 - ${type} /dev/root rw`;
const ssd = { name: "nvme0n1", rotational: "0\n", size: "100\n" };

it.each([
  ["local disks and memory", ["ext4", "tmpfs", "proc"], [ssd], true],
  ["a network mount anywhere", ["ext4", "nfs4"], [ssd], false],
  ["FUSE", ["ext4", "fuse.sshfs"], [ssd], false],
  ["an automount", ["ext4", "autofs"], [ssd], false],
  ["a disk that turns", ["ext4"], [ssd, { name: "sda", rotational: "1\n", size: "5\n" }], false],
  ["an empty drive", ["ext4"], [ssd, { name: "sdb", rotational: "1\n", size: "0\n" }], true],
  [
    "a virtual disk, which always says that it turns",
    ["ext4"],
    [{ name: "vda", rotational: "1\n", size: "5\n" }],
    true,
  ],
  ["nothing known", [], [], false],
])("%s", (_, types, disks, expected) => {
  expect(areQuick({ mountinfo: types.map(line).join("\n"), disks })).toBe(expected);
});

it("knows the devices in memory as stat names them", () => {
  const devices = devicesOfTypes(readFileSync("/proc/self/mountinfo", "utf8"), new Set(["tmpfs", "ramfs"]));
  expect(devices.has(statSync("/dev/shm").dev)).toBe(true);
  expect(devices.has(statSync("/proc").dev)).toBe(false);
});

it("takes a call that hung for the disk's fault, but not the time that others had the processor", () => {
  let [nowMs, waitedMs] = [1e9, 0];
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  vi.spyOn(fs, "readdirSync").mockReturnValue([]);
  vi.spyOn(fs, "readFileSync").mockImplementation((file) =>
    String(file).endsWith("schedstat") ? `1 ${waitedMs * 1e6} 1\n` : line("ext4"),
  );
  const takes = (ms: number) => timed(() => (nowMs += ms));
  expect(mayCallSync()).toBe(true);
  waitedMs += patient(295);
  takes(patient(300));
  expect(mayCallSync()).toBe(true);
  takes(patient(300));
  expect(mayCallSync()).toBe(false);
  vi.restoreAllMocks();
});

it("lets others in between calls that find everything ready", async () => {
  const turns = { count: 0, isOver: false };
  const turned = () => {
    turns.count++;
    if (!turns.isOver) setImmediate(turned);
  };
  setImmediate(turned);
  const until = performance.now() + 10_000;
  while (turns.count <= 10 && performance.now() < until) await callSync(() => statSync("/"));
  turns.isOver = true;
  expect(turns.count).toBeGreaterThan(10);
});
