import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTaskFixture, type TaskFixture } from "@/lib/server/task/task-fixture";
import type { AlertRule } from "@/lib/contracts/alert";
import { createAlertEngine, type Announcement } from "./engine";
import { createAlertStore, pendingSetting } from "./alert-store";
import { findRules, toRow } from "./rule-rows";
import type { Seen } from "./seen-figures";

let fixture: TaskFixture;
beforeAll(async () => {
  fixture = await makeTaskFixture();
});
beforeEach(() => fixture.db.alertRule.deleteMany());
afterAll(() => fixture.close());

const base: AlertRule = {
  id: "space",
  metric: "space",
  subject: null,
  comparison: "above",
  threshold: 0.9,
  for_seconds: 0,
  is_enabled: true,
  importance: "critical",
  repeat_minutes: 0,
  quiet: null,
  role_ids: [],
  user_ids: [],
  ways: ["list", "mail"],
  webhook_ids: null,
};
const minuteMs = 60_000;
/** Noon of some day, by the clock of the server. */
const noonMs = new Date(2026, 4, 5, 12).getTime();
const spaceOf = (places: Record<string, number>): Seen => new Map([["space", new Map(Object.entries(places))]]);

async function add({ id, ...rule }: AlertRule): Promise<void> {
  await fixture.db.alertRule.create({ data: { id, ...toRow(rule) } });
}

/** As the server starts it: with its rules and what was left of the last time. */
async function start(nowMs = noonMs) {
  const told: Announcement[] = [];
  const store = createAlertStore(fixture.db, (error) => {
    throw error;
  });
  await pendingSetting.load(fixture.db);
  const engine = createAlertEngine({ store, announce: (one) => told.push(one), onChanged: () => {} });
  engine.restore(await store.load(nowMs));
  engine.setRules((await findRules(fixture.db)).rows, nowMs);
  const said = () => told.map(({ words, alert, isQuiet, isListed }) => [words, alert.subject, isQuiet, isListed]);
  return { engine, store, said };
}

test("raises one alert for each part, and says when it is over", async () => {
  await add(base);
  const { engine, store, said } = await start();
  engine.evaluate(spaceOf({ "/": 0.5, "/srv": 0.95, "/var": 0.91 }), noonMs);
  expect(said()).toEqual([
    ["alertFired", "/srv", false, true],
    ["alertFired", "/var", false, true],
  ]);
  engine.evaluate(spaceOf({ "/": 0.5, "/srv": 0.99, "/var": 0.4 }), noonMs + minuteMs);
  engine.evaluate(spaceOf({ "/": 0.5, "/srv": 0.97, "/var": 0.4 }), noonMs + 2 * minuteMs);
  expect(said().slice(2)).toEqual([["alertResolved", "/var", false, true]]);
  expect(engine.current()).toEqual([expect.objectContaining({ subject: "/srv", value: 0.97, worst: 0.99 })]);
  await store.settled();
  const rows = await fixture.db.alert.findMany({ orderBy: { subject: "asc" } });
  expect(rows.map(({ subject, resolvedAt }) => [subject, resolvedAt?.getTime() ?? null])).toEqual([
    ["/srv", null],
    ["/var", noonMs + 2 * minuteMs],
  ]);
});

test("goes on after a restart without telling anew, and with what was about to fire", async () => {
  await add(base);
  await add({ ...base, id: "slow", metric: "cpu", threshold: 0.8, for_seconds: 120 });
  const first = await start();
  const busy: Seen = new Map([...spaceOf({ "/srv": 0.95 }), ["cpu", new Map([["", 0.9]])]]);
  first.engine.evaluate(busy, noonMs);
  first.store.savePending(first.engine.pending(), noonMs + 1);
  await first.store.settled();

  const second = await start(noonMs + minuteMs);
  expect(second.engine.current().map(({ subject }) => subject)).toEqual(["/srv"]);
  second.engine.evaluate(busy, noonMs + minuteMs);
  expect(second.said()).toEqual([]);
  second.engine.evaluate(busy, noonMs + 2 * minuteMs);
  expect(second.said()).toEqual([["alertFired", "", false, true]]);
  await second.store.settled();
});

test("is quiet at night but for the list, and tells in the morning what still lasts", async () => {
  await add({ ...base, quiet: { from: 11 * 60, to: 13 * 60 } });
  const { engine, store, said } = await start();
  engine.evaluate(spaceOf({ "/srv": 0.95, "/var": 0.95 }), noonMs);
  expect(said()).toEqual([
    ["alertFired", "/srv", true, true],
    ["alertFired", "/var", true, true],
  ]);
  engine.evaluate(spaceOf({ "/srv": 0.95, "/var": 0.1 }), noonMs + 50 * minuteMs);
  engine.evaluate(spaceOf({ "/srv": 0.95, "/var": 0.1 }), noonMs + 51 * minuteMs);
  expect(said().slice(2)).toEqual([["alertResolved", "/var", true, true]]);
  engine.evaluate(spaceOf({ "/srv": 0.95, "/var": 0.1 }), noonMs + 60 * minuteMs);
  engine.evaluate(spaceOf({ "/srv": 0.95, "/var": 0.1 }), noonMs + 61 * minuteMs);
  expect(said().slice(3)).toEqual([["alertFired", "/srv", false, false]]);
  await store.settled();
});

test("tells again while it lasts, where the rule says so", async () => {
  await add({ ...base, repeat_minutes: 60 });
  const { engine, store, said } = await start();
  for (const minutes of [0, 30, 60, 90, 120]) engine.evaluate(spaceOf({ "/": 1 }), noonMs + minutes * minuteMs);
  expect(said().map(([words]) => words)).toEqual(["alertFired", "alertStill", "alertStill"]);
  await store.settled();
});

test("ends without a word what a changed rule does not say any more, and keeps what it still says", async () => {
  await add(base);
  const { engine, store, said } = await start();
  engine.evaluate(spaceOf({ "/srv": 0.95 }), noonMs);
  engine.setRules([{ ...base, importance: "info" }], noonMs + 1);
  expect(engine.current()).toEqual([expect.objectContaining({ subject: "/srv", importance: "info" })]);
  engine.setRules([{ ...base, threshold: 0.99 }], noonMs + 2);
  expect(engine.current()).toEqual([]);
  await store.settled();
  expect(await fixture.db.alert.count({ where: { resolvedAt: null } })).toBe(0);
  expect(said()).toHaveLength(1);
});

test("leaves alone what nobody could tell, and takes a unit that is not in the list for well", async () => {
  await add({ ...base, id: "units", metric: "unitFailed", threshold: 1 });
  const { engine, store, said } = await start();
  const failed: Seen = new Map([["unitFailed", new Map([["demo.service", 1]])]]);
  engine.evaluate(failed, noonMs);
  engine.evaluate(new Map(), noonMs + 20 * minuteMs);
  expect(engine.current()).toHaveLength(1);
  const none: Seen = new Map([["unitFailed", new Map()]]);
  engine.evaluate(none, noonMs + 21 * minuteMs);
  engine.evaluate(none, noonMs + 22 * minuteMs);
  expect(said().map(([words]) => words)).toEqual(["alertFired", "alertResolved"]);
  await store.settled();
});
