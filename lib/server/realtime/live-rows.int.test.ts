import type pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyLive, type LiveMessage } from "@/lib/shared/live-rows";
import { AppError } from "@/lib/shared/errors";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { ReadRows } from "@/lib/server/runtime/read-rows";
import { createLiveRows } from "./live-rows";
import type { Pulse } from "./pulse";
import { UnfitMessageError } from "./send-fitting";

type Row = { id: string; size: number; tags: string[] };

const stops: AbortController[] = [];
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
  vi.useRealTimers();
});

const stepMs = 5;
/** Passes as much of the table's time as it takes, which is none of anybody else's. */
async function until(check: () => void): Promise<void> {
  for (let leftMs = 10_000; leftMs > 0; leftMs -= stepMs) {
    try {
      return check();
    } catch {
      await vi.advanceTimersByTimeAsync(stepMs);
    }
  }
  check();
}

type Making = { everyMs?: number; lateMs?: number; most?: number; pulse?: Pulse };

/** A table of which the test says what is read, and who looks at it. */
function makeTable({ everyMs = 10, lateMs = 1_000, most = 1_000, pulse }: Making = {}) {
  let answer: () => Promise<readonly Row[] | ReadRows<Row>> = async () => [];
  let readings = 0;
  const table = createLiveRows<Row>({
    everyMs,
    late: { ms: lateMs, error: "sys/slow" },
    most,
    ...(pulse === undefined ? {} : { pulse }),
    read: () => {
      readings++;
      return answer();
    },
  });
  const view = (see?: (row: Row) => Row | null, take: () => Promise<void> = async () => {}) => {
    const stop = new AbortController();
    stops.push(stop);
    const messages: LiveMessage<Row>[] = [];
    let rows: ReadonlyMap<string, Row> = new Map();
    const ended = table.follow({
      signal: stop.signal,
      ...(see === undefined ? {} : { see }),
      send: async (message) => {
        messages.push(message);
        rows = applyLive(rows, message);
        await take();
      },
    });
    return { messages, rows: () => [...rows.values()], stop: () => stop.abort(), ended };
  };
  return {
    view,
    follow: table.follow,
    soon: table.soon,
    readings: () => readings,
    say: (rows: readonly Row[]) => (answer = async () => rows),
    answer: (next: typeof answer) => (answer = next),
  };
}
const row = (id: string, size = 0, tags: string[] = []): Row => ({ id, size, tags });

test("what changes is told field by field, and nothing where nothing does", async () => {
  const table = makeTable();
  table.say([row("a", 1, ["x"]), row("b", 2)]);
  const one = table.view();
  await until(() => expect(one.rows()).toEqual([row("a", 1, ["x"]), row("b", 2)]));
  const before = table.readings();
  table.say([row("a", 1, ["x"]), row("b", 3), row("c")]);
  await until(() => expect(one.rows()).toHaveLength(3));
  expect(one.messages[1]).toEqual({
    rows: [row("c")],
    changed: [{ id: "b", size: 3 }],
    gone: [],
    isPart: false,
    left: 0,
    unreadable: 0,
    problem: null,
  });
  table.say([row("c")]);
  await until(() => expect(one.rows()).toEqual([row("c")]));
  expect(one.messages[2]?.gone).toEqual(["a", "b"]);
  await until(() => expect(table.readings()).toBeGreaterThan(before + 5));
  expect(one.messages).toHaveLength(3);
});

test("it is read once for all, and not at all when nobody looks", async () => {
  const table = makeTable({ everyMs: 40 });
  table.say([row("a")]);
  const views = Array.from({ length: 10 }, () => table.view());
  await until(() => expect(views.every(({ rows }) => rows().length === 1)).toBe(true));
  expect(table.readings()).toBe(1);
  for (const { stop, ended } of views) {
    stop();
    await ended;
  }
  const then = table.readings();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(table.readings()).toBe(then);
  table.say([row("b")]);
  const again = table.view();
  await until(() => expect(again.rows()).toEqual([row("b")]));
});

