import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { systemdContract } from "@/lib/contracts/systemd";
import { isInside } from "@/lib/server/process/systemd-fixture";
import { changeUnit } from "./change-unit";
import { getUnit } from "./get-unit";
import { checkOverride, getOverride } from "./override";
import { readJournal } from "./read-journal";
import { deleteUnit } from "./remove-unit";
import { keyOf, show, systemctl, unitFolder, withUnitFixture } from "./unit-fixture";

const { ctxOf } = withUnitFixture();

/** On the machine with systemd that units.int.test.ts starts. */
function testInside(): void {
  test("a dash in front of a name is a part of it, wherever the name goes", async () => {
    const { properties } = await getUnit({ unit: "-.mount", scope: "" }, ctxOf());
    expect(properties).toMatchObject({ Id: "-.mount", Where: "/" });
    expect(await keyOf(readJournal({ unit: "-.mount", scope: "", limit: 5 }, ctxOf()))).toBe("done");
    expect(await keyOf(getOverride({ unit: "-.mount", scope: "" }, ctxOf()))).toBe("done");
    expect(await keyOf(changeUnit({ unit: "-.mount", scope: "", action: "stop" }, ctxOf()))).toBe("systemd/failed");
    const dashed = "--help.service";
    writeFileSync(`${unitFolder}/${dashed}`, "[Service]\nExecStart=/bin/sh -c 'echo dashed; exec sleep 600'\n");
    await systemctl("daemon-reload");
    await changeUnit({ unit: dashed, scope: "", action: "start" }, ctxOf());
    expect(await show(dashed, "ActiveState")).toBe("active");
    await vi.waitFor(async () =>
      expect(
        (await readJournal({ unit: dashed, scope: "", limit: 5 }, ctxOf())).entries.map(({ message }) => message),
      ).toContain("dashed"),
    );
    const text = "[Service]\nNice=3\n";
    expect((await checkOverride({ unit: dashed, scope: "", text }, ctxOf())).messages).toEqual([]);
    await deleteUnit({ unit: dashed, scope: "" }, ctxOf());
    expect(await keyOf(getUnit({ unit: dashed, scope: "" }, ctxOf()))).toBe("systemd/not-found");
  });
}
if (isInside) testInside();

test("a dash in front makes no option of a name, and nobody makes such a unit here", () => {
  const { changeUnit: change, createUnits: create } = systemdContract;
  const isUnit = (unit: string) => change.input.safeParse({ unit, action: "stop" }).success;
  expect(["-.mount", "-.slice", "--help.service", "-rf.timer"].filter((name) => !isUnit(name))).toEqual([]);
  expect(["--now", "--root=/.service", "-", "--", "-M x.service", "-*.service"].filter(isUnit)).toEqual([]);
  const isMade = (unit: string) =>
    create.input.safeParse({ units: [{ unit, text: "[Service]" }], begin: "nothing" }).success;
  expect([isMade("fine.service"), isMade("-x.service")]).toEqual([true, false]);
});
