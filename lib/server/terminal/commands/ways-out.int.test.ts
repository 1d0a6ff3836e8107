import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findOsUser } from "@/lib/server/process/os-user";
import { noGrants } from "@/lib/server/session/grants";
import { canConfine, keyOf, prepareCommands } from "./commands-fixture";

const { given, current, work, permit, begin, outputOf } = prepareCommands();

function script(name: string, text: string, mode = 0o755): string {
  const place = path.join(current().base, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  chmodSync(place, mode);
  return place;
}

function testWaysOut(): void {
  test("no shell looks at what is typed", async () => {
    await permit([
      { program: "echo", args: "*" },
      { program: "find", args: "* -name *" },
    ]);
    for (const arg of ["a; id", "$(id)", "`id`", "a && id", "a | id", "> made", "$HOME", "~", "a.*", "a'b\"c"]) {
      const told = await outputOf("echo", arg);
      expect(told).toContain(arg);
      expect(told).not.toMatch(/uid=/);
    }
    expect(existsSync(path.join(work(), "made"))).toBe(false);
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
      writeFileSync(path.join(work(), name), "#!/bin/sh\necho replaced\n");
      chmodSync(path.join(work(), name), 0o777);
    }
    const told = await outputOf("ls");
    expect(told).toContain("a.txt");
    expect(told).not.toContain("replaced");
    expect(await keyOf(begin("mine"))).toBe("terminal/no-program");
    for (const program of ["./mine", "../work/mine", "/bin/ls", "/usr/bin/../bin/ls", path.join(work(), "mine"), "LS"])
      expect([program, await keyOf(begin(program))]).toEqual([program, "terminal/command-refused"]);
  });

  test("a program of the administrator's runs by itself where nobody can replace it, and nowhere else", async () => {
    const good = script("tools/good", "#!/bin/sh\necho good; ls ${0%/*}\n");
    script("tools/beside", "");
    const inWork = path.join(work(), "tool");
    writeFileSync(inWork, "#!/bin/sh\necho bad\n");
    chmodSync(inWork, 0o755);
    const link = path.join(current().base, "tools/link");
    symlinkSync(good, link);
    const linkInWork = path.join(work(), "link");
    symlinkSync(good, linkInWork);
    const byWork = path.join(current().base, "tools/by-work");
    symlinkSync(linkInWork, byWork);
    const owned = script("tools/owned", "#!/bin/sh\necho bad\n");
    chownSync(owned, findOsUser("nobody")?.uid ?? 0, 0);
    const open = script("tools/open", "#!/bin/sh\necho bad\n", 0o777);
    const below = script("free/for/all", "#!/bin/sh\necho bad\n");
    chmodSync(path.join(current().base, "free"), 0o777);
    const hidden = script("hidden/tool", "#!/bin/sh\necho bad\n");
    given.mounts.push({ place: path.join(current().base, "hidden"), access: "none" });
    const all = [good, link, inWork, linkInWork, byWork, owned, open, below, hidden, `${good}-not-there`];
    await permit(all.map((program) => ({ program, args: "" })));
    for (const place of [good, link]) {
      const told = await outputOf(place);
      expect(told).toContain("good");
      expect(told).not.toContain("beside");
    }
    for (const place of [inWork, linkInWork, byWork, owned, open, below])
      expect([place, await keyOf(begin(place))]).toEqual([place, "terminal/changeable-program"]);
    const { db } = current().ctx;
    const access_dirs = [path.dirname(good)];
    await db.user.update({ where: { id: "tom" }, data: { grants: { ...noGrants, access_dirs } } });
    for (const place of [good, link]) expect(await keyOf(begin(place))).toBe("terminal/changeable-program");
    for (const place of [hidden, `${good}-not-there`])
      expect([place, await keyOf(begin(place))]).toEqual([place, "terminal/no-program"]);
  });
}
if (!canConfine) console.warn("commands are not tested: not root, or no bubblewrap");
if (canConfine) testWaysOut();
