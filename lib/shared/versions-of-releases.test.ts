import { expect, test } from "vitest";
import { isNewer } from "./versions-of-releases";

test.each([
  ["0.2.0", "0.1.9", true],
  ["v0.10.0", "0.9.0", true],
  ["1.0.0", "1.0.0", false],
  ["1.0.0", "1.0.1", false],
  ["1.0.0", "1.0.0-rc.1", true],
  ["1.0.0-rc.1", "1.0.0", false],
  ["1.0.0-rc.10", "1.0.0-rc.9", true],
  ["1.0.0+build.2", "1.0.0+build.1", false],
  ["latest", "0.1.0", false],
])("%s is newer than %s: %s", (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
