import { expect, onTestFinished, test, vi } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { limits } from "./limits";
import { anonymousHolder } from "./anonymous";
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
  const small = await takeTurn("a", never, { amount: 4 });
  const large = takeTurn("b", never, { amount: 90 });
  const next = takeTurn("c", never, { amount: 1 });
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

test("strangers, from however many networks, leave half of it to users, and come after them", async () => {
  const takeTurn = createTurns({ atOnce: 2, inAll: 4, anonymousInAll: 2, maxWaiting: 5 });
  const order: string[] = [];
  const stranger = (index: number) => anonymousHolder(`192.0.2.${index}`);
  const [first, second] = [await takeTurn(stranger(1), never), await takeTurn(stranger(2), never)];
  const waiting = takeTurn(stranger(3), never).then((leave) => {
    order.push("stranger");
    return leave;
  });
  const [third, fourth] = [await takeTurn("a", never), await takeTurn("a", never)];
  const user = takeTurn("b", never).then((leave) => {
    order.push("user");
    return leave;
  });
  first();
  await user;
  expect(order).toEqual(["user"]);
  [second, third, fourth].forEach((leave) => leave());
  (await waiting)();
  expect(order).toEqual(["user", "stranger"]);
});

test("what strangers want at once is cut to what they may have, and their line is not everybody's", async () => {
  const takeTurn = createTurns({ atOnce: 4, inAll: 4, anonymousInAll: 2, maxWaiting: 2_000 });
  const first = await takeTurn(anonymousHolder("192.0.2.1"), never, { amount: 4 });
  const gone = Array.from({ length: 1_000 }, () => new AbortController());
  const waiting = gone.map(({ signal }) => outcomeOf(takeTurn(anonymousHolder("192.0.2.2"), signal)));
  expect(await outcomeOf(takeTurn(anonymousHolder("192.0.2.3"), never))).toBe("request/overloaded");
  const own = await takeTurn("a", never, { amount: 2 });
  const next = takeTurn("a", never);
  own();
  (await next)();
  gone.forEach((one) => one.abort());
  await Promise.all(waiting);
  first();
});

test("whatever strangers and users share, half of it is left to users", () => {
  for (const { inAll, anonymousInAll } of [limits.texts.turns, limits.downloads, limits.archives, limits.listings])
    expect(anonymousInAll).toBeLessThanOrEqual(inAll / 2);
});

test("a stranger who takes next to nothing gives their place to one who waits, and nobody else does", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const crawling = { bytes: 100, ms: 30_000 };
  const takeTurn = createTurns({ atOnce: 2, inAll: 4, anonymousInAll: 2, crawling, maxWaiting: 5 });
  const cut: string[] = [];
  const moved = { crawls: 0, goes: 0 };
  const flowOf = (name: string, movedBytes: () => number | null) => ({
    flow: { movedBytes, cut: () => cut.push(name) },
  });
  const [stranger, other] = [anonymousHolder("192.0.2.1"), anonymousHolder("192.0.2.2")];
  const crawls = await takeTurn(
    stranger,
    never,
    flowOf("crawls", () => moved.crawls),
  );
  await takeTurn(
    stranger,
    never,
    flowOf("goes", () => moved.goes),
  );
  await takeTurn(
    "mia",
    never,
    flowOf("user", () => 0),
  );
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      moved.crawls++;
      moved.goes += 10;
      vi.advanceTimersByTime(1_000);
    }
  };
  // While nobody waits, anybody may be slow.
  pass(120);
  expect(cut).toEqual([]);
  const waiting = takeTurn(other, never);
  pass(60);
  expect(cut).toContain("crawls");
  expect(new Set(cut)).toEqual(new Set(["crawls"]));
  crawls();
  (await waiting)();
  expect(vi.getTimerCount()).toBe(0);
});
