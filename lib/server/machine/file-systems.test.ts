import { expect, test } from "vitest";
import { pickFileSystems } from "./file-systems";
import { parseMounts } from "./parse-mounts";

const placesOf = (text: string) => pickFileSystems(parseMounts(text)).map(({ place }) => place);

test("a host: its disks and shares, each once, and nothing of containers, memory and images", () => {
  const host = `22 27 0:21 / /proc rw,relatime - proc proc rw
25 27 0:23 / /dev/shm rw - tmpfs tmpfs rw,size=24684096k
27 1 259:2 / / rw,relatime - ext4 /dev/nvme0n1p2 rw
28 27 259:1 / /boot/efi rw - vfat /dev/nvme0n1p1 rw
30 27 8:17 / /mnt/my\\040disk ro,relatime - xfs /dev/sdb1 rw
31 27 8:17 /movies /srv/movies rw - xfs /dev/sdb1 rw
32 27 0:45 /@ /pool rw - btrfs /dev/sdc rw
33 27 0:45 / /pool/all rw - btrfs /dev/sdc rw
34 27 0:61 / /var/lib/docker/overlay2/3f/merged rw - overlay overlay rw
35 27 7:3 / /snap/core/1 ro - squashfs /dev/loop3 ro
36 27 7:4 / /mnt/image rw - ext4 /dev/loop4 rw
41 27 7:5 / /mnt/disc ro - ext4 /dev/loop5 ro
37 27 0:70 / /mnt/nas rw - nfs4 nas:/export rw
38 27 0:71 / /var/lib/lxcfs rw - fuse.lxcfs lxcfs rw
39 27 0:72 / /mnt/sshfs rw - fuse.sshfs me@there:/ rw
40 27 0:80 / /run/user/1000 rw - tmpfs tmpfs rw
`;
  expect(placesOf(host)).toEqual([
    "/",
    "/boot/efi",
    "/mnt/image",
    "/mnt/my disk",
    "/mnt/nas",
    "/mnt/sshfs",
    "/pool/all",
  ]);
  const systems = pickFileSystems(parseMounts(host));
  expect(systems.filter(({ isRemote }) => isRemote).map(({ source }) => source)).toEqual(["nas:/export", "me@there:/"]);
  expect(systems.find(({ place }) => place === "/mnt/my disk")).toMatchObject({
    isReadOnly: true,
    source: "/dev/sdb1",
  });
});

test("a container: what it stands on, and what it was given", () => {
  const container = `600 500 0:61 / / rw - overlay overlay rw,lowerdir=/a
601 600 0:62 / /proc rw - proc proc rw
610 600 259:2 /var/lib/docker/containers/3f/resolv.conf /etc/resolv.conf rw - ext4 /dev/nvme0n1p2 rw
611 600 259:2 /var/lib/docker/containers/3f/hosts /etc/hosts rw - ext4 /dev/nvme0n1p2 rw
612 600 8:17 /media /files rw - xfs /dev/sdb1 rw
`;
  expect(placesOf(container)).toEqual(["/", "/files"]);
});

test("of two mounts at one place the later one is seen", () => {
  const twice = "40 27 8:1 / /mnt rw - ext4 /dev/sda1 rw\n41 40 8:2 / /mnt rw - ext4 /dev/sda2 rw\n";
  expect(pickFileSystems(parseMounts(twice)).map(({ source }) => source)).toEqual(["/dev/sda2"]);
});
