import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { isInside } from "@/lib/server/process/systemd-fixture";
import { changeUnit } from "./change-unit";
import { readJournal } from "./read-journal";
import { createUnitReader } from "./read-units";
import { nameInJournal } from "./real-names";
import { systemctl, unitFolder, withUnitFixture } from "./unit-fixture";

const { ctxOf } = withUnitFixture();

/** On the machine with systemd that units.int.test.ts starts. */
function testInside(): void {
  test("another name of a unit has its state and its journal, whether it runs or not", async () => {
    const service = "[Service]\nExecStart=/bin/sh -c 'echo served; exec sleep 600'\n[Install]\n";
    const install = "Alias=www-alias.service httpd-alias.service\nWantedBy=multi-user.target\n";
    writeFileSync(`${unitFolder}/web-own.service`, service + install);
    await systemctl("daemon-reload");
    await systemctl("enable", "--now", "web-own.service");
    const rowsNow = async () => new Map((await createUnitReader("").readAll()).map((row) => [row.id, row]));
    for (const id of ["www-alias.service", "httpd-alias.service"]) {
      const running = (await rowsNow()).get(id);
      expect(running).toMatchObject({ active: "active", sub: "running", alias_of: "web-own.service", is_own: false });
      const messagesOf = async () =>
        (await readJournal({ unit: id, scope: "", limit: 20 }, ctxOf())).entries.map(({ message }) => message);
      await vi.waitFor(async () => expect(await messagesOf()).toContain("served"));
    }
    expect((await rowsNow()).get("web-own.service")).toMatchObject({ active: "active", alias_of: null });
    await changeUnit({ unit: "www-alias.service", scope: "", action: "stop" }, ctxOf());
    const stopped = await rowsNow();
    for (const id of ["www-alias.service", "web-own.service"])
      expect([id, stopped.get(id)?.active, stopped.get(id)?.can_start]).toEqual([id, "inactive", true]);
    expect(await nameInJournal({ unit: "nowhere.service", scope: "" })).toBe("nowhere.service");
    await systemctl("disable", "web-own.service");
  });
}
if (isInside) testInside();

test("the whole journal is of no unit", async () => {
  expect(await nameInJournal({ scope: "" })).toBeUndefined();
});
