import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { systemdContract } from "@/lib/contracts/systemd";
import { emptyService, serviceText, timerText } from "@/lib/shared/unit-text";
import { isInside, run } from "@/lib/server/process/systemd-fixture";
import { createUnits } from "./create-units";
import { nextTimes, parseCalendar } from "./next-times";
import { createUnitReader } from "./read-units";
import { checkUnits } from "./unit-file";
import { keyOf, show, sleeper, unitFolder, withUnitFixture } from "./unit-fixture";

const { ctxOf, make } = withUnitFixture();

/** On the machine with systemd that units.int.test.ts starts. */
function testInside(): void {
  describe("inside", () => {
    test("what a form says is what the program gets, whatever is in it", async () => {
      const args = [
        "a b",
        "$HOME",
        "${X}",
        "50% %h %%",
        'x"y',
        "it's",
        "back\\slash\\",
        ";",
        "-rf",
        "é\t!",
        "`id`",
        "",
      ];
      const typed = args.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(" ");
      const out = "/run/made-args";
      writeFileSync("/usr/local/bin/say-args", `#!/bin/sh\nprintf '%s\\n' "$PWD" "$A" "$B" "$@" > ${out}\n`);
      chmodSync("/usr/local/bin/say-args", 0o755);
      mkdirSync("/srv/50% off", { recursive: true });
      const text = serviceText(
        {
          ...emptyService,
          description: '100% "fine" $HOME',
          command: `/usr/local/bin/say-args ${typed}`,
          isOnce: true,
          folder: "/srv/50% off",
          environment: 'A=two "words" $HOME 5% \\n\nB=',
          memoryMax: "64M",
          cpuQuota: "50%",
          isHardened: true,
        },
        "",
      );
      const units = [{ unit: "say:args@-1.service", text: text.replace("RestrictSUIDSGID=yes\n", "") }];
      expect(await checkUnits({ scope: "", units }, ctxOf())).toEqual({ messages: [] });
      expect(await createUnits({ scope: "", units, begin: "start" }, ctxOf())).toEqual({ is_done: true, said: "" });
      expect(readFileSync(out, "utf8").split("\n")).toEqual([
        "/srv/50% off",
        'two "words" $HOME 5% \\n',
        "",
        ...args,
        "",
      ]);
      expect(await show("say:args@-1.service", "Description")).toBe('100% "fine" $HOME');
      expect(await show("say:args@-1.service", "MemoryMax")).toBe(String(64 * 1024 * 1024));
    });

    test("by a shell, it is the shell's", async () => {
      const command = "cd /; n=5; echo \"$n 50%\" '$n' | tr a-z A-Z > /run/made-shell";
      await createUnits(
        {
          scope: "",
          units: [
            {
              unit: "shelled.service",
              text: serviceText({ ...emptyService, command, inShell: true, isOnce: true }, ""),
            },
          ],
          begin: "start",
        },
        ctxOf(),
      );
      expect(readFileSync("/run/made-shell", "utf8")).toBe("5 50% $N\n");
    });

    test("a timer and its service are made together, or neither", async () => {
      const timer = { description: "", calendar: "*-*-* 04:00", isPersistent: true, randomDelay: "5min", unit: "" };
      const units = [
        { unit: "nightly.timer", text: timerText(timer) },
        { unit: "nightly.service", text: serviceText({ ...emptyService, command: "/bin/true", isTimed: true }, "") },
      ];
      expect((await checkUnits({ scope: "", units }, ctxOf())).messages).toEqual([]);
      expect(await createUnits({ scope: "", units, begin: "enable-now" }, ctxOf())).toEqual({
        is_done: true,
        said: "",
      });
      expect([await show("nightly.timer", "ActiveState"), await show("nightly.timer", "UnitFileState")]).toEqual([
        "active",
        "enabled",
      ]);
      expect((lstatSync(`${unitFolder}/nightly.timer`).mode & 0o777).toString(8)).toBe("644");
      const rows = await createUnitReader("").readAll();
      const ownOf = (id: string) => rows.find((row) => row.id === id)?.is_own;
      expect([ownOf("nightly.timer"), ownOf("nightly.service"), ownOf("dbus.service")]).toEqual([true, true, false]);
      // The second of two is there: the first is taken back.
      const half = [
        { unit: "half.timer", text: timerText(timer) },
        { unit: "half.service", text: sleeper },
      ];
      symlinkSync("/nowhere", `${unitFolder}/half.service`);
      expect(await keyOf(createUnits({ scope: "", units: half, begin: "nothing" }, ctxOf()))).toMatch(/^systemd\//);
      expect(existsSync(`${unitFolder}/half.timer`)).toBe(false);
    });

    test("a name that is taken is refused, wherever the unit comes from", async () => {
      for (const unit of ["dbus.service", "getty@.service", "getty@tty9.service", "nightly.service"])
        expect([unit, await keyOf(make(unit, sleeper))]).toEqual([unit, "systemd/exists"]);
      expect(existsSync(`${unitFolder}/dbus.service`)).toBe(false);
      await make("fresh@.service", sleeper);
      expect(await keyOf(make("fresh@.service", sleeper))).toBe("systemd/exists");
    });

    test("that it does not start is told, and it is there", async () => {
      const { said } = await make("bad.service", "[Service]\nType=oneshot\nExecStart=/bin/false\n", "enable-now");
      expect(said).toMatch(/bad\.service/);
      expect(existsSync(`${unitFolder}/bad.service`)).toBe(true);
    });

    test("the next times of an expression are the machine's", async () => {
      const inMachine = async (zone: string) => {
        await run("ln", ["-sf", `/usr/share/zoneinfo/${zone}`, "/etc/localtime"]);
        return nextTimes({ expression: "*-*-* 04:30" }, ctxOf());
      };
      for (const [zone, utc] of [
        ["Asia/Tokyo", "19:30"],
        ["UTC", "04:30"],
      ] as const) {
        const { normalized, times } = await inMachine(zone);
        expect([normalized, times.length, new Date(times[0] ?? 0).toISOString().slice(11, 16)]).toEqual([
          "*-*-* 04:30:00",
          5,
          utc,
        ]);
        expect(times.toSorted((a, b) => a - b)).toEqual(times);
        expect(times[0]).toBeGreaterThan(Date.now());
      }
      expect(await nextTimes({ expression: "2001-01-01" }, ctxOf())).toMatchObject({ times: [] });
      for (const expression of ["tomorrow-ish", "--version", "-h"])
        expect([expression, await keyOf(nextTimes({ expression }, ctxOf()))]).toEqual([expression, "systemd/calendar"]);
    });
  });
}
if (isInside) testInside();

test("what is no name, no text, and no expression is refused before anybody asks", () => {
  const isRight = (units: unknown) => systemdContract.createUnits.input.safeParse({ units, begin: "nothing" }).success;
  const text = "[Service]\nExecStart=/bin/true\n";
  for (const unit of [
    "-rf.service",
    "a b.service",
    "../a.service",
    "a\n.service",
    'a".service',
    "a%i.service",
    "a.mount",
    "a",
  ])
    expect([unit, isRight([{ unit, text }])]).toEqual([unit, false]);
  expect(isRight([{ unit: "a@b\\x2d.service", text }])).toBe(true);
  expect(isRight([{ unit: "a.service", text: " \n" }])).toBe(false);
  expect(isRight([{ unit: "a.service", text: "[Unit]\0" }])).toBe(false);
  expect(isRight([{ unit: "a.service", text: "x".repeat(65 * 1024) }])).toBe(false);
  expect(
    isRight([
      { unit: "a.service", text },
      { unit: "a.service", text },
    ]),
  ).toBe(false);
  expect(isRight([])).toBe(false);
  expect(systemdContract.nextTimes.input.safeParse({ expression: "daily\n" }).success).toBe(false);
});

test("what systemd says of times is read in every zone", () => {
  const said = [
    "  Original form: *-*-* 04:00",
    "Normalized form: *-*-* 04:00:00",
    "    Next elapse: Tue 2026-11-24 04:00:00 CET",
    "       (in UTC): Tue 2026-11-24 03:00:00 UTC",
    "       From now: 10h left",
    "       Iter. #2: Wed 2026-11-25 04:00:00 CET",
    "       (in UTC): Wed 2026-11-25 03:00:00 UTC",
  ].join("\n");
  expect(parseCalendar(said).times.map((at) => new Date(at).toISOString())).toEqual([
    "2026-11-24T03:00:00.000Z",
    "2026-11-25T03:00:00.000Z",
  ]);
});
