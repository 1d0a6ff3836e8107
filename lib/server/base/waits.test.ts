import { expect, test } from "vitest";
import { createWaits } from "./waits";

test("lets few of one holder and few in all wait, and each place is given back, however it ends", async () => {
  const wait = createWaits({ perHolder: 2, inAll: 3 });
  const ends: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const begin = (holder: string) =>
    wait(holder, () => new Promise<string>((resolve, reject) => ends.push({ resolve, reject })));
  const [one, two] = [begin("a"), begin("a")];
  await expect(begin("a")).rejects.toThrow("request/busy");
  const three = begin("b");
  await expect(begin("c")).rejects.toThrow("request/overloaded");
  expect(ends).toHaveLength(3);
  ends[0]?.resolve("done");
  await expect(one).resolves.toBe("done");
  const four = begin("c");
  ends[1]?.reject(new Error("away"));
  await expect(two).rejects.toThrow("away");
  const five = begin("a");
  for (const { resolve } of ends.slice(2)) resolve("done");
  await expect(Promise.all([three, four, five])).resolves.toEqual(["done", "done", "done"]);
});
