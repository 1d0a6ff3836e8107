import { expect, test } from "vitest";
import { ownContainerIds, placesSharedWith } from "./own-places";
import { parseMounts } from "./parse-mounts";

const id = "3f".repeat(32);
/** As in a container of Docker's, with its data folder in a volume. */
const inside = parseMounts(`
600 500 0:50 / / rw,relatime - overlay overlay rw
601 600 8:1 /var/lib/docker/containers/${id}/hostname /etc/hostname rw - ext4 /dev/sda1 rw
602 600 8:1 /var/lib/docker/volumes/filedeck-data/_data /data rw - ext4 /dev/sda1 rw
603 600 8:17 /volumes/other/_data/part /part rw - ext4 /dev/sdb1 rw`);
const place = (name: string) => `/var/lib/docker/volumes/${name}/_data`;

test("a container knows its own id, and a machine that it is in none", () => {
  expect([...ownContainerIds(inside)]).toEqual([id]);
  expect([...ownContainerIds(parseMounts("22 1 8:1 / / rw - ext4 /dev/sda1 rw"))]).toEqual([]);
});

test("the machine's folder behind one of a container's is known by what is mounted", () => {
  const isShared = placesSharedWith("/data", inside);
  expect(["filedeck-data", "other", "data", "filedeck-dat"].filter((name) => isShared(place(name)))).toEqual([
    "filedeck-data",
  ]);
  // Of a disk of its own, of which a part is mounted.
  expect(["filedeck-data", "other"].filter((name) => placesSharedWith("/part/filedeck", inside)(place(name)))).toEqual([
    "other",
  ]);
});
