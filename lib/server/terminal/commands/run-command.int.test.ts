import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import type { RoleCommand } from "@/lib/shared/commands/role-command";
import type { VirtualPath } from "@/lib/shared/paths";
import { findOsUser } from "@/lib/server/process/os-user";
import { defineTask } from "@/lib/server/group/define-task";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { recheckAll } from "@/lib/server/session/recheck";
import type { Mount } from "@/lib/server/storage/mounts";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { openTerminal } from "@/lib/server/terminal/open-terminal";
import { runningOutputs, runQuickCommand } from "@/lib/server/terminal/quick/run-quick-command";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { allTerminals, findTerminal, removeTerminal } from "@/lib/server/terminal/terminals";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { runCommand } from "./run-command";

const size = { cols: 120, rows: 24 };
const folder = "r/work" as VirtualPath;
const bwrap = "/usr/bin/bwrap";
const canBubblewrap = process.getuid?.() === 0 && existsSync(bwrap);
if (!canBubblewrap) console.warn("commands are not tested: there is no bubblewrap, or no root");

let fixture: TrashFixture;
let mounts: Mount[];
const said: string[] = [];

beforeEach(async () => {
  fixture = await makeTrashFixture();
  chmodSync(fixture.base, 0o755);
  chmodSync(fixture.root, 0o755);
  const work = path.join(fixture.root, "work");
  mkdirSync(work);
  chmodSync(work, 0o777);
  writeFileSync(path.join(work, "a.txt"), "text of a\n");
  mounts = [{ place: work, access: "write" }];
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
  const { db } = fixture.ctx;
  await db.role.create({ data: { id: "ops", name: "ops", grants: { ...noGrants, auth_list: ["terminal"] } } });
  await db.user.update({ where: { id: "mia" }, data: { roleId: "ops", grants: noGrants } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(allTerminals().map(removeTerminal));
  await fixture.close();
});

async function permit(commands: RoleCommand[] | null, auth_list = ["terminal"]): Promise<void> {
  await fixture.ctx.db.role.update({ where: { id: "ops" }, data: { grants: { ...noGrants, auth_list, commands } } });
  forgetActors();
}

async function mia(): Promise<Ctx> {
  const actor = await findUserActor(fixture.ctx.db, "mia");
  if (actor === null) throw new Error("there is no mia");
  const storage = { ...fixture.storage, mounts: () => Promise.resolve(mounts) };
  return { ...fixture.ctx, actor, storage, about: (target) => said.push(target) };
}

const begin = async (program: string, ...args: string[]) => runCommand({ folder, program, args, ...size }, await mia());

async function run(program: string, ...args: string[]) {
  const { id } = await begin(program, ...args);
  return follow(id);
}

function follow(id: string) {
  const terminal = findTerminal(id, "mia");
  const seen = { text: "" };
  const over = (async () => {
    for await (const bytes of terminal.view(new AbortController().signal)) seen.text += bytes.toString();
  })();
  return { terminal, seen, over };
}

async function outputOf(program: string, ...args: string[]): Promise<string> {
  const { seen, over } = await run(program, ...args);
  await over;
  return seen.text;
}

const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );

const script = (name: string, text: string, mode = 0o755) => {
  const place = path.join(fixture.base, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  chmodSync(place, mode);
  return place;
};

function testCommands(): void {
  test("a command runs in the folder, as the account, without a terminal, and shows all that it says", async () => {
    await permit([
      { program: "cat", args: "*" },
      { program: "id", args: "-un" },
      { program: "sh", args: "-c *" },
    ]);
    const { terminal, seen, over } = await run("cat", "a.txt");
    await over;
    expect(seen.text).toContain("text of a\r\n");
    expect(terminal.info()).toMatchObject({ program: "cat a.txt", isReadOnly: true, exit: { code: 0, signal: null } });
    expect(said.at(-1)).toBe("cat a.txt");
    expect(await outputOf("id", "-un")).toContain("nobody");
    const both = await outputOf("sh", "-c", "echo one; echo two >&2; echo three > /dev/stderr; pwd; exit 3");
    expect(both).toMatch(new RegExp(`one\r\ntwo\r\nthree\r\n${fixture.root}/work\r\n`));
    expect(allTerminals().at(-1)?.info().exit).toEqual({ code: 3, signal: null });
    const about = "tty; read x; echo read=$?; stat -Lc %F /proc/self/fd/1; env; ls -A /root /home";
    const told = await outputOf("sh", "-c", about);
    expect(told).toMatch(/not a tty[^]*read=1[^]*fifo/);
    expect(told).not.toMatch(/FILEDECK|NODE_ENV/);
  });

  test("what it says comes as it says it, and a viewer that takes nothing keeps it waiting", async () => {
    await permit([{ program: "sh", args: "-c *" }]);
    const { seen, terminal } = await run(
      "sh",
      "-c",
      "echo first; while ! [ -e go ]; do sleep 0.05; done; echo last; sleep 60",
    );
    await vi.waitFor(() => expect(seen.text).toContain("first"), { timeout: 5_000 });
    expect(seen.text).not.toContain("last");
    writeFileSync(path.join(fixture.root, "work", "go"), "");
    await vi.waitFor(() => expect(seen.text).toContain("last"), { timeout: 5_000 });
    expect(terminal.info().exit).toBeNull();

    const { id } = await begin(
      "sh",
      "-c",
      "i=0; while :; do i=$((i+1)); echo $i > count; head -c 65536 /dev/zero | tr '\\0' x; done",
    );
    const lazy = findTerminal(id, "mia").view(new AbortController().signal);
    await lazy.next();
    const count = () => Number(readFileSync(path.join(fixture.root, "work", "count"), "utf8"));
    await vi.waitFor(() => expect(count()).toBeGreaterThan(3), { timeout: 5_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = count();
    // Less than the two seconds after which nobody waits for it.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(count() - before).toBeLessThan(3);
  });

  test("Ctrl-C interrupts it, and nothing else is typed; all that it has started ends with it", async () => {
    await permit([{ program: "sh", args: "-c *" }]);
    const stay =
      "trap 'echo caught; exit 7' INT; (setsid sleep 987 &); sleep 988 & echo ready; while :; do sleep 0.1; done";
    const { terminal, seen, over } = await run("sh", "-c", stay);
    await vi.waitFor(() => expect(seen.text).toContain("ready"), { timeout: 5_000 });
    await terminal.write("echo typed\n");
    expect(terminal.info().exit).toBeNull();
    await terminal.write("\u0003");
    await over;
    expect(seen.text).toContain("caught");
    expect(terminal.info().exit).toEqual({ code: 7, signal: null });
    expect(seen.text).not.toContain("typed");
    await vi.waitFor(() => expect(sleepers()).toEqual([]), { timeout: 5_000 });
  });

  test("it ends when the right, or the command, is taken away, and not when another is", async () => {
    const [first, second] = [
      { program: "sleep", args: "600" },
      { program: "ls", args: "" },
    ] as const;
    for (const [commands, rights, goesOn] of [
      [[first], ["terminal"], true],
      [null, ["terminal"], true],
      [[second], ["terminal"], false],
      [[], ["terminal"], false],
      [[first], [], false],
    ] as const) {
      await permit([first, second]);
      const { terminal } = await run("sleep", "600");
      await permit(commands === null ? null : [...commands], [...rights]);
      await recheckAll();
      if (goesOn) await new Promise((resolve) => setTimeout(resolve, 200));
      else await terminal.ended;
      expect([commands, terminal.info().exit === null]).toEqual([commands, goesOn]);
      await removeTerminal(terminal);
    }
  });

  test("a shell ends when its owner is limited", async () => {
    await permit(null);
    const { id } = await openTerminal({ folder, ...size }, await mia());
    const terminal = findTerminal(id, "mia");
    await permit([]);
    await recheckAll();
    await terminal.ended;
  });

  test("a quick command that runs as a task ends when its owner is limited, and says why", async () => {
    setTaskKinds([defineTask({ kind: "quick-command", access: "terminal" })]);
    await permit(null);
    const stored = { id: "q", note: "q", command: "sleep 600", way: "task", suffixes: [], position: 0 };
    await fixture.ctx.db.quickCommand.create({ data: { ...stored, userId: "mia" } });
    const who = await mia();
    const begun = await runQuickCommand({ id: "q", folder, paths: [] }, who);
    if (!("taskId" in begun)) throw new Error("it is a task");
    await vi.waitFor(() => expect(runningOutputs.has(begun.taskId)).toBe(true), { timeout: 5_000 });
    await permit([]);
    await vi.waitFor(
      async () => {
        await recheckAll();
        expect(runningOutputs.has(begun.taskId)).toBe(false);
      },
      { timeout: 10_000, interval: 200 },
    );
    const { state, failures } = await fixture.end(begun, who);
    expect([state, failures.map(({ error }) => error)]).toEqual(["failed", ["terminal/limited-to-commands"]]);
  });

  test("no shell looks at what is typed", async () => {
    await permit([
      { program: "echo", args: "*" },
      { program: "find", args: "* -name *" },
    ]);
    for (const arg of ["a; id", "$(id)", "`id`", "a && id", "a | id", "> made", "$HOME", "~", "a.*", "a'b\"c"]) {
      const told = await outputOf("echo", arg);
      expect(told).toContain(`${arg}\r\n`);
      expect(told).not.toMatch(/uid=/);
    }
    expect(existsSync(path.join(fixture.root, "work", "made"))).toBe(false);
    for (const args of [
      [".", "-name", "*", "-exec", "id", ";"],
      [".", "-name", "-exec"],
      ["-delete", "-name", "*"],
      ["..", "-name", "x"],
      [".", "-exec", "id"],
    ])
      expect([args, await keyOf(begin("find", ...args))]).toEqual([args, "terminal/command-refused"]);
    expect(await outputOf("find", ".", "-name", "a*")).toContain("./a.txt");
  });

  test("a program is one of the system's, whatever lies in the folder", async () => {
    await permit([
      { program: "ls", args: "" },
      { program: "mine", args: "" },
    ]);
    for (const name of ["ls", "mine"]) {
      writeFileSync(path.join(fixture.root, "work", name), "#!/bin/sh\necho replaced\n");
      chmodSync(path.join(fixture.root, "work", name), 0o777);
    }
    const told = await outputOf("ls");
    expect(told).toContain("a.txt");
    expect(told).not.toContain("replaced");
    expect(await keyOf(begin("mine"))).toBe("terminal/no-program");
    for (const program of [
      "./mine",
      "../work/mine",
      "/bin/ls",
      "/usr/bin/../bin/ls",
      path.join(fixture.root, "work/mine"),
      "LS",
    ])
      expect([program, await keyOf(begin(program))]).toEqual([program, "terminal/command-refused"]);
  });

  test("a program of the administrator's runs by itself where nobody can replace it, and nowhere else", async () => {
    const good = script("tools/good", "#!/bin/sh\necho good; ls ${0%/*}\n");
    script("tools/beside", "");
    const inWork = path.join(fixture.root, "work/tool");
    writeFileSync(inWork, "#!/bin/sh\necho bad\n");
    chmodSync(inWork, 0o755);
    const link = path.join(fixture.base, "tools/link");
    symlinkSync(good, link);
    const linkInWork = path.join(fixture.root, "work/link");
    symlinkSync(good, linkInWork);
    const byWork = path.join(fixture.base, "tools/by-work");
    symlinkSync(linkInWork, byWork);
    const owned = script("tools/owned", "#!/bin/sh\necho bad\n");
    chownSync(owned, findOsUser("nobody")?.uid ?? 0, 0);
    const open = script("tools/open", "#!/bin/sh\necho bad\n", 0o777);
    const below = script("free/for/all", "#!/bin/sh\necho bad\n");
    chmodSync(path.join(fixture.base, "free"), 0o777);
    const hidden = script("hidden/tool", "#!/bin/sh\necho bad\n");
    mounts.push({ place: path.join(fixture.base, "hidden"), access: "none" });
    const all = [good, link, inWork, linkInWork, byWork, owned, open, below, hidden, `${good}-not-there`];
    await permit(all.map((program) => ({ program, args: "" })));
    for (const place of [good, link]) {
      const told = await outputOf(place);
      expect(told).toContain("good\r\n");
      expect(told).not.toContain("beside");
    }
    for (const place of [inWork, linkInWork, byWork, owned, open, below])
      expect([place, await keyOf(begin(place))]).toEqual([place, "terminal/changeable-program"]);
    for (const place of [hidden, `${good}-not-there`])
      expect([place, await keyOf(begin(place))]).toEqual([place, "terminal/no-program"]);
  });
}

/** Those that a test above has started. */
function sleepers(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim()];
      } catch {
        return [];
      }
    })
    .filter((line) => /^sleep 98[78]$/.test(line));
}
if (canBubblewrap) testCommands();

test("whoever has no list, or an empty one, runs nothing by this way", async () => {
  await permit(null);
  expect(await keyOf(begin("ls"))).toBe("terminal/command-refused");
  await permit([]);
  expect(await keyOf(begin("ls"))).toBe("terminal/command-refused");
});

test("whoever is limited gets no shell, not even for a quick command", async () => {
  await permit([{ program: "ls", args: "**" }]);
  expect(await keyOf(openTerminal({ folder, ...size }, await mia()))).toBe("terminal/limited-to-commands");
  expect(await keyOf(runQuickCommand({ id: "any", folder, paths: [] }, await mia()))).toBe(
    "terminal/limited-to-commands",
  );
  expect(allTerminals()).toEqual([]);
});
