import { expect, test } from "vitest";
import { unitsIn } from "./own-units";

const system = "0::/system.slice/filedeck.service";
const user = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/filedeck.service";
const old = "12:pids:/system.slice/filedeck.service\n1:name=systemd:/system.slice/filedeck.service\n0::/";

test.each([
  [system, "filedeck.service", null, true],
  [system, "system.slice", null, true],
  [system, "-.slice", null, true],
  [system, "dbus.service", null, false],
  [system, "deck.service", null, false],
  [system, "filedeck.service", 1000, false],
  [old, "filedeck.service", null, true],
  // What an account has by the same name is another.
  [user, "filedeck.service", null, false],
  [user, "user@1000.service", null, true],
  [user, "user-1000.slice", null, true],
  [user, "filedeck.service", 1000, true],
  [user, "app.slice", 1000, true],
  [user, "-.slice", 1000, true],
  [user, "filedeck.service", 1001, false],
  [user, "user@1000.service", 1000, false],
  ["0::/", "-.slice", null, false],
])("%s: %s of %s: %s", (cgroups, unit, uid, isIt) => {
  expect(unitsIn(cgroups, uid).includes(unit)).toBe(isIt);
});
