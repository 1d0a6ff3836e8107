import { expect, test } from "vitest";
import type { Alert } from "@/lib/contracts/alert";
import type { Frame } from "@/components/metrics/view/frame";
import { marksAt, marksIn, nextMarkIndex } from "./alert-marks";

const frame: Frame = {
  times: [0, 100, 200, 300, 400, 500, 600],
  series: {},
  highest: null,
  stepMs: null,
  from: 0,
  to: 600,
};

const alert = (id: string, since: number, end: number | null, importance: Alert["importance"] = "warning"): Alert => ({
  id,
  rule_id: "rule",
  metric: "cpu",
  subject: "",
  comparison: "above",
  importance,
  threshold: 0.9,
  value: 0.95,
  worst: 0.99,
  since,
  fired_at: since,
  resolved_at: end,
});

test("shows what lies within the frame, cut at its ends, the most important ones on top", () => {
  const before = alert("before", -500, -100);
  const began = alert("began", -500, 100, "critical");
  const within = alert("within", 200, 300, "info");
  const going = alert("going", 500, null);
  const after = alert("after", 700, null);
  const marks = marksIn([after, going, within, began, before], frame);
  expect(marks.map(({ alert: { id }, from, to, hasBegun, hasEnded }) => [id, from, to, hasBegun, hasEnded])).toEqual([
    ["within", 200, 300, true, true],
    ["going", 500, 600, true, false],
    ["began", 0, 100, false, true],
  ]);
});

test("meets an alert in its time and a little beside it", () => {
  const marks = marksIn([alert("long", 100, 400), alert("short", 300, 300, "critical")], frame);
  const idsAt = (at: number, shown = frame) => marksAt(marks, at, shown).map((mark) => mark.alert.id);
  expect(idsAt(94)).toEqual([]);
  expect(idsAt(96)).toEqual(["long"]);
  expect(idsAt(304)).toEqual(["short", "long"]);
  expect(idsAt(340, { ...frame, stepMs: 100 })).toEqual(["short", "long"]);
});

test("goes from one end of an alert to the next, round and round", () => {
  const marks = marksIn([alert("one", -10, 100), alert("two", 310, null), alert("three", 90, 500)], frame);
  const forward = (index: number) => nextMarkIndex(marks, frame, { index, isBack: false });
  const back = (index: number) => nextMarkIndex(marks, frame, { index, isBack: true });
  expect([forward(-1), forward(1), forward(3), forward(5)]).toEqual([1, 3, 5, 1]);
  expect([back(-1), back(5), back(3), back(1)]).toEqual([5, 3, 1, 5]);
  expect(nextMarkIndex([], frame, { index: -1, isBack: false })).toBeNull();
});
