import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { closeTurnsAt, inTurn, isFollowing, openTurn, untilFollowed } from "./following";

/** A job at these places that ends when it is told to. */
function makeJob(...places: string[]) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const job = { isBegun: false, end, done: Promise.resolve() };
  job.done = inTurn(places, async () => {
    job.isBegun = true;
    await ended;
  });
  return job;
}

test("jobs at one place come one after the other in the order in which they were told of, also those that wait", async () => {
  const jobs = [makeJob("/a", "/b"), makeJob("/b/x", "/c"), makeJob("/c", "/d"), makeJob("/c/y"), makeJob("/e")];
  await turn();
  expect(jobs.map(({ isBegun }) => isBegun)).toEqual([true, false, false, false, true]);
  for (const [index, job] of jobs.entries()) {
    expect(job.isBegun).toBe(true);
    expect(jobs[index + 1]?.isBegun ?? true).toBe(index >= 3);
    job.end();
    await job.done;
    await turn();
  }
  expect(isFollowing("/")).toBe(false);
});

test("one that fails keeps nobody waiting", async () => {
  const failed = inTurn(["/a"], () => Promise.reject(new Error("broken")));
  const next = inTurn(["/a/b"], () => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
  await untilFollowed("/a");
});

test("places of many are found as those of few", async () => {
  const random = (most: number) => Math.floor(Math.random() * most);
  const place = () => `/${Array.from({ length: 1 + random(3) }, () => "ab!"[random(3)]).join("/")}`;
  for (let round = 0; round < 300; round++) {
    const long = Array.from({ length: 9 + random(9) }, () => `/x${place()}`);
    const wanted = Array.from({ length: 9 + random(9) }, () =>
      random(12) === 0 ? "/x" : `/${"xy"[random(2)]}${place()}`,
    );
    const isMet = wanted.some((one) =>
      long.some((other) => `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)),
    );
    const first = makeJob(...long);
    const second = makeJob(...wanted);
    await turn();
    expect([second.isBegun, wanted.some(isFollowing)]).toEqual([!isMet, true]);
    first.end();
    second.end();
    await Promise.all([first.done, second.done]);
  }
});

test("a turn that gathers is closed by whoever waits for it, and gets nothing that somebody has waited for since", async () => {
  const order: string[] = [];
  const own = openTurn(() => void own.run(async () => void order.push("own")));
  expect(own.add(["/a"])).toBe(true);
  const other = inTurn(["/b"], async () => void order.push("other"));
  expect([own.add(["/b/c"]), own.add(["/a/d"])]).toEqual([false, true]);
  await Promise.all([other, untilFollowed("/a/d")]);
  expect(order.toSorted()).toEqual(["other", "own"]);
  expect(own.add(["/c"])).toBe(false);
  const last = openTurn(() => void last.run(async () => void order.push("last")));
  last.add(["/a"]);
  closeTurnsAt("/a/b");
  expect(last.add(["/c"])).toBe(false);
  await untilFollowed("/a");
});

test("a listing waits for what is in its folder and for what the folder is in, not for what is deeper", async () => {
  for (const [place, isWaiting] of [
    ["/a", true],
    ["/a/b", true],
    ["/a/b/c", true],
    ["/a/b/c/d", false],
    ["/a/bb", false],
  ] as const) {
    const job = makeJob(place);
    let isListed = false;
    const listed = untilFollowed("/a/b", { isListing: true }).then(() => (isListed = true));
    await turn();
    expect([place, isListed]).toEqual([place, !isWaiting]);
    job.end();
    await listed;
    await job.done;
  }
});
