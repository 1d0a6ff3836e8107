import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPiped } from "@/lib/server/process/open-piped";
import { readStat } from "@/lib/server/process/process-state";
import type { Mount } from "@/lib/server/storage/mounts";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { findAccount, openConfined } from "./open-confined";
import { openConfinedShell } from "./open-confined-shell";
import { whyNoLandlock } from "./open-landlocked";
import { tryShell } from "./shell-fixture";

const size = { cols: 100, rows: 30 };
/** A machine without bubblewrap, and one where it may not do its work. */
const missing = "/usr/bin/none-of-this-name";
const failing = "/usr/bin/false";
const cannot = whyNoLandlock();
let base: string;

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-fall-back-"));
  chmodSync(base, 0o777);
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(base, { recursive: true, force: true });
});

function open(bwrapPath: string, mounts: readonly Mount[]) {
  const log = pino({ level: "silent" });
  return openConfinedShell({ mounts, hasNetwork: false, cwd: base, size, log, userId: "mia", bwrapPath });
}

test.skipIf(cannot !== null).each([missing, failing])("where bubblewrap is %s there is Landlock", async (bwrap) => {
  const { terminal, say } = await tryShell(await open(bwrap, [{ place: base, access: "write" }]), size);
  try {
    expect(await say("id -un; pwd; echo made > made && cat made")).toMatch(new RegExp(`nobody\n${base}\nmade`));
    expect(await say("ls /")).toMatch(/denied/);
    await vi.waitFor(() => expect(terminal.info()).toMatchObject({ program: "nobody", place: base }));
  } finally {
    await terminal.end();
  }
});

function testPiped(): void {
  test("so there is for a program without a terminal, and what it leaves behind ends with it", async () => {
    const user = findAccount();
    const left = path.join(base, "left");
    const outside = "cat /etc/shadow; ls /root; setsid true; echo by name > /dev/stderr";
    const script = `sleep 986 & echo $! > ${left}; id -un; pwd; echo home=$HOME; ${outside}; exit 4`;
    const { terminal, seen } = await tryShell(
      await openConfined({
        user,
        program: "/bin/sh",
        args: ["-c", script],
        env: { PATH: "/usr/bin:/bin" },
        open: openPiped,
        mounts: [{ place: base, access: "write" }],
        hasNetwork: false,
        cwd: base,
        size,
        log: pino({ level: "silent" }),
        userId: "mia",
        bwrapPath: missing,
      }),
      size,
    );
    try {
      await terminal.ended;
      await vi.waitFor(() => expect(seen()).toContain("by name"));
      expect(seen()).toMatch(new RegExp(`nobody\\s+${base}\\s[^]*shadow[^]*denied[^]*root[^]*denied[^]*setsid`));
      expect(terminal.info().exit).toEqual({ code: 4, signal: null });
      const pid = Number(readFileSync(left, "utf8"));
      expect(pid).toBeGreaterThan(1);
      // One that nobody has asked about yet has ended as well.
      expect(["Z", undefined]).toContain(readStat(pid)?.state);
    } finally {
      await terminal.end();
    }
    const [, home = ""] = /home=(\/\S+)/.exec(seen()) ?? [];
    expect(path.basename(home)).toMatch(/^filedeck-terminal-/);
    expect(existsSync(home)).toBe(false);
  });
}
if (cannot === null) testPiped();

test.skipIf(cannot !== null)("and where neither can do it, the reason", async () => {
  const inner = path.join(base, "inner");
  mkdirSync(inner);
  const mounts: Mount[] = [
    { place: base, access: "write" },
    { place: inner, access: "none" },
  ];
  await expect(open(missing, mounts)).rejects.toMatchObject({ key: "terminal/landlock-folders" });
});

test.skipIf(process.getuid?.() !== 0)("without root there is only bubblewrap", async () => {
  vi.spyOn(process, "getuid").mockReturnValue(1_000);
  await expect(open(missing, [])).rejects.toMatchObject({ key: "terminal/no-bubblewrap" });
  await expect(open(failing, [])).rejects.toMatchObject({ key: "terminal/unconfined" });
});

test("without root, with an old kernel, or none of it, it is said why", () => {
  expect(whyNoLandlock(0)).toMatch(process.getuid?.() === 0 ? /no Landlock/ : /root/);
  expect(whyNoLandlock(2)).toMatch(process.getuid?.() === 0 ? /too old/ : /root/);
});
