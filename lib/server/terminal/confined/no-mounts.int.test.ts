import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { expect, test, vi } from "vitest";
import { treeProblem } from "@/lib/server/process/readable-tree-fixture";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { openConfinedShell } from "./open-confined-shell";
import { tryShell } from "./shell-fixture";

test("where root may make no mounts, the account makes the same in a namespace of users", async ({ skip }) => {
  // The account reads the launcher itself.
  const problem = existsSync("/usr/bin/bwrap") ? treeProblem() : "there is no bubblewrap";
  if (problem !== null) skip(problem);
  const base = mkdtempSync(path.join(tmpdir(), "filedeck-no-mounts-"));
  chmodSync(base, 0o755);
  for (const name of ["own", "own/secret", "docs"]) {
    mkdirSync(path.join(base, name));
    chmodSync(path.join(base, name), 0o777);
    writeFileSync(path.join(base, name, "file.txt"), `in ${name}`);
  }
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
  const size = { cols: 200, rows: 50 };
  const source = await openConfinedShell({
    mounts: [
      { place: path.join(base, "docs"), access: "read" },
      { place: path.join(base, "own"), access: "write" },
      { place: path.join(base, "own/secret"), access: "none" },
    ],
    hasNetwork: false,
    cwd: path.join(base, "own"),
    size,
    log: pino({ level: "silent" }),
    userId: "mia",
    mayMount: false,
  });
  const { terminal, say } = await tryShell(source, size);
  try {
    // Only bubblewrap gives the machine another name.
    expect(await say("uname -n; id -un; cat file.txt; ls -A secret | wc -l")).toMatch(/filedeck\nnobody\nin own\D*0\n/);
    expect(await say(`echo x > made && cat made; echo x > ${base}/docs/file.txt`)).toMatch(/x\n[^]*Read-only/);
    expect(await say("grep -E 'CapEff|Seccomp:' /proc/self/status")).toMatch(/CapEff:\s0+\n[^]*Seccomp:\s2/);
  } finally {
    await terminal.end();
    vi.restoreAllMocks();
    rmSync(base, { recursive: true, force: true });
  }
});
