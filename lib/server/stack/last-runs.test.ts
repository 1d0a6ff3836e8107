import { expect, test, vi } from "vitest";
import { beginRun, cancelRun, failedOf, forgetRun, lastOutputOf, listenToRuns, outputLimits } from "./last-runs";

const about = { action: "up", service: null, by: "root", stop: () => {} } as const;

test("keeps the end of what was said, from the beginning of a line, and tells of all that is new", () => {
  const heard = vi.fn();
  const stop = listenToRuns("long", heard);
  const run = beginRun("long", about);
  const line = `${"x".repeat(999)}\n`;
  for (let at = 0; at < 1_000; at++) run.hear(Buffer.from(line));
  run.hear(Buffer.from("é").subarray(0, 1));
  run.hear(Buffer.from("é").subarray(1));
  run.end(0);
  stop();
  const output = lastOutputOf("long");
  const text = output?.text ?? "";
  expect(text.length).toBeLessThanOrEqual(outputLimits.characters);
  expect(text.length).toBeGreaterThan(outputLimits.characters / 2);
  expect([text.startsWith(line), text.endsWith("\né")]).toEqual([true, true]);
  expect((output?.left ?? 0) + text.length).toBe(1_000 * line.length + 1);
  expect(output?.run.ended).toMatchObject({ code: 0, is_canceled: false });
  expect(heard).toHaveBeenCalled();
});

test("says what failed, and nothing of what was canceled, begun anew, or forgotten", () => {
  beginRun("shop", about).end(1);
  expect(failedOf("shop")).toBe("up");
  const again = beginRun("shop", about);
  expect(failedOf("shop")).toBeNull();
  cancelRun("shop");
  again.end(130);
  expect([failedOf("shop"), lastOutputOf("shop")?.run.ended?.is_canceled]).toEqual([null, true]);
  beginRun("shop", about).end(null);
  expect(failedOf("shop")).toBe("up");
  forgetRun("shop");
  expect([failedOf("shop"), lastOutputOf("shop")]).toEqual([null, null]);
});

test("lets the oldest that have ended go, and none that goes on", () => {
  const running = beginRun("running", about);
  for (let at = 0; at < outputLimits.runs + 5; at++) beginRun(`other-${at}`, about).end(0);
  expect(lastOutputOf("other-0")).toBeNull();
  expect(lastOutputOf(`other-${outputLimits.runs + 4}`)).not.toBeNull();
  expect(lastOutputOf("running")?.run.ended).toBeNull();
  running.end(0);
});
