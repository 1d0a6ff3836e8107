import { expect, test } from "vitest";
import type { Db } from "@/lib/server/db/open-db";
import { loadLocks, locksBelow, locksOver } from "./locks";

type Row = { token: string; place: string; isDeep: boolean };

async function load(rows: readonly Row[]): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000);
  const findMany = () =>
    Promise.resolve(rows.map((row) => ({ userId: "u", isShared: false, owner: "", expiresAt, ...row })));
  await loadLocks({ davLock: { deleteMany: () => Promise.resolve(), findMany } } as unknown as Db); // asked for nothing else
}
const tokens = (place: string) => locksOver(place).map(({ token }) => token);

test("a place is under its own lock and the deep ones above it", async () => {
  await load([
    { token: "top", place: "/", isDeep: true },
    { token: "deep", place: "/srv/a", isDeep: true },
    { token: "flat", place: "/srv/a/b", isDeep: false },
    { token: "beside", place: "/srv/ab", isDeep: true },
    { token: "elsewhere", place: "sftp:one/", isDeep: true },
  ]);
  expect(tokens("/srv/a/b/c")).toEqual(["deep", "top"]);
  expect(tokens("/srv/a/b")).toEqual(["flat", "deep", "top"]);
  expect(tokens("/srv/a")).toEqual(["deep", "top"]);
  expect(tokens("/")).toEqual(["top"]);
  expect(tokens("sftp:one/x")).toEqual(["elsewhere"]);
  expect(tokens("x")).toEqual([]);
  expect(locksBelow("/srv/a").map(({ token }) => token)).toEqual(["flat"]);
});

test("what is in none of all the locked folders there may be is under none of them", async () => {
  await load(
    Array.from({ length: 5_000 }, (_, index) => ({ token: `${index}`, place: `/srv/held/${index}`, isDeep: true })),
  );
  for (let index = 0; index < 1_000; index++) expect(tokens(`/srv/many/entry ${index}`)).toEqual([]);
  expect([tokens("/srv/held/4999/a"), locksBelow("/srv/held").length]).toEqual([["4999"], 5_000]);
});
