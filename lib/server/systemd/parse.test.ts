import { expect, test } from "vitest";
import { parseEntry } from "./journal-query";
import { countOf, parseShow, timeOf } from "./parse-show";
import { parseBoots } from "./read-journal";
import { resourcesOf } from "./resources-of";

test("what systemctl shows is read block by block", () => {
  const [first, second, ...others] = parseShow(
    "Id=a.service\nExecStart=one\nExecStart=two = 2\n\nId=b.timer\nUnit=\n\n\n",
  );
  expect(first?.get("ExecStart")).toBe("one\ntwo = 2");
  expect([second?.get("Id"), second?.get("Unit"), others]).toEqual(["b.timer", "", []]);
});

test("what is not counted is no number", () => {
  const [unit] = parseShow("A=12\nB=[not set]\nC=18446744073709551615\nD=infinity\nE=0");
  expect(["A", "B", "C", "D", "E", "F"].map((name) => countOf(unit ?? new Map(), name))).toEqual([
    12,
    null,
    null,
    null,
    0,
    null,
  ]);
  const clock = { nowMs: 1_000_000, nowUs: 500_000_000 };
  expect(timeOf(new Map([["T", "499000000"]]), "T", clock)).toBe(999_000);
  expect(timeOf(new Map([["T", "0"]]), "T", clock)).toBeNull();
});

test("of what a unit uses only what is counted is told, and only limits that there are", () => {
  const [unit] = parseShow(
    "MainPID=0\nTasksCurrent=3\nTasksMax=infinity\nMemoryCurrent=[not set]\nMemoryMax=1048576\nCPUUsageNSec=1999999\nNRestarts=0",
  );
  expect(resourcesOf(unit ?? new Map(), { nowMs: 0, nowUs: 0 })).toEqual({
    since: null,
    pid: null,
    tasks: 3,
    tasks_max: null,
    memory: null,
    memory_peak: null,
    memory_max: 1048576,
    cpu_ms: 1,
    restarts: 0,
  });
});

test("boots are read in both of journalctl's forms", () => {
  const id = "0123456789abcdef".repeat(2);
  const boot = { id, first_at: Date.UTC(2026, 10, 1, 8, 0, 1), last_at: Date.UTC(2026, 10, 2, 9, 30, 0) };
  expect(parseBoots(` -1 ${id} Sun 2026-11-01 08:00:01 UTC\u2014Mon 2026-11-02 09:30:00 UTC\n`)).toEqual([boot]);
  const table = `IDX BOOT ID                          FIRST ENTRY                 LAST ENTRY\n  0 ${id} Sun 2026-11-01 08:00:01 UTC Mon 2026-11-02 09:30:00 UTC\n`;
  expect(parseBoots(table)).toEqual([boot]);
});

test("entries are read, whatever is in them", () => {
  const entry = (fields: object) =>
    parseEntry(JSON.stringify({ __CURSOR: "s=1", __REALTIME_TIMESTAMP: "1700000000123456", ...fields }));
  expect(entry({ MESSAGE: [104, 105, 255], _COMM: "x" })).toMatchObject({
    message: "hi\ufffd",
    source: "x",
    priority: 6,
    pid: null,
  });
  expect(entry({ MESSAGE: null, PRIORITY: "9", _PID: "12", SYSLOG_IDENTIFIER: "y" })).toMatchObject({
    message: "",
    priority: 6,
    pid: 12,
    source: "y",
  });
  expect(entry({ MESSAGE: "a".repeat(9_000) })).toMatchObject({ is_cut: true });
  expect(entry({})?.at).toBe(1_700_000_000_123);
  for (const line of ["", "{", "7", "{}", '{"__CURSOR":"s"}']) expect(parseEntry(line)).toBeNull();
});
