import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeTaskFixture, type TaskFixture } from "@/lib/server/task/task-fixture";
import type { Delivery, Outgoing } from "./sent";
import { SendFailure } from "./sent";
import { createDeliveries, type Outcome } from "./deliveries";
import { createDeliveryRows } from "./delivery-rows";
import { mostDeliveries } from "./waiting";

let fixture: TaskFixture;
beforeAll(async () => {
  fixture = await makeTaskFixture();
});
beforeEach(() => fixture.db.delivery.deleteMany());
afterAll(() => fixture.close());

const outgoing = (id: string, username: string | null = "mia"): Outgoing => ({
  id,
  message: { kind: "alert", importance: "info", words: "test", params: { host: "a" }, link: null },
  username,
  atMs: 1,
});
const unreachable = new SendFailure("outbound/unreachable");

function make(send: (delivery: Delivery) => Promise<number | null>, pausesMs = [20, 20]) {
  const tried: [string, Outcome][] = [];
  const dropped: [string[], number][] = [];
  const rows = createDeliveryRows(fixture.db, (error) => {
    throw error;
  });
  const deliveries = createDeliveries({
    rows,
    send,
    onTried: ({ targetId }, outcome) => {
      tried.push([targetId, outcome]);
      return Promise.resolve();
    },
    onDropped: (targets, count) => {
      dropped.push([targets.map(({ targetId }) => targetId), count]);
      return Promise.resolve();
    },
    pausesMs,
    tellDroppedMs: 50,
  });
  const settled = async () => {
    await rows.settled();
    return fixture.db.delivery.count();
  };
  return { deliveries, tried, dropped, settled };
}
const hook = (targetId: string) => ({ way: "webhook", targetId }) as const;

test("tries again, later and later, and then gives up where everybody sees it", async () => {
  const send = vi.fn(() => Promise.reject(unreachable));
  const { deliveries, tried, settled } = make(send);
  deliveries.add(hook("a"), outgoing("m1"));
  await vi.waitFor(() => expect(tried).toHaveLength(3));
  expect(tried.map(([, { willRetry }]) => willRetry)).toEqual([true, true, false]);
  expect([deliveries.waiting("webhook", "a"), await settled(), send.mock.calls.length]).toEqual([0, 0, 3]);
});

test("does not try again what was refused for good, and sends what follows", async () => {
  const send = vi.fn((delivery: Delivery) =>
    delivery.outgoing.id === "bad"
      ? Promise.reject(new SendFailure("notify/refused", { isFinal: true, status: 400 }))
      : Promise.resolve(204),
  );
  const { deliveries, tried } = make(send);
  deliveries.add(hook("a"), outgoing("bad"));
  deliveries.add(hook("a"), outgoing("good"));
  await vi.waitFor(() => expect(tried).toHaveLength(2));
  expect(tried.map(([, { status, failure }]) => [status, failure?.problem ?? null])).toEqual([
    [400, "notify/refused"],
    [204, null],
  ]);
});

test("a receiver that does not answer keeps no other waiting, nor more than its share", async () => {
  const release: (() => void)[] = [];
  const { deliveries, tried } = make(({ targetId }) =>
    targetId.startsWith("slow") ? new Promise((resolve) => release.push(() => resolve(200))) : Promise.resolve(200),
  );
  for (const target of ["slow1", "slow2", "slow3"])
    for (let count = 0; count < 5; count++) deliveries.add(hook(target), outgoing(`${target} ${count}`));
  for (let count = 0; count < 5; count++) deliveries.add(hook("quick"), outgoing(`quick ${count}`));
  deliveries.add({ way: "mail", targetId: "mia" }, outgoing("mail"));
  await vi.waitFor(() =>
    expect(tried.map(([target]) => target).toSorted()).toEqual(["mia", ...Array.from({ length: 5 }, () => "quick")]),
  );
  expect(release).toHaveLength(3);
  while (tried.length < 21) {
    for (const go of release.splice(0)) go();
    await new Promise((resolve) => setImmediate(resolve));
  }
});

const never = () => new Promise<number>(() => {});
const push = (targetId: string) => ({ way: "push", targetId }) as const;

test("keeps the newest for one receiver, tells what was dropped, and forgets a receiver that is gone", async () => {
  const { deliveries, dropped, settled } = make(never);
  for (let count = 0; count < mostDeliveries.perTarget + 5; count++) deliveries.add(hook("a"), outgoing(`${count}`));
  expect(deliveries.waiting("webhook", "a")).toBe(mostDeliveries.perTarget);
  await settled();
  const kept = await fixture.db.delivery.findMany({ select: { message: true } });
  expect(kept.map(({ message }) => JSON.stringify(message).slice(0, 11))).toContain('{"id":"54",');
  expect(JSON.stringify(kept)).not.toMatch(/"id":"[0-4]"/u);
  await vi.waitFor(() => expect(dropped).toEqual([[["a"], 5]]));
  deliveries.add(hook("b"), outgoing("other"));
  deliveries.drop("webhook", "a");
  expect([deliveries.waiting("webhook", "a"), await settled()]).toEqual([0, 1]);
});