test("who comes later is told all, others only what is new", async () => {
  const table = makeTable();
  table.say(Array.from({ length: 250 }, (_, index) => row(`r${index}`)));
  const first = table.view();
  await until(() => expect(first.rows()).toHaveLength(250));
  expect(first.messages.map(({ rows, isPart }) => [rows.length, isPart])).toEqual([
    [100, true],
    [100, true],
    [50, false],
  ]);
  const second = table.view();
  await until(() => expect(second.rows()).toHaveLength(250));
  expect(first.messages).toHaveLength(3);
});

test("each sees what is theirs", async () => {
  const table = makeTable();
  table.say([row("a", 1), row("b", 2)]);
  const one = table.view((seen) => (seen.size > 1 ? { ...seen, tags: ["mine"] } : null));
  await until(() => expect(one.rows()).toEqual([row("b", 2, ["mine"])]));
  table.say([row("a", 5), row("b", 0)]);
  await until(() => expect(one.rows()).toEqual([row("a", 5, ["mine"])]));
});

test("a slow reader is told less often, and ends with what is so", async () => {
  const table = makeTable();
  table.say([row("a", 0)]);
  let release = () => {};
  const slow = table.view(undefined, () => new Promise<void>((resolve) => (release = resolve)));
  await until(() => expect(slow.messages).toHaveLength(1));
  for (let size = 1; size <= 5; size++) {
    const then = table.readings();
    table.say([row("a", size)]);
    await until(() => expect(table.readings()).toBeGreaterThan(then + 1));
  }
  expect(slow.messages).toHaveLength(1);
  release();
  await until(() => expect(slow.rows()).toEqual([row("a", 5)]));
  expect(slow.messages).toHaveLength(2);
  release();
});

test("a source that fails, or is late, is told with what was known, and comes back", async () => {
  const table = makeTable({ lateMs: 30 });
  table.answer(() => Promise.reject(new AppError("docker/unreachable")));
  const one = table.view();
  await until(() => expect(one.messages.at(-1)?.problem).toEqual({ error: "docker/unreachable", params: {} }));
  table.say([row("a")]);
  await until(() => expect(one.messages.at(-1)).toMatchObject({ rows: [row("a")], problem: null }));
  let finish = () => {};
  table.answer(() => new Promise((resolve) => (finish = () => resolve([row("a"), row("b")]))));
  await until(() => expect(one.messages.at(-1)?.problem).toEqual({ error: "sys/slow", params: {} }));
  expect(one.rows()).toEqual([row("a")]);
  table.say([row("a"), row("b")]);
  finish();
  await until(() => expect(one.rows()).toHaveLength(2));
  expect(one.messages.at(-1)?.problem).toBeNull();
  table.answer(() => Promise.reject(new Error("not for users")));
  await until(() => expect(one.messages.at(-1)?.problem).toEqual({ error: "internal", params: {} }));
});

test("what happens is read at once", async () => {
  const table = makeTable({ everyMs: 60_000 });
  table.say([row("a")]);
  const one = table.view();
  await until(() => expect(one.rows()).toHaveLength(1));
  table.say([row("a"), row("b")]);
  table.soon();
  table.soon();
  await until(() => expect(one.rows()).toHaveLength(2));
  expect(table.readings()).toBe(2);
});

test("of too many rows the first are told, and how many there are beyond them", async () => {
  const table = makeTable({ most: 3 });
  table.say(["a", "b", "c", "d", "e"].map((id) => row(id)));
  const one = table.view();
  await until(() => expect(one.rows()).toHaveLength(3));
  expect(one.messages[0]?.left).toBe(2);
});

