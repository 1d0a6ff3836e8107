import { expect, test } from "vitest";
import { parseDiskstats } from "@/lib/server/machine/parse-diskstats";
import { parseMeminfo } from "@/lib/server/machine/parse-meminfo";
import { parseNetDev } from "@/lib/server/machine/parse-net-dev";
import { parsePressure } from "@/lib/server/machine/parse-pressure";
import { parseSystemStat } from "@/lib/server/machine/parse-system-stat";
import type { Counters } from "@/lib/server/machine/read-counters";
import { figuresOf } from "./read-figures";

const devices = {
  disks: [{ name: "sda", model: null, bytes: 1 }],
  networks: [
    { name: "eth0", isCounted: true },
    { name: "wg0", isCounted: false },
  ],
};

type At = { atMs: number; cpu: string; sectors?: number; received?: number; waited?: number };

function counters({ atMs, cpu, sectors = 0, received = 0, waited = 0 }: At): Counters {
  const stat = `cpu  ${cpu}\ncpu0 ${cpu}\n`;
  return {
    atMs,
    stat: parseSystemStat(stat),
    memory: parseMeminfo("MemTotal: 100 kB\nMemFree: 20 kB\nMemAvailable: 60 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n"),
    load: [1, 2, 3],
    pressure: { cpu: parsePressure(`some avg10=0 avg60=0 avg300=0 total=${waited}`), memory: null, io: null },
    disks: parseDiskstats(
      ` 8 0 sda 1 0 ${sectors} 0 1 0 ${sectors * 2} 0 0 ${atMs * 3} 0\n 8 1 sda1 1 0 9 0 1 0 9 0 0 9 0\n`,
    ),
    networks: parseNetDev(`eth0: ${received} 0 0 0 0 0 0 0 10 0\nwg0: ${received} 0 0 0 0 0 0 0 10 0\n`),
  };
}

const first = counters({ atMs: 1_000, cpu: "100 0 100 700 100 0 0 0 0 0", sectors: 100, received: 5_000 });

test("the first reading has no rates, and what is not there is no zero", () => {
  const figures = figuresOf(null, first, devices);
  expect(figures).toEqual({
    "memory/used": 40 * 1024,
    "memory/cached": 40 * 1024,
    "load/1": 1,
    "load/5": 2,
    "load/15": 3,
  });
});

test("rates are of the time that really passed", () => {
  const next = counters({
    atMs: 3_000,
    cpu: "150 0 130 800 110 0 0 10 0 0",
    sectors: 300,
    received: 9_000,
    waited: 500_000,
  });
  const figures = figuresOf(first, next, devices);
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Math.round(value * 1000) / 1000]),
  );
  expect(rounded).toMatchObject({
    "cpu/busy": 0.45,
    "cpu/user": 0.25,
    "cpu/system": 0.15,
    "cpu/wait": 0.05,
    "cpu/stolen": 0.05,
    "core/0/busy": 0.45,
    "cpu/busiest": 0.45,
    "pressure/cpu": 0.25,
    "disk/sda/read": (200 * 512) / 2,
    "disk/written": (400 * 512) / 2,
    // More than one request at a time is no more than always.
    "disk/sda/busy": 1,
    "net/eth0/received": 2_000,
    "net/wg0/received": 2_000,
    // A tunnel's are among those of the interface that it goes through.
    "net/received": 2_000,
    "net/sent": 0,
  });
  expect(figures["cpu/busy"]).toBeCloseTo(0.45);
  expect(Object.keys(figures).filter((key) => key.startsWith("pressure/") || key.startsWith("swap/"))).toEqual([
    "pressure/cpu",
  ]);
});

test("a counter that began anew is a gap, in its sum as well, and no spike", () => {
  const next = counters({ atMs: 2_000, cpu: "150 0 130 800 110 0 0 10 0 0", sectors: 3, received: 10 });
  const figures = figuresOf(first, next, devices);
  const keys = Object.keys(figures);
  expect(keys.filter((key) => /^(?:disk|net)\//.test(key))).toEqual([]);
  expect(figures["cpu/busy"]).toBeCloseTo(0.45);
  const restarted = counters({ atMs: 2_000, cpu: "1 0 1 800 110 0 0 10 0 0", sectors: 300, received: 6_000 });
  expect(Object.keys(figuresOf(first, restarted, devices)).filter((key) => key.startsWith("cpu/"))).toEqual([]);
  // Of idle and of waiting the kernel may take back a little.
  const back = counters({ atMs: 2_000, cpu: "150 0 150 699 99 0 0 0 0 0", sectors: 300, received: 6_000 });
  expect(figuresOf(first, back, devices)).toMatchObject({ "cpu/busy": 1, "cpu/wait": 0 });
});

test("two readings in the same moment say nothing of rates", () => {
  const next = counters({ atMs: 1_050, cpu: "101 0 100 700 100 0 0 0 0 0", sectors: 300, received: 6_000 });
  expect(figuresOf(first, next, devices)).not.toHaveProperty("net/received");
});
