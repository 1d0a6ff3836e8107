import { expect, test } from "vitest";
import { nextPiece, worked, type Sender } from "./paced-work";

const visitor = (name: string): Sender => ({ kind: "visitor", name });

async function work(sender: Sender, { isCostly, done }: { isCostly: boolean; done: (name: string) => void }) {
  const piece = { sender, isCostly };
  await nextPiece(piece);
  done(sender.name);
  worked(piece, { bytes: 10_000, ms: 1 });
}

test.each([["quick", false] as const, ["costly", true] as const])(
  "who comes behind hundreds of %s pieces of one other waits for one of them",
  async (_, isCostly) => {
    const order: string[] = [];
    const done = (name: string) => void order.push(name);
    const many = Array.from({ length: 300 }, () => work(visitor("many"), { isCostly, done }));
    await Promise.all([...many, work(visitor("one"), { isCostly, done }), work(visitor("two"), { isCostly, done })]);
    expect(order).toHaveLength(302);
    expect(order.slice(0, 4).toSorted()).toEqual(["many", "many", "one", "two"].toSorted());
  },
);

test("of one, first come, first served", async () => {
  const order: number[] = [];
  const work1 = (count: number) => work(visitor("one"), { isCostly: false, done: () => void order.push(count) });
  await Promise.all(Array.from({ length: 50 }, (_, count) => work1(count)));
  expect(order).toEqual(Array.from({ length: 50 }, (_, count) => count));
});
