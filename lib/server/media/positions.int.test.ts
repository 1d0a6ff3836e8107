import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { at } from "@/lib/server/storage/conformance/support";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { getPosition, setPosition } from "./positions";

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
  for (const name of ["a.mkv", "b.mkv"]) fs.writeFileSync(path.join(fixture.root, name), "film");
});
afterEach(() => fixture.close());

const as = (userId = "mia") => ({ ...fixture.ctx, actor: actorOf(userId) });
const get = async (name: string, userId?: string) => (await getPosition({ file: at(name) }, as(userId))).seconds;
const set = (name: string, seconds: number, userId?: string) => setPosition({ file: at(name), seconds }, as(userId));

test("each user has a place in each film, the last one, until it is forgotten", async () => {
  expect(await get("a.mkv")).toBeNull();
  await set("a.mkv", 12.5);
  await set("a.mkv", 90.25);
  await set("a.mkv", 3, "tom");
  expect([await get("a.mkv"), await get("a.mkv", "tom"), await get("b.mkv")]).toEqual([90.25, 3, null]);
  await set("a.mkv", 0);
  expect([await get("a.mkv"), await get("a.mkv", "tom")]).toEqual([null, 3]);
});

test("nothing is kept of what is not there, or is no file", async () => {
  fs.mkdirSync(path.join(fixture.root, "folder"));
  await expect(set("gone.mkv", 5)).rejects.toThrow("file/not-found");
  await expect(set("folder", 5)).rejects.toThrow("file/not-file");
  await expect(get("gone.mkv")).rejects.toThrow("file/not-found");
  expect(await fixture.ctx.db.mediaPosition.count()).toBe(0);
});

test("so many are kept of a user, and the oldest go first", async () => {
  const rows = Array.from({ length: limits.media.positions }, (_, index) => ({
    userId: "mia",
    place: `r/${index}`,
    seconds: 1,
    updatedAt: new Date(1_000 + index),
  }));
  await fixture.ctx.db.mediaPosition.createMany({ data: rows });
  await set("a.mkv", 7);
  const places = await fixture.ctx.db.mediaPosition.findMany({ select: { place: true } });
  expect(places.length).toBe(limits.media.positions);
  expect(places.map(({ place }) => place)).not.toContain("r/0");
  expect(await get("a.mkv")).toBe(7);
});
