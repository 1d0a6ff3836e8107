import { expect, test } from "vitest";
import { makeTurns } from "./thumbnail-turns";

/** Work that ends when it is told to, and tells when it begins. */
function work(name: string, begun: string[]) {
  let end = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  const run = () => {
    begun.push(name);
    return over;
  };
  return { run, end: () => end() };
}

test("so many run at once, what is urgent goes first, and what is given up never begins", async () => {
  const turns = makeTurns(1);
  const begun: string[] = [];
  const { signal } = new AbortController();
  const given = new AbortController();
  const [a, b, c, d] = [work("a", begun), work("b", begun), work("c", begun), work("d", begun)];
  const taken = [
    turns.take(a.run, signal, { isUrgent: false }),
    turns.take(b.run, signal, { isUrgent: false }),
    turns.take(c.run, signal, { isUrgent: true }),
  ];
  const lost = turns.take(d.run, given.signal, { isUrgent: true });
  given.abort();
  await expect(lost).rejects.toThrow("given up");
  for (const one of [a, c, b]) one.end();
  await Promise.all(taken);
  expect(begun).toEqual(["a", "c", "b"]);
});

test("work that fails makes room as well", async () => {
  const turns = makeTurns(1);
  const { signal } = new AbortController();
  const fail = () => Promise.reject(new Error("broken"));
  await expect(turns.take(fail, signal, { isUrgent: false })).rejects.toThrow("broken");
  await expect(turns.take(() => Promise.resolve(1), signal, { isUrgent: false })).resolves.toBe(1);
});
