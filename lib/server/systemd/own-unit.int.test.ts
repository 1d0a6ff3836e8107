import { beforeAll, describe, expect, test } from "vitest";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import type { UnitAction } from "@/lib/shared/units-of-systemd";
import { nestedMs, runNested } from "@/lib/server/process/nested-run-fixture";
import { isInside, startSystemd, systemdProblem } from "@/lib/server/process/systemd-fixture";
import { changeUnit } from "./change-unit";
import { getUnit } from "./get-unit";
import { isMachineState } from "./machine-states";
import { deleteUnit } from "./remove-unit";
import { keyOf, show, systemctl, unitFolder, withUnitFixture } from "./unit-fixture";

const { ctxOf } = withUnitFixture();
const own = "filedeck-own.service";
const isOwnUnit = isInside && existsSync("/run/filedeck-own");

/** What it needs, which is there before it. */
const before = {
  "own-deep.service": "[Service]\nExecStart=/bin/sleep 600",
  "own-needed.service": "[Unit]\nBindsTo=own-deep.service\nAfter=own-deep.service\n[Service]\nExecStart=/bin/sleep 600",
  "own-group.target": "[Unit]\nDescription=Group",
  "own-made@.service": "[Service]\nExecStart=/bin/sleep 600\n[Install]\nWantedBy=multi-user.target",
} as const;

const sleeping = "[Service]\nExecStart=/bin/sleep 600\n[Install]\nWantedBy=multi-user.target";
const units: Readonly<Record<string, string>> = {
  "rival.service": `[Unit]\nConflicts=${own}\n${sleeping}`,
  "rival-of-deep.service": `[Unit]\nConflicts=own-deep.service\n${sleeping}`,
  "pulls.service": `[Unit]\nWants=pulls-more.service\n${sleeping}`,
  "pulls-more.service": `[Unit]\nRequires=rival.service\n${sleeping}`,
  "rival.timer": "[Timer]\nOnActiveSec=1\nUnit=rival.service",
  "rival.path": "[Path]\nPathExists=/etc\nUnit=rival.service",
  "falling.service": "[Unit]\nOnFailure=rival.service\n[Service]\nExecStart=/bin/false",
  "after.service": "[Unit]\nOnSuccess=poweroff.target\n[Service]\nExecStart=/bin/true",
  "isolating.service":
    "[Unit]\nOnFailure=plain.service\nOnFailureJobMode=isolate\n[Service]\nExecStart=/bin/false\n[Install]\nWantedBy=multi-user.target",
  "ender.service": "[Unit]\nSuccessAction=poweroff-force\n[Service]\nType=oneshot\nExecStart=/bin/true",
  "ender.timer": "[Timer]\nOnActiveSec=1",
  "rival@.service": `[Unit]\nConflicts=${own}\n${sleeping}`,
  "plain.service": `[Unit]\nOnFailure=other.service\n${sleeping}`,
  "other.service": `[Unit]\nConflicts=plain-rival.service\n${sleeping}`,
  "plain-rival.service": sleeping,
  "leaning.service": `[Unit]\nRequires=plain.service\n${sleeping}`,
  "plain.timer": "[Timer]\nOnCalendar=yearly",
  "plain@.service": sleeping,
  "plain@.timer": "[Timer]\nOnCalendar=yearly",
  "pulls-instance.target": "[Unit]\nWants=plain@pulled.service",
};

const stops: readonly UnitAction[] = ["stop", "restart", "mask", "disable", "disable-now"];
const each = (type: string, names: string) => names.split(" ").map((name) => [`${name}.${type}`, ["start"]] as const);
const refused: readonly (readonly [string, readonly UnitAction[]])[] = [
  [own, stops],
  ["own.slice", ["stop", "restart"]],
  ["-.slice", ["stop"]],
  ["-.mount", ["stop", "mask"]],
  ["sysinit.target", ["stop", "restart", "mask"]],
  ["own-needed.service", stops],
  ["own-deep.service", stops],
  ["own-group.target", ["stop", "restart"]],
  ["alias-of-deep.service", ["stop"]],
  ["rival.service", ["start", "restart", "enable", "enable-now"]],
  ["rival-of-deep.service", ["start", "restart"]],
  ["pulls.service", ["start"]],
  ["rival.timer", ["start", "enable-now"]],
  ["rival.path", ["start"]],
  ["falling.service", ["start"]],
  ["after.service", ["start"]],
  ["isolating.service", ["start"]],
  ["ender.service", ["start", "restart"]],
  ["ender.timer", ["start"]],
  ["rival@x.service", ["start"]],
  ["rival@.service", ["enable"]],
  // Whoever names an instance writes a part of its command.
  ["plain@new.service", ["start", "restart", "enable", "enable-now", "mask"]],
  ["alias@new.service", ["start"]],
  ["plain@new.timer", ["start", "enable-now"]],
  ["podman-kube@-srv-team-x.yaml.service", ["start"]],
  ["user@1500.service", ["start", "stop", "restart", "mask"]],
  ["user@.service", ["mask"]],
  ["user-runtime-dir@1500.service", ["start", "stop"]],
  ["own-made@.service", ["mask", "disable"]],
  ["own-made@one.service", ["mask", "disable"]],
  ["alias-of-poweroff.service", ["start"]],
  ["poweroff.target", ["start", "restart", "enable", "enable-now"]],
  ...each(
    "target",
    "reboot halt kexec soft-reboot rescue emergency exit shutdown umount final suspend hibernate hybrid-sleep suspend-then-hibernate " +
      "sleep ctrl-alt-del default runlevel0 runlevel1 runlevel6 initrd initrd-switch-root initrd-root-fs system-update",
  ),
  ...each(
    "service",
    "systemd-poweroff systemd-reboot systemd-halt systemd-kexec systemd-exit systemd-suspend systemd-hibernate systemd-hybrid-sleep " +
      "rescue emergency initrd-cleanup initrd-switch-root",
  ),
];
const allowed: readonly (readonly [string, readonly UnitAction[]])[] = [
  ["plain.service", ["start", "restart", "enable", "stop", "enable-now", "disable-now"]],
  ["other.service", ["start"]],
  ["plain-rival.service", ["start", "stop"]],
  ["leaning.service", ["start", "stop"]],
  ["plain.timer", ["start", "stop"]],
  ["plain@x.service", ["restart", "stop", "start"]],
  ["plain@pulled.service", ["start", "stop"]],
  ["plain@own.service", ["start", "stop"]],
  ["plain@file.service", ["start", "stop"]],
  ["plain@.service", ["disable"]],
  ["multi-user.target", ["start"]],
  ["systemd-tmpfiles-clean.service", ["start"]],
  ["systemd-tmpfiles-clean.timer", ["restart"]],
];

