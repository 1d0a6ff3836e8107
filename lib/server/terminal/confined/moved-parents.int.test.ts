import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeMounts } from "@/lib/server/storage/mounts";
import { terminalSetting } from "../terminal-setting";
import { openConfinedShell } from "./open-confined-shell";
import { tryShell } from "./shell-fixture";

const size = { cols: 200, rows: 50 };
const cannot = process.getuid?.() !== 0 ? "not root" : existsSync("/usr/bin/bwrap") ? null : "no bubblewrap";
if (cannot !== null) console.warn(`moves in confined shells are not tested: ${cannot}`);

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "filedeck-moved-parents-")));
  for (const name of [
    "own",
    "own/a",
    "own/a/b",
    "own/a/b/secret",
    "own/r",
    "own/r/docs",
    "own/h",
    "own/h/data",
    "own/free",
  ]) {
    mkdirSync(path.join(base, name));
    chmodSync(path.join(base, name), 0o777);
  }
  writeFileSync(path.join(base, "own/a/b/secret/file.txt"), "secret");
  chmodSync(base, 0o755);
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(base, { recursive: true, force: true });
});

test.skipIf(cannot !== null)("a shell cannot move a folder that holds a denied, read-only or hidden one", async () => {
  const own = path.join(base, "own");
  const at = (name: string) => path.join(own, name);
  const mounts = await makeMounts(
    {
      roots: [{ id: "r", note: "", place: own, writable: true }],
      scopes: [{ accessDirs: [own], readOnlyDirs: [at("r/docs")], denyDirs: [at("a/b/secret"), at("a/none/yet")] }],
      protectedPaths: [],
      hiddenDirs: [at("h/data")],
    },
    async (place) => place,
  );
  const there = mounts.filter(({ place }) => existsSync(place));
  const source = await openConfinedShell({
    mounts: there,
    hasNetwork: false,
    cwd: own,
    size,
    log: pino({ level: "silent" }),
    userId: "mia",
  });
  const { terminal, say } = await tryShell(source, size);
  try {
    // To another mount mv copies what it sees, and then cannot remove it.
    for (const [index, name] of ["a", "a/b", "a/b/secret", "r", "r/docs", "h", "h/data"].entries())
      expect(await say(`mv -f ${at(name)} ${at(`taken${index}`)}`)).toMatch(/busy|Read-only|cannot/i);
    expect(readFileSync(at("a/b/secret/file.txt"), "utf8")).toBe("secret");
    expect(readdirSync(own, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("file.txt"))).toEqual(
      ["a/b/secret/file.txt"],
    );
    expect(await say(`mv ${at("free")} ${at("a/b/free")} && echo mo''ved`)).toContain("moved");
    expect(await say(`cat ${at("a/b/secret/file.txt")}`)).toMatch(/No such file/);
  } finally {
    await terminal.end();
  }
});
