import { expect, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { createTaskQueue } from "./task-queue";

const limits = { perOwner: 2, total: 3, queuedPerOwner: 2 };
const never = new AbortController().signal;

/** Enters and notes the name when it is in. */
function enterAll(queue: ReturnType<typeof createTaskQueue>, owners: readonly string[]) {
  const begun: string[] = [];
  for (const [index, owner] of owners.entries())
    void queue.enter(owner, never).then(() => begun.push(`${owner}${index}`)); // never cancelled
  return begun;
}
const settle = () => new Promise(setImmediate);

test("so many of one owner, so many altogether, in their order", async () => {
  const queue = createTaskQueue(limits);
  const begun = enterAll(queue, ["a", "a", "a", "b", "b"]);
  await settle();
  expect(begun).toEqual(["a0", "a1", "b3"]);
  expect([queue.isFree("a"), queue.isFree("c")]).toEqual([false, false]);
  queue.leave("b");
  await settle();
  // The third of a came first, but its owner has two already.
  expect(begun).toEqual(["a0", "a1", "b3", "b4"]);
  queue.leave("a");
  await settle();
  expect(begun).toEqual(["a0", "a1", "b3", "b4", "a2"]);
});

test("a waiting one leaves by its signal and takes no place", async () => {
  const queue = createTaskQueue({ ...limits, total: 1 });
  await queue.enter("a", never);
  const controller = new AbortController();
  const second = queue.enter("b", controller.signal).catch((error: unknown) => error);
  const third = queue.enter("c", never);
  controller.abort();
  expect(isAppError(await second)).toBe(true);
  queue.leave("a");
  await third;
  expect(queue.isFree("b")).toBe(false);
});

test("too many waiting are refused, and who comes back is not", async () => {
  const queue = createTaskQueue({ perOwner: 1, total: 1, queuedPerOwner: 2 });
  const begun = enterAll(queue, ["a", "a", "a"]);
  expect(() => queue.assertRoom("a")).toThrow("request/busy");
  queue.assertRoom("b");
  queue.leave("a");
  queue.reenter("a");
  await settle();
  expect(begun).toEqual(["a0", "a1"]);
  queue.leave("a");
  queue.leave("a");
  await settle();
  expect(begun).toEqual(["a0", "a1", "a2"]);
});

test("what is cancelled already gets no place, and waits for none", async () => {
  const queue = createTaskQueue({ perOwner: 1, total: 1, queuedPerOwner: 1 });
  await expect(queue.enter("a", AbortSignal.abort())).rejects.toThrow("request/cancelled");
  await queue.enter("a", never);
  await expect(queue.enter("a", AbortSignal.abort())).rejects.toThrow("request/cancelled");
  queue.assertRoom("a");
  expect(queue.isFree("a")).toBe(false);
});
