import { expect, test } from "vitest";
import type { DiskRow } from "@/lib/contracts/disk";
import { arrange, segmentsOf, spaceRowOf, shareOf, type Branch } from "./arrange";

const gib = 1024 ** 3;
const row = (id: string, more: Partial<DiskRow> = {}): DiskRow => ({
  id,
  parents: [],
  kind: "disk",
  type: "disk",
  path: `/dev/${id}`,
  size: 100 * gib,
  start: null,
  number: null,
  model: null,
  serial: null,
  transport: null,
  is_rotating: false,
  is_removable: false,
  is_read_only: false,
  fs_type: null,
  label: null,
  uuid: null,
  part_label: null,
  part_uuid: null,
  table: null,
  mounts: [],
  is_swap: false,
  space: null,
  is_answering: true,
  folder: null,
  backing: null,
  raid: null,
  ...more,
});
const part = (id: string, parent: string, [start, size]: [number, number], more: Partial<DiskRow> = {}) =>
  row(id, { kind: "part", parents: [parent], start: start * gib, size: size * gib, ...more });
const space = { total: 100, free: 30, available: 20 };
const rows = [
  row("sdb"),
  row("sda", { table: "gpt" }),
  part("sda10", "sda", [60, 20]),
  part("sda2", "sda", [1, 49], { fs_type: "crypto_LUKS" }),
  row("dm-0", { kind: "crypt", parents: ["sda2"], space }),
  part("sdb1", "sdb", [0.001, 99]),
  row("md0", { kind: "raid", parents: ["sda10", "sdb1"] }),
  row("dm-1", { kind: "lvm", parents: ["md0"] }),
  row("loop0", { kind: "loop" }),
  row("fs:0:7", { kind: "remote", path: "nas:/x" }),
];
const tree = (branches: readonly Branch[]): unknown =>
  branches.map(({ row: { id }, isElsewhere, children }) =>
    isElsewhere ? `→${id}` : children.length === 0 ? id : [id, tree(children)],
  );
const arranged = arrange(new Map(rows.map((one) => [one.id, one])));

test("each disk has what is made of it, and what is made of several has a card of its own", () => {
  expect(tree(arranged.disks)).toEqual([
    [
      "sda",
      [
        ["sda2", ["dm-0"]],
        ["sda10", ["→md0"]],
      ],
    ],
    ["sdb", [["sdb1", ["→md0"]]]],
  ]);
  expect(tree(arranged.arrays)).toEqual([["md0", ["dm-1"]]]);
  expect(tree(arranged.images)).toEqual(["loop0"]);
  expect(arranged.remote.map(({ id }) => id)).toEqual(["fs:0:7"]);
});

test("an image of which something is mounted stands with the disks, but for those of programs", () => {
  const mounts = [{ place: "/srv/x", root: "/", is_read_only: false, options: [], is_needed: false }];
  const images = [
    row("loop0", { kind: "loop" }),
    row("loop1", { kind: "loop", fs_type: "ext4", mounts }),
    row("loop2", { kind: "loop", fs_type: "squashfs", mounts }),
    row("loop3", { kind: "loop" }),
    part("loop3p1", "loop3", [1, 2], { fs_type: "ext4", mounts }),
    row("loop4", { kind: "loop", is_swap: true }),
    row("vda"),
  ];
  const found = arrange(new Map(images.map((one) => [one.id, one])));
  expect(tree(found.disks)).toEqual(["vda", "loop1", ["loop3", ["loop3p1"]], "loop4"]);
  expect(tree(found.images)).toEqual(["loop0", "loop2"]);
});

test("the picture has what lies between the partitions, but for a few sectors", () => {
  const shown = (id: string) =>
    segmentsOf(
      arranged.disks.find((one) => one.row.id === id) ?? { row: row("none"), isElsewhere: false, children: [] },
    ).map((segment) => `${segment.row?.id ?? "free"} ${segment.bytes / gib}`);
  expect(shown("sda")).toEqual(["free 1", "sda2 49", "free 10", "sda10 20", "free 20"]);
  expect(shown("sdb")).toEqual(["sdb1 99", `free ${100 - 99.001}`]);
  const extended = {
    row: row("sdc"),
    isElsewhere: false,
    children: [part("sdc1", "sdc", [1, 1024 / gib])].map((one) => ({ row: one, isElsewhere: false, children: [] })),
  };
  expect(segmentsOf(extended).map((segment) => segment.row)).toEqual([null, null]);
});

test("a disk without partitions is one piece, or none", () => {
  const whole = (more: Partial<DiskRow>) => segmentsOf({ row: row("sdx", more), isElsewhere: false, children: [] });
  expect(whole({ fs_type: "ext4" })).toMatchObject([{ row: { id: "sdx" }, bytes: 100 * gib }]);
  expect(whole({})).toEqual([{ row: null, bytes: 100 * gib }]);
});

test("an encrypted partition is as full as what is in it, and what is kept for root counts as neither", () => {
  const [sda2] = arranged.disks[0]?.children ?? [];
  expect(sda2 === undefined ? null : spaceRowOf(sda2).id).toBe("dm-0");
  expect(shareOf({ space })).toBe(0.78);
  expect(shareOf({ space: null })).toBeNull();
  expect(shareOf({ space: { total: 0, free: 0, available: 0 } })).toBeNull();
});
