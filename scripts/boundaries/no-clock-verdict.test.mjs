import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

const bad = [
  "const began = performance.now(); work(); expect(performance.now() - began).toBeLessThan(20);",
  "const began = Date.now(); work(); expect(Date.now() - began).toBeGreaterThanOrEqual(20);",
  "const began = performance.now(); work(); expect((performance.now() - began) / 20).toBeLessThanOrEqual(3);",
  "const began = performance.now(); const took = performance.now() - began; expect(took).toBeLessThan(20);",
  "let began = 0; began = performance.now(); const end = performance.now(); expect(end - began).toBeLessThan(20);",
  "const began = performance.now(); expect.soft(performance.now() - began).not.toBeGreaterThan(20);",
  "const began = performance.now(); expect([code, performance.now() - began < 3_000]).toEqual([0, true]);",
  "async function stop() { return { tookMs: 1 }; } const { tookMs } = await stop(); expect([0, tookMs < 3_000]).toEqual([0, true]);",
  "let worstMs = 0; worstMs = look(); expect(worstMs).toBeLessThan(1_000);",
  "expect(Math.min(...tookMs)).toBeLessThan(5_000);",
  "let longest = 0; const began = performance.now(); longest = Math.max(longest, performance.now() - began); expect(longest).toBeLessThan(9);",
  'expect(Date.now() - Date.parse(line.at ?? "")).toBeLessThan(4_000);',
  "const began = process.cpuUsage(); work(began);",
  "expect(process.memoryUsage().rss).toBeLessThan(100);",
  "expect(process.memoryUsage.rss()).toBeLessThan(100);",
  'import { monitorEventLoopDelay } from "node:perf_hooks"; monitorEventLoopDelay();',
  "const used = performance.eventLoopUtilization(); work(used);",
  'import { memoryMb } from "@/bench/support/measure"; memoryMb(1);',
];

const good = [
  "expect(steps).toBeLessThan(20);",
  "expect(Math.abs((row.started_at ?? 0) - Date.now())).toBeLessThan(60_000);",
  "expect(next.getTime()).toBeGreaterThan(Date.now());",
  "expect(next.getTime()).toBeLessThan(Date.now() + 86_400_000);",
  "expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 6 * 86_400_000);",
  "const old = new Date(Date.now() - 3_600_000); expect(await find(old)).toEqual([]);",
  "const before = Date.now(); expect(saved.mtimeMs).toBeGreaterThanOrEqual(before - 1_000);",
  "expect(made.recent().every(({ atMs }) => atMs <= Date.now())).toBe(true);",
  "const start = Date.now(); tried.push(Date.now() - start); expect(tried).toEqual([0, 350]);",
  "const until = performance.now() + 500; while (performance.now() < until) await read();",
  "const ends = Math.round(((newest.ends_at ?? 0) - Date.now()) / 86_400_000); expect(ends).toBe(7);",
];

const folder = mkdtempSync(path.join(tmpdir(), "filedeck-clock-"));
const found = new Map();
const fileOf = (text) => `${bad.includes(text) ? "bad" : "good"}-${[...bad, ...good].indexOf(text)}.test.ts`;

beforeAll(() => {
  const config = {
    plugins: [],
    categories: { correctness: "off" },
    jsPlugins: [path.join(import.meta.dirname, "plugin.mjs")],
    rules: { "filedeck/no-clock-verdict": "error" },
  };
  writeFileSync(path.join(folder, "config.json"), JSON.stringify(config));
  for (const text of [...bad, ...good]) writeFileSync(path.join(folder, fileOf(text)), text);
  const lint = path.join(root, "node_modules/.bin/oxlint");
  const { diagnostics } = JSON.parse(report(lint, ["-c", path.join(folder, "config.json"), "--format=json", folder]));
  for (const { filename, message } of diagnostics) found.set(path.basename(filename), message);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** It ends with 1, for it finds something. */
function report(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  } catch (error) {
    return error.stdout;
  }
}

test.each(bad)("%s: is reported", (text) => {
  expect(found.get(fileOf(text))).toMatch(/bench\/verdicts/);
});
test.each(good)("%s: is not", (text) => {
  expect(found.get(fileOf(text))).toBeUndefined();
});
