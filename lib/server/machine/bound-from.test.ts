import { expect, it } from "vitest";
import { isSamePlace } from "./bound-from";
import { parseMounts } from "./parse-mounts";

const ours = parseMounts(`27 1 8:1 / / rw - ext4 /dev/sda1 rw
28 27 8:2 /data /srv rw - ext4 /dev/sdb1 rw
29 28 0:50 / /srv/nas rw - nfs4 server:/x rw`);
const container = `40 30 0:60 / / rw - overlay overlay rw
`;

it.each([
  ["a folder of the disk", "/home/mia", "41 40 8:1 /home/mia /data rw - ext4 /dev/sda1 rw", true],
  ["one of a disk of which a part is mounted", "/srv/mia", "41 40 8:2 /data/mia /data rw - ext4 /dev/sdb1 rw", true],
  ["all of what is mounted", "/srv", "41 40 8:2 /data /data rw - ext4 /dev/sdb1 rw", true],
  ["a share", "/srv/nas", "41 40 0:50 / /data rw - nfs4 server:/x rw", true],
  ["a folder of a share", "/srv/nas/a", "41 40 0:50 /a /data rw - nfs4 server:/x rw", true],
  ["another folder", "/home/mia", "41 40 8:1 /home/noah /data rw - ext4 /dev/sda1 rw", false],
  ["one that was renamed", "/home/mia", "41 40 8:1 /home/old /data rw - ext4 /dev/sda1 rw", false],
  ["one of another disk", "/home/mia", "41 40 8:2 /home/mia /data rw - ext4 /dev/sdb1 rw", false],
  ["what a mount covers here", "/srv/nas/a", "41 40 8:2 /data/nas/a /data rw - ext4 /dev/sdb1 rw", false],
  ["what is mounted elsewhere", "/home/mia", "41 40 8:1 /home/mia /other rw - ext4 /dev/sda1 rw", false],
  [
    "what another covers there",
    "/home/mia",
    "41 40 8:1 /home/mia /data rw - ext4 /dev/sda1 rw\n42 41 0:61 / /data rw - tmpfs x rw",
    false,
  ],
])("%s", (_, source, lines, expected) => {
  expect(isSamePlace({ source, destination: "/data" }, { ours, theirs: parseMounts(container + lines) })).toBe(
    expected,
  );
});

it("knows what covers the folder above it, and what was there before", () => {
  const [below, bound] = [
    "41 40 0:61 / /data rw - tmpfs x rw\n",
    "42 41 8:1 /home/mia /data/sub rw - ext4 /dev/sda1 rw\n",
  ];
  const isSame = (lines: string) =>
    isSamePlace({ source: "/home/mia", destination: "/data/sub" }, { ours, theirs: parseMounts(container + lines) });
  expect([isSame(below + bound), isSame(bound + below)]).toEqual([true, false]);
});
