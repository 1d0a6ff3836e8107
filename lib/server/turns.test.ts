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

test("of what all have together, the next goes to whoever has least of it", async () => {
  const takeTurn = createTurns({ atOnce: 2, inAll: 2, maxWaiting: 5 });
  const order: string[] = [];
  const [first, second] = [await takeTurn("a", never), await takeTurn("a", never)];
  const waiting = ["a", "a", "b"].map((user, index) =>
    takeTurn(user, never).then((leave) => {
      order.push(`${user}${index}`);
      return leave;
    }),
  );
  first();
  (await waiting[2])?.();
  second();
  for (const turn of waiting) (await turn)();
  expect(order).toEqual(["b2", "a0", "a1"]);
});

test("what is kept for those who have nothing is not taken by those who have something", async () => {
  const takeTurn = createTurns({ atOnce: 3, inAll: 3, keptForNew: 1, maxWaiting: 5 });
  await takeTurn("a", never);
  const second = await takeTurn("a", never);
  const third = takeTurn("a", never);
  const other = await takeTurn("b", never);
  other();
  expect(await Promise.race([third.then(() => "taken"), Promise.resolve("kept")])).toBe("kept");
  second();
  await third;
});

test("amounts count, and something large is not overtaken for ever by something small", async () => {
  const takeTurn = createTurns({ atOnce: 10, inAll: 10, maxWaiting: 5 });
  const small = await takeTurn("a", never, 4);
  const large = takeTurn("b", never, 90);
  const next = takeTurn("c", never, 1);
  expect(await Promise.race([next.then(() => "overtaken"), Promise.resolve("waits")])).toBe("waits");
  small();
  (await large)();
  (await next)();
});

test("whoever waits too long is told so, and whether it was their own doing", async () => {
  const takeTurn = createTurns({ atOnce: 1, inAll: 2, maxWaiting: 1, maxWaitMs: 10 });
  await takeTurn("a", never);
  expect(await outcomeOf(takeTurn("a", never))).toBe("request/busy");
  await takeTurn("b", never);
  expect(await outcomeOf(takeTurn("c", never))).toBe("request/overloaded");
});
