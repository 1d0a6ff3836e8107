import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { beginVisits, endVisits, mayVisit } from "./visiting";

/** What belongs to the thread; `process-state` is asked of the shells of our own terminals as well. */
const inThread = new Set([
  "lib/server/machine/disks/mounted-elsewhere.ts",
  "lib/server/machine/disks/users-of-place.ts",
  "lib/server/machine/processes/open-files.ts",
  "lib/server/machine/processes/process-details.ts",
  "lib/server/machine/processes/process-jobs.ts",
  "lib/server/machine/processes/read-processes.ts",
  "lib/server/process/process-state.ts",
]);
const waits =
  /\/proc\/\$\{(?!process\.pid\})\w+\}\/(?:cmdline|environ|maps|smaps|smaps_rollup|numa_maps|io|stat|exe|cwd|root|fd|ns)\b/;

test("only the thread reads what may wait for another process", () => {
  const found = readdirSync("lib/server", { recursive: true, encoding: "utf8" })
    .map((name) => path.join("lib/server", name))
    .filter((file) => file.endsWith(".ts") && !/test|fixture/.test(file) && !inThread.has(file))
    .filter((file) => waits.test(readFileSync(file, "utf8")));
  // One of an earlier run of this server, in one of libuv's threads.
  expect(found).toEqual(["lib/server/storage/local/journal/journal.ts"]);
  expect(() => mayVisit(1)).toThrow("by a thread only");
});

test("when those that are slow have had their time together, no other is asked", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const told: number[] = [];
  const visit = (pid: number, tookMs: number) => {
    const may = mayVisit(pid);
    vi.advanceTimersByTime(may ? tookMs : 0);
    return may;
  };
  const begin = (patienceMs: number) =>
    beginVisits({ progress, held: new Set([9]), patienceMs, onSlow: ({ pid }) => void told.push(pid) });
  begin(200);
  expect([visit(9, 0), visit(1, 150), visit(2, 0), visit(3, 150), visit(4, 0), visit(5, 0)]).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
  endVisits();
  expect(told).toEqual([1, 3]);
  // Each question has its own.
  begin(200);
  expect(visit(4, 150)).toBe(true);
  endVisits();
  expect(told).toEqual([1, 3, 4]);
});