/** In a service of a machine with systemd that the last test starts. */
function testInside(): void {
  describe("inside", () => {
    const change = (unit: string, action: UnitAction) => keyOf(changeUnit({ unit, scope: "", action }, ctxOf(false)));

    beforeAll(async () => {
      for (const [unit, text] of Object.entries(units)) writeFileSync(`${unitFolder}/${unit}`, `${text}\n`);
      // What an administrator has named: enabled, pulled in, with an override or a file of its own.
      mkdirSync(`${unitFolder}/plain@own.service.d`);
      writeFileSync(`${unitFolder}/plain@own.service.d/override.conf`, "[Unit]\nDescription=Own\n");
      writeFileSync(`${unitFolder}/plain@file.service`, `${sleeping}\n`);
      symlinkSync(`${unitFolder}/plain@.service`, `${unitFolder}/alias@.service`);
      symlinkSync(`${unitFolder}/own-deep.service`, `${unitFolder}/alias-of-deep.service`);
      symlinkSync("/lib/systemd/system/systemd-poweroff.service", `${unitFolder}/alias-of-poweroff.service`);
      await systemctl("daemon-reload");
      // That something runs already hides nothing.
      await systemctl("start", "own-group.target", "pulls-instance.target");
      await systemctl("stop", "plain@pulled.service");
      await systemctl("enable", "plain@x.service");
    });

    test("what is no administrator's stops neither what it runs in nor the machine", async () => {
      for (const [unit, actions] of refused)
        for (const action of actions)
          expect([unit, action, await change(unit, action)]).toEqual([unit, action, "auth/root-only"]);
      expect(await show(own, "ActiveState")).toMatch(/^activ/);
    }, 120_000);

    test("all else is done as it was", async () => {
      for (const [unit, actions] of allowed)
        for (const action of actions)
          expect([unit, action, await change(unit, action)]).toEqual([unit, action, "done"]);
    });

    test("administrators are told what it ends with, and delete none of it", async () => {
      const isItself = async (unit: string) => (await getUnit({ unit, scope: "" }, ctxOf())).is_itself;
      for (const unit of [own, "own-deep.service", "sysinit.target", "own.slice", "own-made@.service"])
        expect([unit, await isItself(unit)]).toEqual([unit, true]);
      expect(await isItself("plain.service")).toBe(false);
      expect(await keyOf(deleteUnit({ unit: "own-deep.service", scope: "" }, ctxOf()))).toBe("systemd/itself");
      expect(await keyOf(deleteUnit({ unit: "own-made@.service", scope: "" }, ctxOf()))).toBe("systemd/itself");
    });
  });
}
if (isOwnUnit) testInside();

test.each([
  ["poweroff.target", true],
  ["systemd-suspend.service", true],
  ["systemd-hibernate-resume@dev-sda.service", true],
  ["initrd-parse-etc.service", true],
  ["power.service", false],
  ["rebooter.service", false],
  ["sleep-log.service", false],
  ["systemd-user-sessions.service", false],
  ["poweroff.mount", false],
  ["multi-user.target", false],
])("%s is a state of the machine: %s", (unit, isIt) => {
  expect(isMachineState(unit)).toBe(isIt);
});

test.skipIf(isInside || systemdProblem() !== null)(
  "the unit that it runs in, and the machine, on a machine with systemd",
  async () => {
    const systemd = await startSystemd();
    try {
      for (const [unit, text] of Object.entries(before))
        await systemd.run("sh", "-c", 'printf "%s\\n" "$1" >"$2"', "sh", text, `${unitFolder}/${unit}`);
      await systemd.run("sh", "-c", "touch /run/filedeck-own; systemctl daemon-reload");
      const said = await runNested(
        systemd,
        ["lib/server/systemd/own-unit.int.test.ts"],
        [
          "systemd-run",
          "--wait",
          "--pipe",
          "--quiet",
          `--unit=${own}`,
          "--slice=own.slice",
          `--working-directory=${process.cwd()}`,
          "--setenv=HOME=/root",
          "--property=Requires=own-needed.service own-made@one.service",
          "--property=PartOf=own-group.target",
        ],
      );
      expect(said).toMatch(/all else is done as it was/);
    } finally {
      await systemd.stop();
    }
  },
  nestedMs,
);
