import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { systemdContract } from "@/lib/contracts/systemd";
import { emptyService, serviceText } from "@/lib/shared/unit-text";
import { isInside, run } from "@/lib/server/process/systemd-fixture";
import { createUnits } from "./create-units";
import { getOverride, setOverride } from "./override";
import { createUnitReader } from "./read-units";
import { deleteUnit, listRemovedUnits, restoreUnit } from "./remove-unit";
import { checkUnits, getUnitFile, setUnitFile } from "./unit-file";
import { keyOf, show, sleeper, systemctl, unitFolder, withUnitFixture } from "./unit-fixture";

const { ctxOf, make } = withUnitFixture();

/** On the machine with systemd that units.int.test.ts starts. */
function testInside(): void {
  describe("inside", () => {
    test("a file is read, checked, and written as it was: with its rights, and not over a change of somebody else", async () => {
      const unit = "kept.service";
      await make(unit, sleeper);
      chmodSync(`${unitFolder}/${unit}`, 0o600);
      const { text, etag, path, drop_ins } = await getUnitFile({ unit, scope: "" }, ctxOf());
      expect([path, text, drop_ins]).toEqual([`${unitFolder}/${unit}`, sleeper, []]);
      const changed = text.replace("[Service]\n", "[Service]\nNice=7\n").trimEnd();
      const made = await setUnitFile({ unit, scope: "", text: changed, etag }, ctxOf());
      expect(readFileSync(path, "utf8")).toBe(`${changed}\n`);
      expect((lstatSync(path).mode & 0o777).toString(8)).toBe("600");
      expect(await show(unit, "Nice")).toBe("7");
      expect(await keyOf(setUnitFile({ unit, scope: "", text, etag }, ctxOf()))).toBe("systemd/changed");
      await setUnitFile({ unit, scope: "", text, etag: made.etag }, ctxOf());
      const windows = sleeper.replaceAll("\n", "\r\n");
      writeFileSync(path, windows);
      const read = await getUnitFile({ unit, scope: "" }, ctxOf());
      await setUnitFile({ unit, scope: "", text: sleeper.replace("600", "700"), etag: read.etag }, ctxOf());
      expect(readFileSync(path, "utf8")).toBe(windows.replace("600", "700"));
      writeFileSync(path, sleeper);
      const messages = await checkUnits({ scope: "", units: [{ unit, text: "[Service]\nNiice=1\n" }] }, ctxOf());
      expect(messages.messages.join()).toMatch(/Niice/);
      expect(messages.messages.join()).not.toMatch(/filedeck-check/);
      // What several units share is not changed for all of them, nor cut off from them.
      writeFileSync(`${unitFolder}/shared.conf`, "[Service]\nNice=1\n");
      mkdirSync(`${unitFolder}/${unit}.d`);
      symlinkSync("../shared.conf", `${unitFolder}/${unit}.d/override.conf`);
      const shared = { unit, scope: "", text: "[Service]\nNice=2\n" };
      const override = await getOverride({ unit, scope: "" }, ctxOf());
      expect(await keyOf(setOverride({ ...shared, etag: override.etag }, ctxOf()))).toBe("file/link-target");
      expect(readFileSync(`${unitFolder}/shared.conf`, "utf8")).toBe("[Service]\nNice=1\n");
      writeFileSync(path, Buffer.from([0x5b, 0xff, 0x0a]));
      expect(await keyOf(getUnitFile({ unit, scope: "" }, ctxOf()))).toBe("systemd/not-text");
      expect(await keyOf(getUnitFile({ unit: "dbus.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
      symlinkSync("/etc/shadow", `${unitFolder}/linked.service`);
      expect(await keyOf(getUnitFile({ unit: "linked.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
      expect((await run("sh", ["-c", "ls -d /run/filedeck-check-* 2>/dev/null | wc -l"])).stdout.trim()).toBe("0");
      expect((await run("sh", ["-c", `ls -A ${unitFolder} | grep -c '^.filedeck-[^r]' || true`])).stdout.trim()).toBe(
        "0",
      );
    });

    test("of two who save what they have read at once, one is told so", async () => {
      const unit = "raced.service";
      await make(unit, sleeper);
      const { etag } = await getUnitFile({ unit, scope: "" }, ctxOf());
      const nices = [3, 4].map((nice) => sleeper.replace("[Service]\n", `[Service]\nNice=${nice}\n`));
      const outcomes = await Promise.all(
        nices.map((text) => keyOf(setUnitFile({ unit, scope: "", text, etag }, ctxOf()))),
      );
      expect(outcomes.toSorted()).toEqual(["done", "systemd/changed"]);
      expect(readFileSync(`${unitFolder}/${unit}`, "utf8")).toBe(nices[outcomes.indexOf("done")]);
      const none = await etagOf(unit, "");
      const overrides = [5, 6].map((nice) =>
        keyOf(setOverride({ unit, scope: "", text: `[Service]\nNice=${nice}\n`, etag: none }, ctxOf())),
      );
      expect((await Promise.all(overrides)).toSorted()).toEqual(["done", "systemd/changed"]);
    });

    test("what is deleted stops, goes with all that was over it, and comes back as it was", async () => {
      const unit = "gone\\x2d:me.service";
      await make(unit, sleeper, "enable-now");
      await setOverride({ unit, scope: "", text: "[Service]\nNice=3", etag: await etagOf(unit, "") }, ctxOf());
      writeFileSync(`${unitFolder}/${unit}.d/more.conf`, "[Unit]\nDescription=More\n");
      expect((await getUnitFile({ unit, scope: "" }, ctxOf())).drop_ins).toEqual(["more.conf", "override.conf"]);
      const { id } = await deleteUnit({ unit, scope: "" }, ctxOf());
      expect(await show(unit, "LoadState")).toBe("not-found");
      for (const path of [unit, `${unit}.d`, `multi-user.target.wants/${unit}`])
        expect([path, existsSync(`${unitFolder}/${path}`)]).toEqual([path, false]);
      const { units } = await listRemovedUnits({ scope: "" }, ctxOf());
      expect(units[0]).toMatchObject({ id, unit });
      expect((lstatSync(`${unitFolder}/.filedeck-removed/${id}`).mode & 0o777).toString(8)).toBe("700");
      // Somebody has made another one since.
      writeFileSync(`${unitFolder}/${unit}`, "mine");
      expect(await keyOf(restoreUnit({ id, scope: "" }, ctxOf()))).toBe("systemd/exists");
      expect(readFileSync(`${unitFolder}/${unit}`, "utf8")).toBe("mine");
      await run("rm", ["--", `${unitFolder}/${unit}`]);
      expect(await restoreUnit({ id, scope: "" }, ctxOf())).toEqual({ unit, said: "" });
      expect([await show(unit, "ActiveState"), await show(unit, "UnitFileState"), await show(unit, "Nice")]).toEqual([
        "active",
        "enabled",
        "3",
      ]);
      expect(await show(unit, "Description")).toBe("More");
      expect(await keyOf(restoreUnit({ id, scope: "" }, ctxOf()))).toBe("undo/gone");
    });

    test("a template goes with what runs of it; what a package brought stays", async () => {
      await make("many@.service", sleeper);
      await systemctl("start", "many@a.service", "many@b.service");
      await deleteUnit({ unit: "many@.service", scope: "" }, ctxOf());
      expect(await show("many@a.service", "ActiveState")).toBe("inactive");
      expect(await keyOf(deleteUnit({ unit: "dbus.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
      expect(await keyOf(deleteUnit({ unit: "linked.service", scope: "" }, ctxOf()))).toBe("systemd/not-own");
    });

    test("only the latest twenty are kept", async () => {
      for (let number = 0; number < 22; number++) {
        const aside = `${unitFolder}/.filedeck-removed/${1_000_000_000_000 + number}-aaaaaaaaaaaa`;
        mkdirSync(aside, { recursive: true });
        writeFileSync(`${aside}/old${number}.service`, sleeper);
      }
      await make("last.service", sleeper);
      await deleteUnit({ unit: "last.service", scope: "" }, ctxOf());
      const { units } = await listRemovedUnits({ scope: "" }, ctxOf());
      expect([units.length, units[0]?.unit]).toEqual([20, "last.service"]);
      expect(existsSync(`${unitFolder}/.filedeck-removed/1000000000000-aaaaaaaaaaaa`)).toBe(false);
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
      const rows = await createUnitReader(scope).readAll();
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
    });

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

test("what was deleted is named by what leads nowhere else", () => {
  for (const id of ["../..", "1700000000000-../../../..", ".", "1700000000000-aaaaaaaaaaaa/x"])
    expect([id, systemdContract.restoreUnit.input.safeParse({ id }).success]).toEqual([id, false]);
});
