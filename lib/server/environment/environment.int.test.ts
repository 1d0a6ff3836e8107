import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { variables as variablesSchema, type Variable } from "@/lib/contracts/environment";
import type { Keys } from "@/lib/server/base/keys";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { noGrants } from "@/lib/server/session/grants";
import { openShell } from "@/lib/server/terminal/open-shell";
import { setTerminalSetting } from "@/lib/server/terminal/set-terminal-setting";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { environmentOf } from "./environment-of";
import { searchPathsSetting, variablesSetting } from "./environment-settings";
import { setSearchPaths } from "./set-search-paths";
import { getVariables, setVariables } from "./variables";

let fixture: TrashFixture;
let root: Ctx;
const plain = (name: string, more: Partial<Variable> = {}): Variable => ({
  name,
  note: "",
  audience: "everyone",
  isSecret: false,
  value: `value of ${name}`,
  ...more,
});
const secret = plain("TOKEN", { audience: "administrators", isSecret: true, value: "s3cret" });

beforeEach(async () => {
  fixture = await makeTrashFixture();
  root = { ...fixture.ctx, actor: actorOf("mia", true) };
  startAppOf({ keys: { seal: randomBytes(32) } as Keys, db: fixture.ctx.db });
});
afterEach(async () => {
  await searchPathsSetting.save(fixture.ctx.db, { paths: [] });
  await variablesSetting.save(fixture.ctx.db, { variables: [] });
  await fixture.close();
});

test("shells get what is meant for them, secrets only those of administrators", async () => {
  await setSearchPaths(
    {
      paths: [
        { path: "/opt/a", note: "", audience: "everyone" },
        { path: "/opt/b", note: "", audience: "administrators" },
        { path: "/opt/c", note: "", audience: "others" },
      ],
    },
    root,
  );
  await setVariables({ variables: [plain("BOTH"), secret, plain("THEIRS", { audience: "others" })] }, root);
  expect(environmentOf({ isRoot: true })).toEqual({
    folders: ["/opt/a", "/opt/b"],
    variables: { BOTH: "value of BOTH", TOKEN: "s3cret" },
  });
  expect(environmentOf({ isRoot: false })).toEqual({
    folders: ["/opt/a", "/opt/c"],
    variables: { BOTH: "value of BOTH", THEIRS: "value of THEIRS" },
  });
});

