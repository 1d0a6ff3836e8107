import { expect, test } from "vitest";
import { actionsFor, isInItsPlace } from "./actions-for";

const unit = {
  active: "inactive",
  file: "disabled",
  load: "loaded",
  can_start: true,
  can_stop: true,
  can_reload: false,
};

test.each([
  [{}, ["start", "enable", "enable-now", "mask"]],
  [{ active: "active" }, ["stop", "restart", "enable", "mask"]],
  [
    { active: "active", file: "enabled", can_reload: true },
    ["stop", "restart", "reload", "disable", "disable-now", "mask"],
  ],
  [{ active: "failed", file: "enabled" }, ["start", "reset-failed", "disable", "mask"]],
  [{ file: "static" }, ["start", "mask"]],
  [{ file: "masked", load: "masked" }, ["unmask"]],
  [{ active: "active", file: "transient" }, ["stop", "restart"]],
  [{ active: "active", file: "", can_start: false, can_stop: false }, []],
  // A template: enabling it enables its default instance, and there is nothing to start.
  [{ load: "not-loaded", can_start: false }, ["enable", "mask"]],
  [{ load: "not-loaded", can_start: false, file: "enabled-runtime" }, ["disable", "mask"]],
])("%j: %j", (fields, actions) => {
  expect(actionsFor({ ...unit, ...fields })).toEqual(actions);
});

test.each([
  [{ is_own: true, file: "enabled" }, true],
  [{ is_own: false, file: "linked" }, true],
  [{ is_own: false, file: "enabled" }, false],
])("%j has its file where a mask would be: %s", (unit, isIt) => {
  expect(isInItsPlace(unit)).toBe(isIt);
});
