import { writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { systemdContract } from "@/lib/contracts/systemd";
import { nestedMs, runNested } from "@/lib/server/process/nested-run-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { isInside, startSystemd, systemdProblem } from "@/lib/server/process/systemd-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { allTerminals, findTerminal, removeTerminal, type OwnedTerminal } from "@/lib/server/terminal/terminals";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { isAppError } from "@/lib/shared/errors";
import { openUnitJournal } from "./unit-journal";
import { parseEnvironment } from "./unit-place";
import { openUnitTerminal } from "./unit-terminal";

const size = { cols: 120, rows: 24 };
const unit = "talker.service";
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
  const { user } = fixture.ctx.db;
  await user.update({
    where: { id: "mia" },
    data: { grants: { ...noGrants, auth_list: ["sys_view", "systemd_update"] } },
  });
  await user.create({
    data: { id: "root", username: "root", passwordHash: "", isRoot: true, grants: noGrants, preferences: {} },
  });
  forgetActors();
});
afterEach(async () => {
  await Promise.all(allTerminals().map(removeTerminal));
});
afterAll(() => fixture.close());

async function as(userId: "mia" | "root"): Promise<Ctx> {
  const actor = await findUserActor(fixture.ctx.db, userId);
  if (actor === null) throw new Error(`there is no user ${userId}`);
  return { ...fixture.ctx, actor, about: () => {} };
}

function look(terminal: OwnedTerminal) {
  const seen = { text: "" };
  const over = (async () => {
    for await (const bytes of terminal.view(new AbortController().signal)) seen.text += bytes.toString();
  })();
  const until = (wanted: RegExp) => vi.waitFor(() => expect(seen.text).toMatch(wanted));
  return { seen, until, over };
}

/** On the machine that the last test starts. */
function testInside(): void {
  describe("inside", () => {
    beforeAll(async () => {
      const lines = [
        "[Service]",
        "User=daemon",
        "WorkingDirectory=/usr/lib",
        'Environment=PLAIN=1 "GREETING=hello \\"you\\" $HOME"',
        "ExecStart=/bin/sh -c 'while :; do echo beat; sleep 1; done'",
      ];
      writeFileSync(`/run/systemd/system/${unit}`, `${lines.join("\n")}\n`);
      for (const args of [["daemon-reload"], ["start", unit]])
        if ((await runBriefly("/usr/bin/systemctl", args)).code !== 0) throw new Error(`systemctl ${args.join(" ")}`);
    });

    test("a journal is shown and followed, and nothing is typed into it", async () => {
      const { id } = await openUnitJournal({ unit, lines: 5, ...size }, await as("mia"));
      const terminal = findTerminal(id, "mia");
      expect(terminal.info()).toMatchObject({ program: unit, isReadOnly: true });
      const { until, over } = look(terminal);
      await until(/\d{4}-\d\d-\d\dT[^]*beat[^]*beat/);
      await terminal.write("q\n");
      expect(terminal.info().exit).toBeNull();
      await terminal.write("\u0003");
      await over;
      expect(terminal.info().exit).toEqual({ code: null, signal: 1 });
    });

    test("another unit's journal has none of it", async () => {
      const { id } = await openUnitJournal({ unit: "nobody.service", lines: 5, ...size }, await as("mia"));
      const { seen } = look(findTerminal(id, "mia"));
      await new Promise((resolve) => setTimeout(resolve, 1_500)); // the unit above writes each second
      expect(seen.text).not.toContain("beat");
    });

    test("a unit's shell is where and who the unit is", async () => {
      const { id } = await openUnitTerminal({ unit, ...size }, await as("root"));
      const terminal = findTerminal(id, "root");
      const { until, over } = look(terminal);
      await terminal.write('echo "[$PWD $(id -un) $(id -gn) $PLAIN $GREETING]"\n');
      await until(/\[\/usr\/lib daemon daemon 1 hello "you" \$HOME\]/);
      await terminal.write("printf '\\033]0;another name\\007[%s]' said\n");
      await until(/\[said\]/);
      expect(terminal.info()).toMatchObject({ program: unit, title: unit, isReadOnly: false });
      await vi.waitFor(() => expect(terminal.info().place).toBe("/usr/lib"));
      await terminal.write("exit 4\n");
      await over;
      expect(terminal.info().exit).toEqual({ code: 4, signal: null });
    });

    test("a unit that is none has no shell", async () => {
      expect(await keyOf(openUnitTerminal({ unit: "nobody.service", ...size }, await as("root")))).toBe(
        "systemd/not-found",
      );
    });
  });
}
// Elsewhere they are no tests that are passed over: the last one runs them all.
if (isInside) testInside();

test("a unit's shell is for administrators alone", async () => {
  expect(await keyOf(openUnitTerminal({ unit, ...size }, await as("mia")))).toBe("auth/forbidden");
  expect(allTerminals()).toEqual([]);
});

test("names that are none are refused before anybody asks", () => {
  const isUnit = (name: string) => systemdContract.openUnitJournal.input.safeParse({ unit: name, ...size }).success;
  const hostile =
    "-rf|--file=/etc/shadow.service|--now|ssh|*.service|s?h.service|[a].service|a b.service|../a.service".split("|");
  for (const name of [...hostile, "", 'a".service', "a'.service", "a\n.service", "a.service\n", "$(id).service"])
    expect([name, isUnit(name)]).toEqual([name, false]);
  for (const name of [
    "ssh.service",
    "getty@tty1.service",
    "dev-disk-by\\x2duuid.device",
    "user-0.slice",
    "-.mount",
    "--help.service",
  ])
    expect([name, isUnit(name)]).toEqual([name, true]);
  const isMade = (name: string) =>
    systemdContract.createUnits.input.safeParse({ units: [{ unit: name, text: "[Unit]" }], begin: "nothing" }).success;
  expect([isMade("fine.service"), isMade("-x.service"), isMade("a.mount")]).toEqual([true, false, false]);
});

test("reads an environment as systemctl writes it", () => {
  expect(parseEnvironment('A=1 "B=two words" "C=\\"x\\" \\$Y \\\\" D= 1bad=x noise')).toEqual({
    A: "1",
    B: "two words",
    C: '"x" $Y \\',
    D: "",
  });
  expect(parseEnvironment("")).toEqual({});
});

test.skipIf(isInside || systemdProblem() !== null)(
  "all of it on a machine with systemd",
  async () => {
    const systemd = await startSystemd();
    try {
      const names = [
        "units",
        "manage",
        "journal-bounds",
        "create-units",
        "unit-files",
        "account-journal",
        "dashed-units",
        "templates",
        "aliases",
      ];
      const said = await runNested(
        systemd,
        names.map((name) => `lib/server/systemd/${name}.int.test.ts`),
      );
      expect(said).toMatch(/a unit's shell is where and who the unit is/);
      expect(said).toMatch(/each action does what systemd says that it does/);
      expect(said).toMatch(/an entry without measure hides no other/);
      expect(said).toMatch(/an account.s units are written as that account/);
      expect(said).toMatch(/a dash in front of a name is a part of it/);
      expect(said).toMatch(/an account.s journal is that account.s/);
      expect(said).toMatch(/a template has its file, and an instance of it is started/);
      expect(said).toMatch(/another name of a unit has its state and its journal/);
    } finally {
      await systemd.stop();
    }
  },
  nestedMs,
);
