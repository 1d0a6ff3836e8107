import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { moveTerminal } from "./move-terminal";
import { openShell } from "./open-shell";
import { addTerminal, allTerminals, removeTerminal, type OwnedTerminal } from "./terminals";
import { typePaths } from "./type-paths";

// A shell takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const size = { cols: 300, rows: 24 };
let fixture: TrashFixture;
let terminal: OwnedTerminal;
const at = (name: string) => `r/${name}` as VirtualPath;
const move = (name: string, ctx: Ctx = fixture.ctx) => moveTerminal({ id: terminal.id, folder: at(name) }, ctx);

beforeEach(async () => {
  fixture = await makeTrashFixture();
  for (const name of ["plain", "it's a 'trap' $(touch owned)", "new\nline", "-rf"])
    mkdirSync(path.join(fixture.root, name));
  writeFileSync(path.join(fixture.root, "a b.txt"), "");
  const open = () => openShell({ cwd: fixture.root, size });
  terminal = await addTerminal(
    { userId: "mia", sessionId: null, hostId: null, ownerName: "mia", access: "terminal" },
    { size, open },
  );
  await isReady();
});
afterEach(async () => {
  await Promise.all(allTerminals().map(removeTerminal));
  await fixture.close();
});

const isReady = () => vi.waitFor(() => expect(terminal.isReady()).toBe(true));
const isAt = (name: string) => vi.waitFor(() => expect(terminal.info().place).toBe(path.join(fixture.root, name)));
/** A shell is busy, too, for the moment that its prompt takes. */
const moves = (name: string) => vi.waitFor(async () => expect(await move(name)).toEqual({ outcome: "moved" }));

test("the shell changes to a folder, whatever its name holds", async () => {
  await moves("plain");
  await isAt("plain");
  expect(await move("plain")).toEqual({ outcome: "there" });
  for (const name of ["it's a 'trap' $(touch owned)", "-rf"]) {
    await moves(name);
    await isAt(name);
  }
  expect(existsSync(path.join(fixture.root, "plain/owned"))).toBe(false);
});

test("a name that would press Enter is refused", async () => {
  await expect(move("new\nline")).rejects.toMatchObject({ key: "terminal/unsafe-name" });
  await expect(typePaths({ id: terminal.id, paths: [at("new\nline")] }, fixture.ctx)).rejects.toMatchObject({
    key: "terminal/unsafe-name",
  });
});

test("a busy shell, and one where a command was begun, are left alone", async () => {
  // Bash, too, does not hear Ctrl+C in the moment between its fork and the program that it becomes.
  await terminal.write("sh -c '> begun; exec sleep 60'\r");
  await vi.waitFor(() => expect(existsSync(path.join(fixture.root, "begun"))).toBe(true));
  expect(terminal.isReady()).toBe(false);
  expect(await move("plain")).toEqual({ outcome: "busy" });
  await terminal.write("\u0003");
  await isReady();
  await terminal.write("rm -r im");
  expect(await move("plain")).toEqual({ outcome: "busy" });
  await terminal.write("\u0003");
  await moves("plain");
});

test("paths are typed, and not sent off", async () => {
  await terminal.write("printf '%s|' ");
  await typePaths({ id: terminal.id, paths: [at("a b.txt"), at("plain")] }, fixture.ctx);
  expect(terminal.isReady()).toBe(false);
  await terminal.write("> said\r");
  const file = path.join(fixture.root, "said");
  const said = `${fixture.root}/a b.txt|${fixture.root}/plain|`;
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, "utf8")).toBe(said));
});

test("neither another's terminal nor a folder that one must not see", async () => {
  const tom = { ...fixture.ctx, actor: actorOf("tom") };
  await expect(move("plain", tom)).rejects.toMatchObject({ key: "terminal/gone" });
  await expect(typePaths({ id: terminal.id, paths: [at("plain")] }, tom)).rejects.toMatchObject({
    key: "terminal/gone",
  });
  const storage = fixture.limited({ accessDirs: ["plain"] });
  await expect(move("-rf", { ...fixture.ctx, storage })).rejects.toMatchObject({ key: "file/not-found" });
  const paths = [at("a b.txt")];
  await expect(typePaths({ id: terminal.id, paths }, { ...fixture.ctx, storage })).rejects.toMatchObject({
    key: "file/not-found",
  });
});

test("a shell whose folder the kernel does not tell is where it says itself", async () => {
  await removeTerminal(terminal);
  const open = async () => {
    const source = await openShell({ cwd: fixture.root, size });
    return { ...source, place: (said: string | null) => said };
  };
  terminal = await addTerminal(
    { userId: "mia", sessionId: null, hostId: null, ownerName: "mia", access: "terminal" },
    { size, open },
  );
  await terminal.write(`printf '\\e]7;file://%s%s\\a' "$(uname -n)" "$PWD/plain"\r`);
  await vi.waitFor(() => expect(terminal.info().place).toBe(path.join(fixture.root, "plain")));
});
