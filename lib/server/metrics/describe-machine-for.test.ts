import { expect, test } from "vitest";
import { folderOn } from "./describe-machine-for";

const mounts = ["/", "/mnt/data", "/srv"];
const whole = { id: "sys", place: "/" };
const media = { id: "media", place: "/mnt/data/media" };

test.each([
  ["the whole disk", [whole], "/", "sys"],
  ["a disk below a location", [whole], "/mnt/data", "sys/mnt/data"],
  ["a location that is a disk", [{ id: "srv", place: "/srv" }], "/srv", "srv"],
  ["a location on a disk, of which it is a part", [media], "/mnt/data", "media"],
  ["a location on another disk", [media], "/", null],
  ["a name that only begins alike", [{ id: "x", place: "/srv2" }], "/srv", null],
  ["no location", [], "/", null],
])("%s", (_, folders, mount, folder) => {
  expect(folderOn(mount, folders, mounts)).toBe(folder);
});
