import { execFile } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemdContract } from "@/lib/contracts/systemd";
import { isAppError } from "@/lib/shared/errors";
import { emptyService, serviceText, timerText } from "@/lib/shared/unit-text";
import { isInside } from "@/lib/server/process/systemd-fixture";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { createUnits } from "./create-units";
import { nextTimes, parseCalendar } from "./next-times";
import { getOverride, setOverride } from "./override";
import { createUnitReader } from "./read-units";
import { deleteUnit, listRemovedUnits, restoreUnit } from "./remove-unit";
import { checkUnits, getUnitFile, setUnitFile } from "./unit-file";

const run = promisify(execFile);
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
const folder = "/etc/systemd/system";

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());
const ctxOf = (isRoot = true) => ({ ...fixture.ctx, actor: actorOf("mia", isRoot), about: vi.fn() });

/** On the machine with systemd that units.int.test.ts starts. */
function testInside(): void {
  describe("inside", () => {
    const systemctl = (...args: string[]) => run("systemctl", args).then(({ stdout }) => stdout.trim());
    const show = (unit: string, property: string) => systemctl("show", "--value", `--property=${property}`, "--", unit);
    const make = (unit: string, text: string, begin: "nothing" | "enable-now" = "nothing") =>
      createUnits({ scope: "", units: [{ unit, text }], begin }, ctxOf());
    const sleeper = serviceText({ ...emptyService, command: "/bin/sleep 600" }, "");

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
      expect(Number(lstatSync(`${folder}/nightly.timer`).mode & 0o777).toString(8)).toBe("644");
      const rows = await createUnitReader("").read();
      const ownOf = (id: string) => rows.find((row) => row.id === id)?.is_own;
      expect([ownOf("nightly.timer"), ownOf("nightly.service"), ownOf("dbus.service")]).toEqual([true, true, false]);
      // The second of two is there: the first is taken back.
      const half = [
        { unit: "half.timer", text: timerText(timer) },
        { unit: "half.service", text: sleeper },
      ];
      symlinkSync("/nowhere", `${folder}/half.service`);
      expect(await keyOf(createUnits({ scope: "", units: half, begin: "nothing" }, ctxOf()))).toMatch(/^systemd\//);
      expect(existsSync(`${folder}/half.timer`)).toBe(false);
    });

    test("a name that is taken is refused, wherever the unit comes from", async () => {
      for (const unit of ["dbus.service", "getty@.service", "getty@tty9.service", "nightly.service"])
        expect([unit, await keyOf(make(unit, sleeper))]).toEqual([unit, "systemd/exists"]);
      expect(existsSync(`${folder}/dbus.service`)).toBe(false);
      await make("fresh@.service", sleeper);
      expect(await keyOf(make("fresh@.service", sleeper))).toBe("systemd/exists");
    });

    test("that it does not start is told, and it is there", async () => {
      const { said } = await make("bad.service", "[Service]\nType=oneshot\nExecStart=/bin/false\n", "enable-now");
      expect(said).toMatch(/bad\.service/);
      expect(existsSync(`${folder}/bad.service`)).toBe(true);
    });

    test("a file is read, checked, and written as it was: with its rights, and not over a change of somebody else", async () => {
      const unit = "kept.service";
      await make(unit, sleeper);
      chmodSync(`${folder}/${unit}`, 0o600);
      const { text, etag, path, drop_ins } = await getUnitFile({ unit, scope: "" }, ctxOf());
      expect([path, text, drop_ins]).toEqual([`${folder}/${unit}`, sleeper, []]);
      const changed = text.replace("[Service]\n", "[Service]\nNice=7\n").trimEnd();
      const made = await setUnitFile({ unit, scope: "", text: changed, etag }, ctxOf());
      expect(readFileSync(path, "utf8")).toBe(`${changed}\n`);
      expect((lstatSync(path).mode & 0o777).toString(8)).toBe("600");
      expect(await show(unit, "Nice")).toBe("7");
      expect(await keyOf(setUnitFile({ unit, scope: "", text, etag }, ctxOf()))).toBe("systemd/changed");
      await setUnitFile({ unit, scope: "", text, etag: made.etag }, ctxOf());
      const messages = await checkUnits({ scope: "", units: [{ unit, text: "[Service]\nNiice=1\n" }] }, ctxOf());
      expect(messages.messages.join()).toMatch(/Niice/);
      expect(messages.messages.join()).not.toMatch(/filedeck-check/);
      writeFileSync(path, Buffer.from([0x5b, 0xff, 0x0a]));
      expect(await keyOf(getUnitFile({ unit, scope: "" }, ctxOf()))).toBe("systemd/not-text");
      expect(await keyOf(getUnitFile({ unit: "dbus.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
      symlinkSync("/etc/shadow", `${folder}/linked.service`);
      expect(await keyOf(getUnitFile({ unit: "linked.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
      expect((await run("sh", ["-c", "ls -d /run/filedeck-check-* 2>/dev/null | wc -l"])).stdout.trim()).toBe("0");
      expect((await run("sh", ["-c", `ls -A ${folder} | grep -c '^.filedeck-[^r]' || true`])).stdout.trim()).toBe("0");
    });

    test("what is deleted stops, goes with all that was over it, and comes back as it was", async () => {
      const unit = "gone\\x2d:me.service";
      await make(unit, sleeper, "enable-now");
      await setOverride({ unit, scope: "", text: "[Service]\nNice=3", etag: await etagOf(unit, "") }, ctxOf());
      writeFileSync(`${folder}/${unit}.d/more.conf`, "[Unit]\nDescription=More\n");
      expect((await getUnitFile({ unit, scope: "" }, ctxOf())).drop_ins).toEqual(["more.conf", "override.conf"]);
      const { id } = await deleteUnit({ unit, scope: "" }, ctxOf());
      expect(await show(unit, "LoadState")).toBe("not-found");
      for (const path of [unit, `${unit}.d`, `multi-user.target.wants/${unit}`])
        expect([path, existsSync(`${folder}/${path}`)]).toEqual([path, false]);
      const { units } = await listRemovedUnits({ scope: "" }, ctxOf());
      expect(units[0]).toMatchObject({ id, unit });
      expect((lstatSync(`${folder}/.filedeck-removed/${id}`).mode & 0o777).toString(8)).toBe("700");
      // Somebody has made another one since.
      writeFileSync(`${folder}/${unit}`, "mine");
      expect(await keyOf(restoreUnit({ id, scope: "" }, ctxOf()))).toBe("systemd/exists");
      expect(readFileSync(`${folder}/${unit}`, "utf8")).toBe("mine");
      await run("rm", ["--", `${folder}/${unit}`]);
      expect(await restoreUnit({ id, scope: "" }, ctxOf())).toEqual({ unit, said: "" });
      expect([await show(unit, "ActiveState"), await show(unit, "UnitFileState"), await show(unit, "Nice")]).toEqual([
        "active",
        "enabled",
        "3",
      ]);
      expect(await show(unit, "Description")).toBe("More");
      expect(await keyOf(restoreUnit({ id, scope: "" }, ctxOf()))).toBe("undo/gone");
    });

    test("a template goes with what runs of it; what a package brought, and this program, stay", async () => {
      await make("many@.service", sleeper);
      await systemctl("start", "many@a.service", "many@b.service");
      await deleteUnit({ unit: "many@.service", scope: "" }, ctxOf());
      expect(await show("many@a.service", "ActiveState")).toBe("inactive");
      expect(await keyOf(deleteUnit({ unit: "dbus.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
      expect(await keyOf(deleteUnit({ unit: "linked.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
      const own = readFileSync("/proc/self/cgroup", "utf8").trim().split("/").at(-1) ?? "";
      if (own.endsWith(".scope")) {
        writeFileSync(`${folder}/${own}`, "[Scope]\n");
        expect(await keyOf(deleteUnit({ unit: own, scope: "" }, ctxOf()))).toBe("systemd/itself");
      }
    });

    test("only the latest twenty are kept", async () => {
      for (let number = 0; number < 22; number++) {
        const aside = `${folder}/.filedeck-removed/${1_000_000_000_000 + number}-aaaaaaaaaaaa`;
        mkdirSync(aside, { recursive: true });
        writeFileSync(`${aside}/old${number}.service`, sleeper);
      }
      await make("last.service", sleeper);
      await deleteUnit({ unit: "last.service", scope: "" }, ctxOf());
      const { units } = await listRemovedUnits({ scope: "" }, ctxOf());
      expect([units.length, units[0]?.unit]).toEqual([20, "last.service"]);
      expect(existsSync(`${folder}/.filedeck-removed/1000000000000-aaaaaaaaaaaa`)).toBe(false);
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

    test("an account's units are written as that account, and its links lead nowhere", async () => {
      await run("useradd", ["--create-home", "--home-dir", "/home/una", "una"]);
      const uid = Number((await run("id", ["-u", "una"])).stdout);
      const scope = "una";
      const refused = { unit: "a.service", scope, text: sleeper, etag: "" };
      expect(await keyOf(setUnitFile(refused, ctxOf()))).toBe("systemd/no-manager");
      await systemctl("start", `user@${uid}.service`);
      const units = [
        { unit: "hers.service", text: serviceText({ ...emptyService, command: "/bin/sleep 600" }, scope) },
      ];
      expect(await checkUnits({ scope, units }, ctxOf())).toEqual({ messages: [] });
      expect(
        (await checkUnits({ scope, units: [{ unit: "h.service", text: "[Servce]\n" }] }, ctxOf())).messages.join(),
      ).toMatch(/Servce/);
      expect(await createUnits({ scope, units, begin: "enable-now" }, ctxOf())).toEqual({ is_done: true, said: "" });
      const hers = "/home/una/.config/systemd/user";
      for (const path of ["/home/una/.config", hers, `${hers}/hers.service`])
        expect([path, lstatSync(path).uid]).toEqual([path, uid]);
      const rows = await createUnitReader(scope).read();
      expect(rows.find(({ id }) => id === "hers.service")).toMatchObject({ active: "active", is_own: true });

      const before = await getOverride({ unit: "hers.service", scope }, ctxOf());
      await setOverride({ unit: "hers.service", scope, text: "[Service]\nNice=4", etag: before.etag }, ctxOf());
      expect(readFileSync(`${hers}/hers.service.d/override.conf`, "utf8")).toBe("[Service]\nNice=4\n");
      const { id } = await deleteUnit({ unit: "hers.service", scope }, ctxOf());
      expect(existsSync(`${hers}/hers.service`)).toBe(false);
      expect(await restoreUnit({ id, scope }, ctxOf())).toEqual({ unit: "hers.service", said: "" });
      expect(lstatSync(`${hers}/hers.service.d/override.conf`).uid).toBe(uid);

      // Into folders of root's, and out of them.
      mkdirSync("/etc/only-root", { mode: 0o700 });
      writeFileSync("/etc/only-root/override.conf", "secret");
      symlinkSync("/etc/only-root", `${hers}/trap.service.d`);
      expect((await getOverride({ unit: "trap.service", scope }, ctxOf())).text).toBe("");
      const { etag } = await getOverride({ unit: "trap.service", scope }, ctxOf());
      expect(await keyOf(setOverride({ unit: "trap.service", scope, text: "[Unit]", etag }, ctxOf()))).toBe(
        "systemd/failed",
      );
      expect(readFileSync("/etc/only-root/override.conf", "utf8")).toBe("secret");
      symlinkSync("/etc/only-root", `${hers}/.filedeck-trap`);
      await run("rm", ["-rf", `${hers}/.filedeck-removed`]);
      symlinkSync("/etc/only-root", `${hers}/.filedeck-removed`);
      expect(await keyOf(deleteUnit({ unit: "hers.service", scope }, ctxOf()))).toBe("systemd/failed");
      expect(existsSync(`${hers}/hers.service`)).toBe(true);
      expect((await run("ls", ["-A", "/etc/only-root"])).stdout.trim()).toBe("override.conf");
      await systemctl("stop", `user@${uid}.service`);
    }, 40_000);

    async function etagOf(unit: string, scope: string): Promise<string> {
      return (await getOverride({ unit, scope }, ctxOf())).etag;
    }
  });
}
if (isInside) testInside();

test("all of it is for administrators alone", async () => {
  const [unit, scope, ctx] = ["a.service", "", ctxOf(false)];
  for (const refused of [
    getUnitFile({ unit, scope }, ctx),
    setUnitFile({ unit, scope, text: "[Unit]", etag: "" }, ctx),
    checkUnits({ scope, units: [{ unit, text: "[Unit]" }] }, ctx),
    createUnits({ scope, units: [{ unit, text: "[Unit]" }], begin: "nothing" }, ctx),
    deleteUnit({ unit, scope }, ctx),
    listRemovedUnits({ scope }, ctx),
    restoreUnit({ id: "1700000000000-aaaaaaaaaaaa", scope }, ctx),
  ])
    expect(await keyOf(refused)).toBe("auth/root-only");
});

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
  for (const id of ["../..", "1700000000000-../../../..", ".", "1700000000000-aaaaaaaaaaaa/x"])
    expect([id, systemdContract.restoreUnit.input.safeParse({ id }).success]).toEqual([id, false]);
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
