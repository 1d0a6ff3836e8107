import { describe, expect, test } from "vitest";
import { isInside } from "@/lib/server/process/systemd-fixture";
import { changeUnit } from "./change-unit";
import { getUnit } from "./get-unit";
import { parseShow } from "./parse-show";
import { schedulesOf } from "./read-timer";
import { keyOf, show, systemctl, withUnitFixture } from "./unit-fixture";

/** Run on the machine that units.int.test.ts starts. */
function testInside(): void {
  describe("inside", () => {
    const { ctxOf, make } = withUnitFixture();

    test("a template has its file, and an instance of it is started", async () => {
      const text =
        "[Unit]\nDescription=Counts for %i\n[Service]\nExecStart=/bin/sleep 600\n[Install]\nWantedBy=multi-user.target\n";
      await make("counter@.service", text);
      const details = await getUnit({ unit: "counter@.service", scope: "" }, ctxOf());
      expect(details.properties).toMatchObject({
        Id: "counter@.service",
        Description: "Counts for %i",
        UnitFileState: "disabled",
      });
      expect(details.timer).toBeNull();
      expect(details.files).toEqual([{ path: "/etc/systemd/system/counter@.service", text, is_drop_in: false }]);
      expect((await getUnit({ unit: "counter@.service", scope: "" }, ctxOf(false))).files).toEqual([]);
      // Asking has made no instance.
      expect(await systemctl("list-units", "--all", "--plain", "--no-legend", "counter@*")).toBe("");

      const instance = "counter@my\\x20caf\\xc3\\xa9.service";
      await changeUnit({ unit: instance, scope: "", action: "start" }, ctxOf());
      expect(await show(instance, "ActiveState")).toBe("active");
      expect((await getUnit({ unit: instance, scope: "" }, ctxOf())).properties).toMatchObject({ Id: instance });
      await changeUnit({ unit: instance, scope: "", action: "stop" }, ctxOf());
      for (const unit of ["nothing@.service", "nothing@x.service"])
        expect(await keyOf(getUnit({ unit, scope: "" }, ctxOf()))).toBe("systemd/not-found");
    });

    test("a timer has its schedules, its next run, and what it starts", async () => {
      await make("tick.service", "[Service]\nType=oneshot\nExecStart=/bin/true\n");
      const text =
        "[Timer]\nOnCalendar=*-*-* 04:30:00\nOnCalendar=Mon *-*-* 12:00\nOnBootSec=2d\n[Install]\nWantedBy=timers.target\n";
      await make("tick.timer", text, "enable-now");
      const { timer } = await getUnit({ unit: "tick.timer", scope: "" }, ctxOf());
      expect(timer).toMatchObject({ starts: "tick.service", last: null });
      expect(timer?.schedules.toSorted()).toEqual([
        "OnBootSec=2d",
        "OnCalendar=*-*-* 04:30:00",
        "OnCalendar=Mon *-*-* 12:00:00",
      ]);
      const next = new Date(timer?.next ?? 0);
      expect(next.getTime()).toBeGreaterThan(Date.now());
      expect(next.getTime()).toBeLessThan(Date.now() + 86_400_000);
      await systemctl("stop", "tick.timer");
      expect((await getUnit({ unit: "tick.timer", scope: "" }, ctxOf())).timer).toMatchObject({ next: null });
    });
  });
}
if (isInside) testInside();

test("schedules are read as a timer's file has them", () => {
  const text = [
    "TimersCalendar={ OnCalendar=*-*-* 06:00:00 ; next_elapse=Thu 2026-11-26 06:00:00 UTC }",
    "TimersCalendar={ OnCalendar=Mon *-*-* 00:00:00 ; next_elapse=(null) }",
    "TimersMonotonic={ OnUnitActiveUSec=1d ; next_elapse=0 }",
  ];
  expect(parseShow(text.join("\n")).map(schedulesOf)).toEqual([
    ["OnCalendar=*-*-* 06:00:00", "OnCalendar=Mon *-*-* 00:00:00", "OnUnitActiveSec=1d"],
  ]);
  expect(schedulesOf(new Map([["TimersCalendar", "nothing that is known"]]))).toEqual([]);
});
