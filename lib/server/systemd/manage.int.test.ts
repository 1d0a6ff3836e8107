import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemdContract, type JournalEntry, type UnitRow } from "@/lib/contracts/systemd";
import { isAppError } from "@/lib/shared/errors";
import { applyLive, type LiveMessage } from "@/lib/shared/live-rows";
import type { UnitAction } from "@/lib/shared/units-of-systemd";
import { isInside } from "@/lib/server/process/systemd-fixture";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { changeUnit } from "./change-unit";
import { followJournal } from "./follow-journal";
import { followUnits } from "./follow-units";
import { getUnit } from "./get-unit";
import { journalArgs } from "./journal-query";
import { listManagers } from "./list-managers";
import { checkOverride, getOverride, setOverride } from "./override";
import { listBoots, readJournal } from "./read-journal";

const run = promisify(execFile);
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );

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
    const state = (unit: string) => systemctl("show", "--value", "--property=ActiveState", "--", unit);
    const change = (unit: string, action: UnitAction, isRoot = true) =>
      changeUnit({ unit, scope: "", action }, ctxOf(isRoot));
    const write = (unit: string, ...lines: string[]) =>
      writeFileSync(`/etc/systemd/system/${unit}`, `${lines.join("\n")}\n`);
    const hostile = "we\\x22ird:@-name.service";

    beforeAll(async () => {
      write(
        "sleeper.service",
        "[Unit]",
        "Description=Sleeps, and says so",
        "[Service]",
        "ExecStart=/bin/sh -c 'echo awake; exec sleep 600'",
        "[Install]",
        "WantedBy=multi-user.target",
      );
      write("leaner.service", "[Unit]", "BindsTo=sleeper.service", "[Service]", "ExecStart=/bin/sleep 600");
      write("broken.service", "[Service]", "Type=oneshot", "ExecStart=/bin/sh -c 'echo no >&2; exit 3'");
      write("later.timer", "[Timer]", "OnCalendar=*-*-* 04:00:00", "Unit=sleeper.service");
      write(hostile, "[Service]", "ExecStart=/bin/sleep 600");
      mkdirSync("/etc/systemd/system/sleeper.service.d", { recursive: true });
      writeFileSync("/etc/systemd/system/sleeper.service.d/override.conf", "[Service]\nEnvironment=SECRET=1\n");
      // What an administrator has put into /etc cannot be masked, what came with a package can.
      mkdirSync("/usr/local/lib/systemd/system", { recursive: true });
      writeFileSync("/usr/local/lib/systemd/system/vendor.service", "[Service]\nExecStart=/bin/sleep 600\n");
      // One that systemd takes for started as soon as there is a process.
      writeFileSync("/etc/systemd/system/fleeting.service", "[Service]\nExecStart=/bin/false\n");
      await systemctl("daemon-reload");
    });

    test("units are listed as systemd has them, and what changes is told", async () => {
      const stop = new AbortController();
      let rows: ReadonlyMap<string, UnitRow> = new Map();
      const messages: LiveMessage<UnitRow>[] = [];
      const over = followUnits(
        { scope: "" },
        { ...ctxOf(false), signal: stop.signal },
        {
          send: async (message) => {
            messages.push(message);
            rows = applyLive(rows, message);
          },
          received: (async function* () {})(),
        },
      );
      await vi.waitFor(() => expect(rows.size).toBeGreaterThan(50));
      // What systemd is slow to tell comes after the rest.
      await vi.waitFor(() =>
        expect([rows.get("sleeper.service"), rows.get("getty@.service")]).toMatchObject([
          { active: "inactive", file: "disabled", can_start: true },
          { load: "not-loaded", can_start: false },
        ]),
      );
      await change("later.timer", "start");
      await change("sleeper.service", "enable-now");
      await vi.waitFor(() =>
        expect(rows.get("sleeper.service")).toMatchObject({ active: "active", sub: "running", file: "enabled" }),
      );
      const { pid, since, description } = rows.get("sleeper.service") ?? {};
      expect([pid, description]).toEqual([
        Number(await systemctl("show", "--value", "--property=MainPID", "sleeper.service")),
        "Sleeps, and says so",
      ]);
      expect(Math.abs((since ?? 0) - Date.now())).toBeLessThan(30_000);
      await vi.waitFor(() => expect(rows.get("later.timer")?.next).toBeGreaterThan(Date.now()));
      stop.abort();
      await over;
    });

    test("each action does what systemd says that it does", async () => {
      await change("sleeper.service", "start");
      await change("leaner.service", "start");
      expect([await state("sleeper.service"), await state("leaner.service")]).toEqual(["active", "active"]);
      const before = await systemctl("show", "--value", "--property=MainPID", "sleeper.service");
      await change("sleeper.service", "restart");
      expect(await systemctl("show", "--value", "--property=MainPID", "sleeper.service")).not.toBe(before);
      await change("sleeper.service", "disable");
      expect(await systemctl("show", "--value", "--property=UnitFileState", "sleeper.service")).toBe("disabled");
      await change("leaner.service", "start");
      await change("sleeper.service", "stop");
      await vi.waitFor(async () => expect(await state("leaner.service")).toBe("inactive"));
      expect(await keyOf(change("sleeper.service", "reload"))).toBe("systemd/failed");
      await change("vendor.service", "mask");
      expect(await keyOf(change("vendor.service", "start"))).toBe("systemd/failed");
      await change("vendor.service", "unmask");
      await change("vendor.service", "start");
      expect(await state("vendor.service")).toBe("active");
      await expect(change("broken.service", "start")).rejects.toMatchObject({
        key: "systemd/failed",
        params: { text: expect.stringContaining("broken.service") },
      });
      expect(await state("broken.service")).toBe("failed");
      await expect(change("fleeting.service", "start")).rejects.toMatchObject({
        key: "systemd/ended-at-once",
        params: { name: "fleeting.service", text: "exit-code" },
      });
      for (const unit of ["broken.service", "fleeting.service"]) await change(unit, "reset-failed");
      expect(await state("broken.service")).toBe("inactive");
    });

    test("a name with all that a name may hold is that unit's alone", async () => {
      await change(hostile, "start");
      expect(await state(hostile)).toBe("active");
      expect(await keyOf(getUnit({ unit: hostile, scope: "" }, ctxOf()))).toBe("done");
      await change(hostile, "stop");
      expect(await state(hostile)).toBe("inactive");
    });

    test("the details name what belongs to a unit, and its files to administrators alone", async () => {
      // What is not loaded is in no relation.
      await change("leaner.service", "start");
      const details = await getUnit({ unit: "sleeper.service", scope: "" }, ctxOf());
      const { properties, relations, files, resources } = details;
      expect(details.is_itself).toBe(false);
      // What the machine that this one is on has given it no controller for is not counted.
      const isCounted = async (property: string) =>
        /^\d+$/.test((await systemctl("show", "--value", `--property=${property}`, "sleeper.service")).trim());
      expect(resources).toMatchObject({
        pid: Number(await systemctl("show", "--value", "--property=MainPID", "sleeper.service")),
        tasks_max: Number(await systemctl("show", "--value", "--property=TasksMax", "sleeper.service")),
        memory_max: null,
        restarts: 0,
      });
      expect(Math.abs((resources.since ?? 0) - Date.now())).toBeLessThan(60_000);
      const { tasks, memory, cpu_ms: cpuMs } = resources;
      expect([tasks !== null, memory !== null, cpuMs !== null]).toEqual(
        await Promise.all(["TasksCurrent", "MemoryCurrent", "CPUUsageNSec"].map(isCounted)),
      );
      expect(properties).toMatchObject({ Description: "Sleeps, and says so", LoadState: "loaded" });
      expect(relations["BoundBy"]).toEqual(["leaner.service"]);
      expect(files.map(({ path, is_drop_in }) => [path, is_drop_in])).toEqual([
        ["/etc/systemd/system/sleeper.service", false],
        ["/etc/systemd/system/sleeper.service.d/override.conf", true],
      ]);
      expect(files[1]?.text).toBe("[Service]\nEnvironment=SECRET=1\n");
      expect((await getUnit({ unit: "sleeper.service", scope: "" }, ctxOf(false))).files).toEqual([]);
      expect(await keyOf(getUnit({ unit: "nobody.service", scope: "" }, ctxOf()))).toBe("systemd/not-found");
    });

    test("what is put over a unit is checked, kept, used, and taken away again", async () => {
      const unit = "sleeper.service";
      const root = ctxOf();
      const before = await getOverride({ unit, scope: "" }, root);
      expect(before).toMatchObject({
        path: `/etc/systemd/system/${unit}.d/override.conf`,
        text: "[Service]\nEnvironment=SECRET=1\n",
      });
      const check = async (text: string) => (await checkOverride({ unit, scope: "", text }, root)).messages.join("\n");
      expect(await check("[Service]\nEnvironment=A=1\n")).toBe("");
      expect(await check("[Service]\nNoSuchThing=1\n")).toMatch(/NoSuchThing/);
      expect(await check("[Service]\nExecStart=/nowhere/at-all\n")).toMatch(/ExecStart|nowhere/);
      expect(await systemctl("show", "--value", "--property=Environment", unit)).toBe("SECRET=1");
      expect((await run("sh", ["-c", "ls -d /run/filedeck-check-* 2>/dev/null | wc -l"])).stdout.trim()).toBe("0");

      const text = "[Service]\nEnvironment=NEW=2";
      const { etag } = await setOverride({ unit, scope: "", text, etag: before.etag }, root);
      expect(await getOverride({ unit, scope: "" }, root)).toMatchObject({ text: `${text}\n`, etag });
      expect(await systemctl("show", "--value", "--property=Environment", unit)).toBe("NEW=2");
      expect(await keyOf(setOverride({ unit, scope: "", text: "", etag: before.etag }, root))).toBe("systemd/changed");
      await setOverride({ unit, scope: "", text: " \n", etag }, root);
      expect((await getOverride({ unit, scope: "" }, root)).text).toBe("");
      expect(await systemctl("show", "--value", "--property=DropInPaths", unit)).toBe("");
      const other = ctxOf(false);
      for (const refused of [
        getOverride({ unit, scope: "" }, other),
        checkOverride({ unit, scope: "", text }, other),
        setOverride({ unit, scope: "", text, etag }, other),
      ])
        expect(await keyOf(refused)).toBe("auth/root-only");

      const hostileText = "[Unit]\nDescription=$(touch /tmp/owned) `id` %h 'x' \"y\"\n";
      const { etag: first } = await getOverride({ unit: hostile, scope: "" }, root);
      const made = await setOverride({ unit: hostile, scope: "", text: hostileText, etag: first }, root);
      expect((await getOverride({ unit: hostile, scope: "" }, root)).text).toBe(hostileText);
      await setOverride({ unit: hostile, scope: "", text: "", etag: made.etag }, root);
    });

    test("the journal is read from its end, part by part, and by what is asked for", async () => {
      const words = Array.from({ length: 25 }, (_, index) => `line ${index} [a.b*c] ${"x".repeat(index)}`);
      for (const word of words) await run("logger", ["-t", "talker", "-p", "user.err", "--", word]);
      await run("journalctl", ["--sync"]);
      const asked = { scope: "", text: "[a.b*c]", limit: 10 };
      const first = await readJournal(asked, ctxOf(false));
      expect(first.has_more).toBe(true);
      expect(first.entries.map(({ message }) => message)).toEqual(words.slice(15).toReversed());
      expect(first.entries[0]).toMatchObject({ source: "talker", priority: 3, is_cut: false });
      const before = first.entries.at(-1)?.cursor ?? "";
      const second = await readJournal({ ...asked, before }, ctxOf(false));
      expect(second.entries.map(({ message }) => message)).toEqual(words.slice(5, 15).toReversed());
      const last = await readJournal({ ...asked, before: second.entries.at(-1)?.cursor ?? "" }, ctxOf(false));
      expect([last.entries.length, last.has_more]).toEqual([5, false]);
      expect((await readJournal({ ...asked, text: "[z]" }, ctxOf(false))).entries).toEqual([]);
      expect((await readJournal({ ...asked, priority: "crit" }, ctxOf(false))).entries).toEqual([]);
      expect((await readJournal({ ...asked, until: Date.now() - 600_000 }, ctxOf(false))).entries).toEqual([]);
      const ofUnit = await readJournal({ scope: "", unit: "sleeper.service", limit: 50 }, ctxOf(false));
      expect(ofUnit.entries.map(({ message }) => message)).toContain("awake");
      expect(ofUnit.entries.some(({ source }) => source === "talker")).toBe(false);
      const { boots } = await listBoots({}, ctxOf(false));
      expect(boots).toHaveLength(1);
      const boot = boots[0]?.id ?? "";
      expect((await readJournal({ ...asked, boot }, ctxOf(false))).entries).toHaveLength(10);
      expect(await keyOf(readJournal({ ...asked, boot: "1".repeat(32) }, ctxOf(false)))).toBe("systemd/failed");
    });

    test("what is written is told, all of it and in its order, also to a slow reader", async () => {
      const stop = new AbortController();
      const seen: JournalEntry[] = [];
      const over = followJournal(
        { scope: "", text: "flood" },
        { ...ctxOf(false), signal: stop.signal },
        {
          send: async ({ entries }) => {
            seen.push(...entries);
            await new Promise((resolve) => setTimeout(resolve, 20));
          },
          received: (async function* () {})(),
        },
      );
      await new Promise((resolve) => setTimeout(resolve, 500)); // journalctl has begun
      await run("sh", ["-c", "seq 3000 | sed 's/^/flood /' | systemd-cat -t flooder"]);
      await vi.waitFor(() => expect(seen).toHaveLength(3000));
      expect(seen.map(({ message }) => message)).toEqual(Array.from({ length: 3000 }, (_, at) => `flood ${at + 1}`));
      stop.abort();
      await over;
      await vi.waitFor(async () => expect((await run("ps", ["-eo", "args"])).stdout).not.toMatch(/journalctl.*flood/));
    });

    test("the services of accounts are for administrators", async () => {
      await systemctl("start", "user@0.service");
      expect(await listManagers({}, ctxOf())).toEqual({ accounts: ["root"] });
      expect(await listManagers({}, ctxOf(false))).toEqual({ accounts: [] });
      expect(await keyOf(getUnit({ unit: "dbus.service", scope: "root" }, ctxOf()))).toBe("done");
      const refused = { unit: "dbus.service", scope: "root" };
      expect(await keyOf(getUnit(refused, ctxOf(false)))).toBe("auth/root-only");
      expect(await keyOf(changeUnit({ ...refused, action: "stop" }, ctxOf(false)))).toBe("auth/root-only");
      expect(await keyOf(readJournal({ ...refused, limit: 1 }, ctxOf(false)))).toBe("auth/root-only");
      expect(await keyOf(getUnit({ unit: "dbus.service", scope: "daemon" }, ctxOf()))).toBe("systemd/no-manager");
    });
  });
}
if (isInside) testInside();

test("nothing of a filter is an option or a pattern of journalctl's", () => {
  const isFilter = (filter: object) => systemdContract.readJournal.input.safeParse(filter).success;
  for (const filter of [
    { unit: "-x" },
    { unit: "*" },
    { scope: "-x" },
    { scope: "a b" },
    { before: "--help" },
    { boot: "-1" },
    { priority: "7" },
    { limit: 501 },
  ])
    expect([filter, isFilter(filter)]).toEqual([filter, false]);
  expect(journalArgs({ text: "--file=/etc/shadow .*" }, null).at(-1)).toBe(String.raw`--grep=--file=/etc/shadow \.\*`);
});
