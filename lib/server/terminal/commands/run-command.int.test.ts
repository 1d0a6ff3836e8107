import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { defineTask } from "@/lib/server/group/define-task";
import { recheckAll } from "@/lib/server/session/recheck";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { openTerminal } from "@/lib/server/terminal/open-terminal";
import { runningOutputs, runQuickCommand } from "@/lib/server/terminal/quick/run-quick-command";
import { allTerminals, findTerminal, removeTerminal } from "@/lib/server/terminal/terminals";
import { canConfine, folder, keyOf, prepareCommands, size } from "./commands-fixture";

const { given, current, work, permit, mia, begin, run, outputOf } = prepareCommands();

function testCommands(): void {
  test("a command runs in the folder, as the account, without a terminal, and shows all that it says", async () => {
    await permit([
      { program: "cat", args: "*" },
      { program: "id", args: "-un" },
      { program: "sh", args: "-c *" },
    ]);
    const { terminal, seen, over } = await run("cat", "a.txt");
    await over;
    expect(seen.text).toContain("text of a");
    expect(terminal.info()).toMatchObject({ program: "cat a.txt", isReadOnly: true, exit: { code: 0, signal: null } });
    expect(given.said.at(-1)).toBe("cat a.txt");
    expect(await outputOf("id", "-un")).toContain("nobody");
    const both = await outputOf("sh", "-c", "echo one; echo two >&2; echo three > /dev/stderr; pwd; exit 3");
    expect(both).toMatch(new RegExp(`one\r\ntwo\r\nthree\r\n${work()}`));
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
    await vi.waitFor(() => expect(seen.text).toContain("first"));
    expect(seen.text).not.toContain("last");
    writeFileSync(path.join(work(), "go"), "");
    await vi.waitFor(() => expect(seen.text).toContain("last"));
    expect(terminal.info().exit).toBeNull();

    const { id } = await begin(
      "sh",
      "-c",
      "i=0; while :; do i=$((i+1)); echo $i > count; head -c 65536 /dev/zero | tr '\\0' x; done",
    );
    const lazy = findTerminal(id, "mia").view(new AbortController().signal);
    await lazy.next();
    const count = () => Number(readFileSync(path.join(work(), "count"), "utf8"));
    await vi.waitFor(() => expect(count()).toBeGreaterThan(3));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = count();
    // Long before nobody waits for it any more.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(count() - before).toBeLessThan(3);
  });

  test("Ctrl-C interrupts it, and nothing else is typed; all that it has started ends with it", async () => {
    await permit([{ program: "sh", args: "-c *" }]);
    const stay =
      "trap 'echo caught; exit 7' INT; (setsid sleep 987 &); sleep 988 & echo ready; while :; do sleep 0.1; done";
    const { terminal, seen, over } = await run("sh", "-c", stay);
    await vi.waitFor(() => expect(seen.text).toContain("ready"));
    await terminal.write("echo typed\n");
    expect(terminal.info().exit).toBeNull();
    await terminal.write("\u0003");
    await over;
    expect(seen.text).toContain("caught");
    expect(terminal.info().exit).toEqual({ code: 7, signal: null });
    expect(seen.text).not.toContain("typed");
    await vi.waitFor(() => expect(sleepers()).toEqual([]));
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
    expect(terminal.info().exit).not.toBeNull();
  });

  test("a shell that was given the networks ends with the right to them, one without goes on", async () => {
    for (const [before, goesOn] of [
      [["terminal", "lan_access"], false],
      [["terminal"], true],
    ] as const) {
      await permit(null, [...before]);
      const { id } = await openTerminal({ folder, ...size }, await mia());
      const terminal = findTerminal(id, "mia");
      await permit(null, ["terminal"]);
      await recheckAll();
      if (!goesOn) await terminal.ended;
      expect(terminal.info().exit === null).toBe(goesOn);
      await removeTerminal(terminal);
    }
  });

  test("a quick command that runs as a task ends when its owner is limited, and says why", async () => {
    setTaskKinds([defineTask({ kind: "quick-command", access: "terminal" })]);
    await permit(null);
    const stored = { id: "q", note: "q", command: "sleep 600", way: "task", suffixes: [], position: 0 };
    await current().ctx.db.quickCommand.create({ data: { ...stored, userId: "mia" } });
    const who = await mia();
    const begun = await runQuickCommand({ id: "q", folder, paths: [] }, who);
    if (!("taskId" in begun)) throw new Error("it is a task");
    await vi.waitFor(() => expect(runningOutputs.has(begun.taskId)).toBe(true));
    await permit([]);
    await vi.waitFor(
      async () => {
        await recheckAll();
        expect(runningOutputs.has(begun.taskId)).toBe(false);
      },
      { interval: 200 },
    );
    const { state, failures } = await current().end(begun, who);
    expect([state, failures.map(({ error }) => error)]).toEqual(["failed", ["terminal/limited-to-commands"]]);
  });
}
if (!canConfine) console.warn("commands are not tested: not root, or no bubblewrap");
if (canConfine) testCommands();

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
