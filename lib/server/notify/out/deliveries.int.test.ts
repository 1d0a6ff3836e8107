import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeTaskFixture, type TaskFixture } from "@/lib/server/task/task-fixture";
import type { Delivery, Outgoing } from "./sent";
import { SendFailure } from "./sent";
import { createDeliveries, mostDeliveries, type Outcome } from "./deliveries";
import { createDeliveryRows } from "./delivery-rows";

let fixture: TaskFixture;
beforeAll(async () => {
  fixture = await makeTaskFixture();
});
beforeEach(() => fixture.db.delivery.deleteMany());
afterAll(() => fixture.close());

const outgoing = (id: string): Outgoing => ({
  id,
  message: { kind: "alert", importance: "info", words: "test", params: { host: "a" }, link: null },
  username: "mia",
  atMs: 1,
});
const unreachable = new SendFailure("outbound/unreachable");

function make(send: (delivery: Delivery) => Promise<number | null>, pausesMs = [20, 20]) {
  const tried: [string, Outcome][] = [];
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
    pausesMs,
  });
  const settled = async () => {
    await rows.settled();
    return fixture.db.delivery.count();
  };
  return { deliveries, tried, settled };
}
const hook = (targetId: string) => ({ way: "webhook", targetId }) as const;

test("tries again, later and later, and then gives up where everybody sees it", async () => {
  const send = vi.fn(() => Promise.reject(unreachable));
  const { deliveries, tried, settled } = make(send);
  deliveries.add(hook("a"), outgoing("m1"));
  await vi.waitFor(() => expect(tried).toHaveLength(3), 10_000);
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
  await vi.waitFor(() => expect(tried).toHaveLength(2), 10_000);
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
  await vi.waitFor(
    () =>
      expect(tried.map(([target]) => target).toSorted()).toEqual(["mia", ...Array.from({ length: 5 }, () => "quick")]),
    10_000,
  );
  expect(release).toHaveLength(3);
  while (tried.length < 21) {
    for (const go of release.splice(0)) go();
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test("takes so many for one receiver and no more", async () => {
  const { deliveries, settled } = make(() => new Promise(() => {}));
  const taken = Array.from({ length: mostDeliveries.perTarget + 5 }, (_, index) =>
    deliveries.add(hook("a"), outgoing(`${index}`)),
  );
  expect(taken.filter(Boolean)).toHaveLength(mostDeliveries.perTarget);
  expect(deliveries.add(hook("b"), outgoing("other"))).toBe(true);
  deliveries.drop("webhook", "a");
  expect([deliveries.waiting("webhook", "a"), await settled()]).toEqual([0, 1]);
});

test("goes on after a restart, and with a database that takes nothing", async () => {
  const first = make(() => Promise.reject(unreachable), [60_000]);
  first.deliveries.add(hook("a"), outgoing("m1"));
  await vi.waitFor(() => expect(first.tried).toHaveLength(1), 10_000);
  await first.deliveries.stop();
  await fixture.db.delivery.updateMany({ data: { nextAt: new Date(0) } });
  const sent: string[] = [];
  const second = make((delivery) => {
    sent.push(`${delivery.outgoing.id} ${delivery.outgoing.username} ${delivery.tries}`);
    return Promise.resolve(200);
  });
  await second.deliveries.resume();
  await vi.waitFor(async () => expect([sent, await second.settled()]).toEqual([["m1 mia 1"], 0]), 10_000);

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
  });
  third.add(hook("a"), outgoing("m2"));
  await vi.waitFor(() => expect([sent.at(-1), failures.length]).toEqual(["m2", 2]), 10_000);
});