test.each([undefined, 'printf \'<%s> %s\' "$GREETING" "$PATH"'])("a real shell has them (%s)", async (command) => {
  await setVariables({ variables: [plain("GREETING", { value: "it's $HOME" })] }, root);
  await setSearchPaths({ paths: [{ path: "/opt/own tools", note: "", audience: "everyone" }] }, root);
  const source = await openShell({ cwd: tmpdir(), size: { cols: 400, rows: 20 }, command });
  let said = "";
  source.listen({ data: (bytes) => (said += bytes.toString()), exit: () => {} });
  if (command === undefined) source.write(`printf '<%s> %s\\n' "$GREETING" "$PATH"\n`);
  await vi.waitFor(() => expect(said).toMatch(/<it's \$HOME> \/\S*\/bin\S*:\/opt\/own tools/), { timeout: 5_000 });
  await source.end();
});

test("administrators' shells find no programs where others can put some, be it granted before or after", async () => {
  const { db } = fixture.ctx;
  const pathOf = (name: string) => ({ path: `${fixture.root}/${name}`, note: "", audience: "everyone" as const });
  const grant = (dirs: string[]) =>
    db.user.update({ where: { id: "tom" }, data: { grants: { ...noGrants, access_dirs: dirs } } });
  const shown = async () => {
    const source = await openShell({ cwd: tmpdir(), size: { cols: 400, rows: 20 }, command: 'printf "<%s>" "$PATH"' });
    let said = "";
    await new Promise<void>((resolve) =>
      source.listen({ data: (bytes) => (said += bytes.toString()), exit: () => resolve() }),
    );
    return said;
  };
  await setSearchPaths({ paths: [pathOf("own"), pathOf("theirs")] }, root);
  expect(await shown()).toContain(`:${fixture.root}/own:${fixture.root}/theirs>`);
  await grant([`${fixture.root}/theirs`]);
  expect(await shown()).toContain(`:${fixture.root}/own>`);
  // What is there already stands in nobody's way.
  await setSearchPaths({ paths: [pathOf("theirs")] }, root);
  await setSearchPaths({ paths: [{ ...pathOf("theirs"), audience: "others" }] }, root);
  for (const paths of [
    [pathOf("theirs")],
    [pathOf("theirs/in")],
    [{ ...pathOf("theirs"), audience: "administrators" as const }],
  ])
    await expect(setSearchPaths({ paths }, root)).rejects.toMatchObject({ key: "environment/open-folder" });
  await setSearchPaths({ paths: [pathOf("own")] }, root);
});

test("a shell that others can put another in the place of is neither chosen nor run", async () => {
  const { db } = fixture.ctx;
  const shell = `${fixture.root}/tools/shell`;
  mkdirSync(path.dirname(shell));
  writeFileSync(shell, "#!/bin/sh\necho not this one\n", { mode: 0o755 });
  const nameOf = async () => {
    const source = await openShell({ cwd: tmpdir(), size: { cols: 80, rows: 20 }, command: "true" });
    await source.end();
    return source.program;
  };
  const set = () => setTerminalSetting({ ...terminalSetting.get(), shell }, root);
  const grant = (dirs: string[]) =>
    db.user.update({ where: { id: "tom" }, data: { grants: { ...noGrants, access_dirs: dirs } } });
  const before = terminalSetting.get();
  try {
    await set();
    expect(await nameOf()).toBe("shell");
    await grant([fixture.root]);
    expect(await nameOf()).not.toBe("shell");
    await terminalSetting.save(db, before);
    await expect(set()).rejects.toMatchObject({ key: "about/changeable-program" });
  } finally {
    await terminalSetting.save(db, before);
  }
});

test("a secret is never told, is sealed, stays when it is sent back, and cannot be made visible", async () => {
  await setVariables({ variables: [secret] }, root);
  expect(await getVariables({}, root)).toEqual({ variables: [{ ...secret, value: null }] });
  const row = await fixture.ctx.db.setting.findUnique({ where: { key: "variables" } });
  expect(JSON.stringify(row?.value)).not.toContain("s3cret");
  await setVariables({ variables: [{ ...secret, value: null, note: "kept" }] }, root);
  expect(environmentOf({ isRoot: true }).variables).toMatchObject({ TOKEN: "s3cret" });
  for (const change of [{ isSecret: false }, { name: "OTHER" }])
    await expect(setVariables({ variables: [{ ...secret, value: null, ...change }] }, root)).rejects.toMatchObject({
      key: "request/invalid",
    });
});

test("who is no administrator changes what others get, and nothing of administrators' shells", async () => {
  const { ctx } = fixture;
  await setVariables({ variables: [plain("KEPT"), secret] }, root);
  const { variables } = await getVariables({}, ctx);
  const mine = plain("MINE", { audience: "others" });
  await setVariables({ variables: [...variables, mine] }, ctx);
  expect(environmentOf({ isRoot: false }).variables).toMatchObject({ MINE: "value of MINE" });
  for (const wrong of [
    [],
    [...variables, plain("NEW")],
    [...variables, plain("NEW", { audience: "administrators" })],
    variables.map((one) => ({ ...one, value: "other" })),
  ])
    await expect(setVariables({ variables: wrong }, ctx)).rejects.toMatchObject({ key: "auth/forbidden" });
  const paths = [{ path: "/tmp/mine", note: "", audience: "everyone" as const }];
  await expect(setSearchPaths({ paths }, ctx)).rejects.toMatchObject({ key: "auth/forbidden" });
});

test.each([
  [plain("LD_PRELOAD")],
  [plain("FILEDECK_X")],
  [plain("BASH_ENV")],
  [plain("PATH")],
  [plain("a-b")],
  [plain("1A")],
  [plain("A=B")],
  [plain("NUL", { value: "a\0b" })],
  [plain("SECRET", { isSecret: true })],
])("%j is refused", (variable) => {
  expect(variablesSchema.safeParse({ variables: [variable] }).success).toBe(false);
});
