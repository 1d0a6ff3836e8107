import { expect, it, onTestFinished, vi } from "vitest";
import { createLanes } from "./upload-lanes";

const never = new AbortController().signal;
const sender = { movedBytes: () => null, cut: () => {} };
const tick = () => new Promise((resolve) => setImmediate(resolve));

it("lets so many in per user and altogether; the others wait in their order and none is refused", async () => {
  const lanes = createLanes(() => ({ perUser: 2, system: 3 }));
  const order: string[] = [];
  const enter = async (key: string, name: string) => {
    const lane = await lanes.enter({ key }, sender, never);
    order.push(name);
    return lane;
  };
  const first = await Promise.all([enter("a", "a1"), enter("a", "a2")]);
  const third = enter("a", "a3");
  const other = await enter("b", "b1");
  const fourth = enter("b", "b2");
  await tick();
  expect(order).toEqual(["a1", "a2", "b1"]);
  first[0]?.leave();
  await third;
  expect(order.at(-1)).toBe("a3");
  first[1]?.leave();
  await fourth;
  expect(order.at(-1)).toBe("b2");
  other.leave();
  other.leave();
  expect(order).toHaveLength(5);
});

it("forgets who gave up waiting", async () => {
  const lanes = createLanes(() => ({ perUser: 1, system: 1 }));
  const lane = await lanes.enter({ key: "a" }, sender, never);
  const abort = new AbortController();
  const waiting = lanes.enter({ key: "a" }, sender, abort.signal);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ key: "request/cancelled" });
  const next = lanes.enter({ key: "a" }, sender, never);
  lane.leave();
  (await next).leave();
});

it("keeps room in the line for others", async () => {
  const lanes = createLanes(() => ({ perUser: 1, system: 1 }));
  const lane = await lanes.enter({ key: "a" }, sender, never);
  const waiting = Array.from({ length: 500 }, () =>
    lanes.enter({ key: "a" }, sender, never).then((one) => one.leave()),
  );
  await expect(lanes.enter({ key: "a" }, sender, never)).rejects.toMatchObject({ key: "request/busy" });
  const other = lanes.enter({ key: "b" }, sender, never).then((one) => one.leave());
  lane.leave();
  await Promise.all([...waiting, other]);
});

it("gives one visitor's network half of a share's lanes, and leaves the last quarter of all to users", () => {
  const lanes = createLanes(() => ({ perUser: 4, system: 8 }));
  const visit = (share: string, network: string) => lanes.tryEnter({ key: share, network }, sender) !== null;
  const tries = [1, 2, 3].map(() => visit("share 1", "192.0.2.1"));
  expect(tries).toEqual([true, true, false]);
  expect([visit("share 1", "192.0.2.2"), visit("share 1", "192.0.2.3"), visit("share 1", "192.0.2.4")]).toEqual([
    true,
    true,
    false,
  ]);
  expect([visit("share 2", "192.0.2.1"), visit("share 2", "192.0.2.2"), visit("share 3", "192.0.2.5")]).toEqual([
    true,
    true,
    false,
  ]);
  const user = [1, 2, 3].map(() => lanes.tryEnter({ key: "a" }, sender) !== null);
  expect(user).toEqual([true, true, false]);
});

it("lets users go before visitors that have waited longer", async () => {
  const lanes = createLanes(() => ({ perUser: 1, system: 1 }));
  const lane = await lanes.enter({ key: "a" }, sender, never);
  const order: string[] = [];
  const wait = (key: string, network?: string) =>
    lanes.enter({ key, ...(network === undefined ? {} : { network }) }, sender, never).then((one) => {
      order.push(key);
      one.leave();
    });
  const waiting = [wait("share 1", "192.0.2.1"), wait("b")];
  lane.leave();
  await Promise.all(waiting);
  expect(order).toEqual(["b", "share 1"]);
});

it("cuts off who sends next to nothing while another waits for that very lane", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const lanes = createLanes(() => ({ perUser: 2, system: 8 }));
  const sent = { crawls: 0, goes: 0, done: 0 };
  const cut: string[] = [];
  const begin = (name: keyof typeof sent, key: string) =>
    lanes.enter({ key }, { movedBytes: () => (name === "done" ? null : sent[name]), cut: () => cut.push(name) }, never);
  const [crawling] = [
    await begin("crawls", "a"),
    await begin("goes", "a"),
    await begin("crawls", "b"),
    await begin("done", "b"),
  ];
  const spend = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      sent.crawls++;
      sent.goes += 2_000;
      vi.advanceTimersByTime(1_000);
    }
  };
  spend(300);
  expect(cut).toEqual([]); // nobody waits
  const waiting = lanes.enter({ key: "a" }, sender, never);
  spend(25);
  expect(cut).toEqual([]);
  spend(25);
  expect(cut).toEqual(["crawls"]);
  crawling.leave();
  (await waiting).leave();
  expect(vi.getTimerCount()).toBe(0);
});
