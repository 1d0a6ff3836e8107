import { expect, test } from "vitest";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { foreignMountsOf } from "./mounted-elsewhere";

const machine = parseMounts("30 1 7:3 / /mnt/data rw,noatime shared:12 - ext4 /dev/loop3 rw")[0];
const line = (place: string, groups: string, device = "7:3", root = "/") =>
  `90 80 ${device} ${root} ${place} rw ${groups}- ext4 /dev/loop3 rw\n`;
const found = (text: string) => (machine === undefined ? null : foreignMountsOf(parseMounts(text), machine));

test.each([
  ["a set of mounts of its own keeps it", line("/mnt/data", ""), ["/mnt/data"], "/mnt/data"],
  ["a folder of it in a container too", line("/srv", "", "7:3", "/films"), ["/srv"], "/srv"],
  ["one that hears of the machine's lets it go", line("/mnt/data", "master:12 "), ["/mnt/data"], null],
  ["as does one that shares it", line("/mnt/data", "shared:12 "), ["/mnt/data"], null],
  ["one that hears of another does not", line("/mnt/data", "shared:9 master:7 "), ["/mnt/data"], "/mnt/data"],
  ["what is of another device is nothing", line("/mnt/data", "", "7:4"), [], null],
])("%s", (_, text, places, keptAt) => {
  expect(found(text)).toEqual({ places, keptAt });
});
