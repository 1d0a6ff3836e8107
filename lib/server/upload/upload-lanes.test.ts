import { expect, it } from "vitest";
import { createLanes } from "./upload-lanes";

const never = new AbortController().signal;
const tick = () => new Promise((resolve) => setImmediate(resolve));

it("lets so many in per user and altogether; the others wait in their order and none is refused", async () => {
  const lanes = createLanes(() => ({ perUser: 2, system: 3 }));
  const order: string[] = [];
  const enter = async (key: string, name: string) => {
    const lane = await lanes.enter(key, never);
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
  const lane = await lanes.enter("a", never);
  const abort = new AbortController();
  const waiting = lanes.enter("a", abort.signal);
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ key: "request/cancelled" });
  const next = lanes.enter("a", never);
  lane.leave();
  (await next).leave();
});

it("keeps room in the line for others", async () => {
  const lanes = createLanes(() => ({ perUser: 1, system: 1 }));
  const lane = await lanes.enter("a", never);
  const waiting = Array.from({ length: 500 }, () => lanes.enter("a", never).then((one) => one.leave()));
  await expect(lanes.enter("a", never)).rejects.toMatchObject({ key: "request/busy" });
  const other = lanes.enter("b", never).then((one) => one.leave());
  lane.leave();
  await Promise.all([...waiting, other]);
});
