import { expect, test } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { createTurns } from "./turns";

const never = new AbortController().signal;

test("more than are allowed wait, in the order they came, and those of others do not", async () => {
  const takeTurn = createTurns({ atOnce: 1, maxWaiting: 2 });
  const order: string[] = [];
  const first = await takeTurn("a", never);
  const second = takeTurn("a", never).then((leave) => {
    order.push("second");
    leave();
  });
  const third = takeTurn("a", never).then((leave) => {
    order.push("third");
    leave();
  });
  expect(await outcomeOf(takeTurn("a", never))).toBe("request/busy");
  (await takeTurn("b", never))();
  expect(order).toEqual([]);
  first();
  await Promise.all([second, third]);
  expect(order).toEqual(["second", "third"]);
  (await takeTurn("a", never))();
});

test("who goes away while waiting leaves the place to the next", async () => {
  const takeTurn = createTurns({ atOnce: 1, maxWaiting: 2 });
  const first = await takeTurn("a", never);
  const gone = new AbortController();
  const waiting = takeTurn("a", gone.signal);
  const next = takeTurn("a", never);
  gone.abort();
  expect(await outcomeOf(waiting)).toBe("request/cancelled");
  expect(await outcomeOf(takeTurn("a", gone.signal))).toBe("request/cancelled");
  first();
  (await next)();
});
