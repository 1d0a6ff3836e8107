import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { JournalEntry } from "@/lib/contracts/systemd";
import { isInside, run } from "@/lib/server/process/systemd-fixture";
import { changeUnit } from "./change-unit";
import { followJournal } from "./follow-journal";
import { journalArgs } from "./journal-query";
import { readJournal } from "./read-journal";
import { keyOf, systemctl, withUnitFixture } from "./unit-fixture";

const { ctxOf } = withUnitFixture();

/** On the machine with systemd that units.int.test.ts starts. */
function testInside(): void {
  test("an account's journal is that account's: of a unit, of all, and as it goes on", async () => {
    // Two accounts with a unit of the same name.
    for (const name of ["ann", "ben"]) {
      await run("useradd", ["--create-home", "--home-dir", `/home/${name}`, name]);
      await run("install", ["-d", "-o", name, "-g", name, `/home/${name}/.config/systemd/user`]);
      const said = `while :; do echo tick of ${name}; sleep 0.2; done`;
      writeFileSync(
        `/home/${name}/.config/systemd/user/tick.service`,
        `[Service]\nExecStart=/bin/sh -c "${said}"\nSyslogIdentifier=ticker\n`,
      );
      await systemctl("start", `user@${(await run("id", ["-u", name])).stdout.trim()}.service`);
      await changeUnit({ unit: "tick.service", scope: name, action: "start" }, ctxOf());
    }
    await run("logger", ["-t", "system", "--", "tick of the system"]);
    await vi.waitFor(async () => {
      const read = async (filter: object) =>
        (await readJournal({ scope: "ann", limit: 100, ...filter }, ctxOf())).entries.map(({ message }) => message);
      const ofUnit = await read({ unit: "tick.service" });
      expect(ofUnit).toContain("tick of ann");
      // What its manager says of it.
      expect(ofUnit).toContainEqual(expect.stringMatching(/^Started tick.service/));
      expect(ofUnit.filter((line) => !/tick of ann|tick\.service/.test(line))).toEqual([]);
      expect((await read({ unit: "tick.service", text: "tick of" }))[0]).toBe("tick of ann");
      expect(await read({ unit: "tick.service", priority: "crit" })).toEqual([]);
      expect(await read({ unit: "other.service" })).toEqual([]);
      const all = await read({ text: "tick of" });
      expect([...new Set(all)]).toEqual(["tick of ann"]);
    });

    const stop = new AbortController();
    const seen: JournalEntry[] = [];
    const over = followJournal(
      { scope: "ben", unit: "tick.service" },
      { ...ctxOf(), signal: stop.signal },
      { send: async ({ entries }) => void seen.push(...entries), received: (async function* () {})() },
    );
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2));
    stop.abort();
    await over;
    expect([...new Set(seen.map(({ message, source }) => `${source}: ${message}`))]).toEqual(["ticker: tick of ben"]);
    expect(await keyOf(readJournal({ scope: "ann", limit: 1 }, ctxOf(false)))).toBe("auth/root-only");
    for (const name of ["ann", "ben"])
      await systemctl("stop", `user@${(await run("id", ["-u", name])).stdout.trim()}.service`);
  });
}
if (isInside) testInside();

test("each part of what an account is asked for holds for that account", () => {
  const matches = (unit?: string) => journalArgs({ unit }, { uid: 7 }).filter((arg) => !arg.startsWith("--"));
  expect(matches()).toEqual(["_UID=7"]);
  expect(matches("-x.service")).toEqual([
    "_UID=7",
    "_SYSTEMD_USER_UNIT=-x.service",
    "+",
    "_UID=7",
    "USER_UNIT=-x.service",
  ]);
  expect(matches("app.slice").slice(-3)).toEqual(["+", "_UID=7", "_SYSTEMD_USER_SLICE=app.slice"]);
  expect(journalArgs({ unit: "-.mount" }, null)).toContain("--unit=-.mount");
});
