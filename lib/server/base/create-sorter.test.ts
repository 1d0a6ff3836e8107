import { expect, it } from "vitest";
import { createSorter } from "./create-sorter";

it("sorts what comes in pages, equal ones in the order they came in", async () => {
  const pages = [3, 1, 7, 2, 2, 40, 5, 0].map((length, page) =>
    Array.from({ length: length * 100 }, (_, index) => ({ key: (index * 7919 + page) % 97, page, index })),
  );
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
  const sorter = createSorter(compare);
  for (const page of pages) await sorter.add(page);
  expect(await sorter.end()).toEqual(pages.flat().toSorted(compare));
});

it("is done with nothing", async () => {
  expect(await createSorter<number>((a, b) => a - b).end()).toEqual([]);
});

it("lets others have their turn while it merges", async () => {
  const sorter = createSorter<number>((a, b) => a - b);
  await sorter.add(Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_003));
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  await sorter.add(Array.from({ length: 60_000 }, (_, index) => (index * 104_729) % 100_003));
  await sorter.end();
  clearInterval(count);
  expect(turns).toBeGreaterThan(0);
});