test("a source that falls silent between two readings is told, and read at once when it answers", async () => {
  let answer = () => Promise.resolve();
  const table = makeTable({ everyMs: 60_000, pulse: { everyMs: 5, lateMs: 30, ask: () => answer() } });
  table.say([row("a")]);
  const one = table.view();
  await until(() => expect(one.rows()).toEqual([row("a")]));
  let finish = () => {};
  answer = () => new Promise((resolve) => (finish = resolve));
  await until(() => expect(one.messages.at(-1)?.problem).toEqual({ error: "sys/slow", params: {} }));
  expect(one.rows()).toEqual([row("a")]);
  table.say([row("b")]);
  answer = () => Promise.resolve();
  finish();
  await until(() => expect(one.rows()).toEqual([row("b")]));
  expect(one.messages.at(-1)?.problem).toBeNull();

  answer = () => Promise.reject(new Error("gone"));
  table.answer(() => Promise.reject(new AppError("docker/unreachable")));
  await until(() => expect(one.messages.at(-1)?.problem).toMatchObject({ error: "docker/unreachable" }));
  const readings = table.readings();
  answer = () => Promise.resolve();
  table.say([row("c")]);
  await until(() => expect(one.rows()).toEqual([row("c")]));
  expect(one.messages.at(-1)?.problem).toBeNull();
  expect(table.readings()).toBeLessThanOrEqual(readings + 3);
  one.stop();
  await one.ended;
  let asked = 0;
  answer = async () => void asked++;
  await vi.advanceTimersByTimeAsync(50); // ten pulses
  expect(asked).toBe(0);
});

test("a row that does not fit is left out and counted, alone, and shown when it fits again", async () => {
  const table = makeTable();
  const many = Array.from({ length: 250 }, (_, number) => row(`r${number}`, 1));
  const withBroken = (...sizes: number[]) => [...many, ...sizes.map((size, number) => row(`b${number}`, size))];
  let tries = 0;
  const rows = new Map<string, Row>();
  const stop = new AbortController();
  stops.push(stop);
  let unreadable = 0;
  const ended = table.follow({
    signal: stop.signal,
    send: async (message) => {
      tries++;
      if ([...message.rows, ...message.changed].some(({ size = 0 }) => size < 0)) throw new UnfitMessageError("rows");
      ({ unreadable } = message);
      for (const id of message.gone) rows.delete(id);
      for (const one of message.rows) rows.set(one.id, one);
      for (const one of message.changed) {
        const known = rows.get(one.id);
        if (known !== undefined) rows.set(one.id, { ...known, ...one });
      }
    },
  });
  const shown = () => [...rows.keys()].filter((id) => id.startsWith("b"));
  table.say(withBroken(-1, 2, -1));
  await until(() => expect([rows.size, shown(), unreadable]).toEqual([251, ["b1"], 2]));
  // It is not tried again as long as it is the same.
  const [before, readings] = [tries, table.readings()];
  await until(() => expect(table.readings()).toBeGreaterThan(readings + 2));
  expect(tries).toBe(before);
  // One that was shown goes when it breaks; one that is whole again is shown.
  table.say(withBroken(3, -1, -1));
  await until(() => expect([rows.size, shown(), unreadable]).toEqual([251, ["b0"], 2]));
  table.say(withBroken(3, 4, 5));
  await until(() => expect([rows.size, unreadable]).toEqual([253, 0]));
  stop.abort();
  await ended;
});

test("a row that nobody can judge is not seen, and counted with those that could not be read", async () => {
  startAppOf({ log: { error: () => {} } as unknown as pino.Logger }); // all that is written
  const table = makeTable();
  table.answer(async () => ({ rows: [row("a"), row("b"), row("c")], unreadable: 2 }));
  const one = table.view((seen) => {
    if (seen.id === "b") throw new Error("broken");
    return seen;
  });
  await until(() => expect(one.rows()).toEqual([row("a"), row("c")]));
  expect(one.messages.at(-1)).toMatchObject({ unreadable: 3, left: 0, problem: null });
});
