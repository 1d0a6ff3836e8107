import { expect, onTestFinished, test } from "vitest";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import type { Placed } from "@/lib/server/storage/placed";
import { createFollower } from "./follower";

test("what has moved does not wait for what moves after it", async () => {
  const followed: Placed[] = [];
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  const follower = createFollower({ db }, async ({ placed }) => void followed.push(...placed));
  const small = { fromPlace: "/a/small", toPlace: "/b/small" };
  let arrive = () => {};
  const large = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const moving = follower.during(async () => {
    await follower.onPlaced(small);
    await large;
    return { replaced: 0 };
  });
  expect(followed).toEqual([]);
  await expect.poll(() => followed).toEqual([small]);
  arrive();
  await moving;
  await follower.end();
  expect(followed).toEqual([small]);
});
