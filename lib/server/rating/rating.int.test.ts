import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { readRatings } from "./read-ratings";
import { saveRating } from "./save-rating";
import { newXmp, ratingInXmp } from "./xmp-rating";

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
  fs.writeFileSync(host("a.jpg"), "picture");
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(fixture.root, name);
const read = (name: string) => fs.readFileSync(host(name), "utf8");
const rate = (rating: number, name = "a.jpg") => saveRating({ path: at(name), rating }, fixture.ctx);
const ratings = async (...names: string[]) =>
  (await readRatings({ files: names.map((name) => at(name)) }, fixture.ctx)).ratings.map(({ rating }) => rating);

test("a rating is kept beside the picture, which stays as it is", async () => {
  await rate(4);
  expect(await ratingInXmp(read("a.jpg.xmp"))).toBe(4);
  expect(read("a.jpg")).toBe("picture");
  expect(await ratings("a.jpg")).toEqual([4]);
  await rate(0);
  expect(await ratings("a.jpg")).toEqual([]);
});

test("a sidecar that is there keeps everything but its rating, also by Lightroom's name", async () => {
  const text = newXmp(1).replace("xmp:Rating", `xmp:Label="\u00e9 &amp; 😀" xmp:Rating`);
  fs.writeFileSync(host("a.xmp"), text);
  await rate(5);
  expect(read("a.xmp")).toBe(text.replace(`Rating="1"`, `Rating="5"`));
  expect(fs.existsSync(host("a.jpg.xmp"))).toBe(false);
  expect(await ratings("a.jpg")).toEqual([5]);
});

test("no rating makes no file", async () => {
  await rate(0);
  expect(fs.readdirSync(fixture.root)).not.toContain("a.jpg.xmp");
});

test.each([
  ["damaged", Buffer.from(newXmp(3).slice(0, 150))],
  ["no UTF-8", Buffer.from([0xff, 0xfe, 0x3c, 0x00])],
  ["too large", Buffer.from(newXmp(3) + " ".repeat(1024 * 1024))],
  [
    "with a document type",
    Buffer.from(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${newXmp(3).split("\n").slice(1).join("\n")}`),
  ],
  ["deep", Buffer.from("<a>".repeat(300_000))],
])("a sidecar that is %s loses nothing", async (_, bytes) => {
  fs.writeFileSync(host("a.jpg.xmp"), bytes);
  await expect(rate(2)).rejects.toThrow("rating/damaged");
  expect(fs.readFileSync(host("a.jpg.xmp")).equals(bytes)).toBe(true);
  expect(await ratings("a.jpg")).toEqual([]);
});

test("what is no file, and what is not there, has no rating", async () => {
  fs.mkdirSync(host("folder"));
  await expect(rate(3, "folder")).rejects.toThrow("file/not-file");
  await expect(rate(3, "gone.jpg")).rejects.toThrow("file/not-found");
  expect(fs.readdirSync(fixture.root).filter((name) => name.endsWith(".xmp"))).toEqual([]);
});
