import { afterEach, expect, test, vi } from "vitest";
import { createKernelFiles } from "@/lib/server/machine/kernel-files";
import { readCounters } from "@/lib/server/machine/read-counters";
import { createSurroundings } from "./look-around";
import { createSampler, type Known, type Reading, type Sampler } from "./sampler";

const files = createKernelFiles();
let sampler: Sampler | null = null;
afterEach(() => {
  sampler?.stop();
  files.close();
});

/** One of this machine. */
function make(paces: { watchedMs: number; aloneMs: number }) {
  const readings: Reading[] = [];
  let reads = 0;
  const lookAround = createSurroundings();
  sampler = createSampler({
    ...paces,
    readCounters: () => {
      reads++;
      return readCounters(files);
    },
    lookAround,
    onReading: (reading) => readings.push(reading),
    onFailure: (error) => {
      throw error;
    },
  });
  return { made: sampler, readings, reads: () => reads };
}

test("reads slowly for itself, fast from the first viewer on, once for all of them, and slowly again after the last", async () => {
  const { made, readings, reads } = make({ watchedMs: 210, aloneMs: 60_000 });
  await made.start();
  expect([reads(), made.known()?.reading.figures["memory/used"]]).toEqual([1, expect.any(Number)]);
  const told: Known[][] = [[], [], []];
  const leave = told.map((list) => made.follow((known) => list.push(known)));
  await vi.waitFor(() => expect(told[2]?.length).toBeGreaterThanOrEqual(3));
  for (const stop of leave) stop();
  const after = reads();
  // Whoever came at the same time was told the very same.
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.[0]?.reading).toBe(told[2]?.[0]?.reading);
  expect(after).toBe(1 + (told[0]?.length ?? 0));
  expect(readings).toHaveLength(after);
  expect(made.viewers()).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 700));
  // One may have been on its way.
  expect(reads() - after).toBeLessThanOrEqual(1);
});

test("remembers the last five minutes, and no more of them than are drawn", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { made } = make({ watchedMs: 0, aloneMs: 0 });
    await made.start();
    await vi.waitFor(() => expect(made.recent().length).toBe(400), { interval: 20 });
    vi.setSystemTime(Date.now() + 301_000);
    await vi.waitFor(() => expect(made.recent().length).toBeLessThan(400));
    // A clock that is put back: nothing of the future is shown.
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.waitFor(() => expect(made.recent().every(({ atMs }) => atMs <= Date.now())).toBe(true));
  } finally {
    vi.useRealTimers();
  }
});
