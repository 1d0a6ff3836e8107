import { expect, test } from "vitest";
import { stateWordOf } from "./state-word";

test.each([
  ["a.service", "active", "running", "active"],
  ["a.service", "active", "exited", "exited"],
  ["a.service", "inactive", "dead", "inactive"],
  ["a.service", "failed", "failed", "failed"],
  ["a.scope", "active", "running", "active"],
  ["a.target", "active", "active", "on"],
  ["a.target", "inactive", "dead", "off"],
  ["-.slice", "active", "active", "on"],
  ["-.mount", "active", "mounted", "mounted"],
  ["srv.mount", "inactive", "dead", "unmounted"],
  ["srv.mount", "failed", "failed", "failed"],
  ["a.timer", "active", "waiting", "waiting"],
  ["a.timer", "active", "running", "active"],
  ["a.socket", "active", "listening", "listening"],
  ["a.path", "active", "waiting", "waiting"],
  ["sda.device", "active", "plugged", "on"],
  ["a.service", "refreshing", "x", null],
])("%s, %s (%s): %s", (id, active, sub, word) => {
  expect(stateWordOf({ id, active, sub })).toBe(word);
});