test("a user whose receivers never answer keeps nobody else’s messages from going out", async () => {
  const { deliveries, tried, settled } = make(({ targetId }) =>
    targetId.startsWith("hung") ? never() : Promise.resolve(200),
  );
  const flood = (username: string) => {
    for (let device = 0; device < 20; device++)
      for (let count = 0; count < 50; count++)
        deliveries.add(push(`hung ${username} ${device}`), outgoing(`${username} ${device} ${count}`, username));
    for (let count = 0; count < 50; count++) {
      deliveries.add(hook("hung"), outgoing(`${username} hung ${count}`, username));
      deliveries.add(hook("hung too"), outgoing(`${username} hung too ${count}`, username));
    }
  };
  flood("mia");
  flood("tom");
  deliveries.add(push("phone"), outgoing("push", "root"));
  deliveries.add({ way: "mail", targetId: "root" }, outgoing("mail", "root"));
  deliveries.add(hook("quick"), outgoing("webhook", "root"));
  deliveries.add(hook("of server"), outgoing("webhook", null));
  await vi.waitFor(() =>
    expect(tried.map(([target]) => target).toSorted()).toEqual(["of server", "phone", "quick", "root"]),
  );
  expect(await settled()).toBeLessThanOrEqual(mostDeliveries.inAll);
});

test("beyond the bound in all, whoever has most makes room, and what the server tells is not touched", async () => {
  const { deliveries, settled } = make(never);
  for (let count = 0; count < 50; count++) deliveries.add(hook("a"), outgoing(`s${count}`, null));
  const ways = ["push", "mail", "webhook"] as const;
  for (let user = 0; user < 3; user++)
    for (const way of ways)
      for (let count = 0; count < 200; count++)
        deliveries.add({ way, targetId: `${user} ${count % 10}` }, outgoing(`${count}`, `user ${user}`));
  const countOf = (user: string) =>
    ways.flatMap((way) => Array.from({ length: 10 }, (_, at) => deliveries.waiting(way, `${user} ${at}`)));
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
  expect([0, 1, 2].map((user) => Math.round(sum(countOf(`${user}`)) / 10))).toEqual([33, 33, 33]);
  for (let count = 0; count < 30; count++) deliveries.add(hook("new 0"), outgoing(`n${count}`, "new"));
  expect([deliveries.waiting("webhook", "new 0"), deliveries.waiting("webhook", "a")]).toEqual([30, 50]);
  expect(await settled()).toBe(mostDeliveries.inAll + 50);
});

test("a start takes over no more than that, and of everybody", async () => {
  const rows = (username: string, most: number) =>
    Array.from({ length: most }, (_, at) => ({
      id: `${username} ${at}`,
      way: "push",
      targetId: `${username} ${at % 20}`,
      message: { ...outgoing(`${at}`, username), message: { ...outgoing("").message, params: {} } },
      nextAt: new Date(Date.now() + 60_000),
      createdAt: new Date(Date.now() - 1_000 + at),
    }));
  await fixture.db.delivery.createMany({ data: [...rows("tom", 1), ...rows("mia", 999)] });
  const { deliveries, settled } = make(never);
  await deliveries.resume();
  expect([deliveries.waiting("push", "tom 0"), await settled()]).toEqual([1, mostDeliveries.perOwner + 1]);
});

test("goes on after a restart, and with a database that takes nothing", async () => {
  const first = make(() => Promise.reject(unreachable), [60_000]);
  first.deliveries.add(hook("a"), outgoing("m1"));
  await vi.waitFor(() => expect(first.tried).toHaveLength(1));
  await first.deliveries.stop();
  await fixture.db.delivery.updateMany({ data: { nextAt: new Date(0) } });
  const sent: string[] = [];
  const second = make((delivery) => {
    sent.push(`${delivery.outgoing.id} ${delivery.outgoing.username} ${delivery.tries}`);
    return Promise.resolve(200);
  });
  await second.deliveries.resume();
  await vi.waitFor(async () => expect([sent, await second.settled()]).toEqual([["m1 mia 1"], 0]));

  const failures: unknown[] = [];
  const broken = new Proxy(fixture.db, {
    get: () => {
      throw new Error("SQLITE_FULL");
    },
  });
  const third = createDeliveries({
    rows: createDeliveryRows(broken, (error) => failures.push(error)),
    send: ({ outgoing: { id } }) => {
      sent.push(id);
      return Promise.resolve(200);
    },
    onTried: () => Promise.resolve(),
    onDropped: () => Promise.resolve(),
  });
  third.add(hook("a"), outgoing("m2"));
  await vi.waitFor(() => expect([sent.at(-1), failures.length]).toEqual(["m2", 2]));
});
