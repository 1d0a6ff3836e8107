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
  await vi.waitFor(() => expect(said).toMatch(/<it's \$HOME> \/\S*\/bin\S*:\/opt\/own tools/));
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
  expect(await getVariables({}, root)).toEqual({ variables: [{ ...secret, isTrusted: true, value: null }] });
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
  const mine = plain("SITE_MINE", { audience: "others" });
  await setVariables({ variables: [...variables, mine] }, ctx);
  expect(environmentOf({ isRoot: false }).variables).toMatchObject({ SITE_MINE: "value of SITE_MINE" });
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

const others = (name: string, more: Partial<Variable> = {}) => plain(name, { audience: "others", ...more });

test.each(
  (
    "MAILPATH MAIL MAILCHECK TIMEFORMAT PROMPT_DIRTRIM FCEDIT HISTCONTROL HISTTIMEFORMAT EXECIGNORE FIGNORE TMOUT POSIXLY_CORRECT PS3 RPS1 PROMPT " +
    "LESSOPEN LESSCLOSE LESS LESSKEY PAGER MANPAGER MANPATH EDITOR VISUAL BROWSER VIMINIT EXINIT EMACSLOADPATH " +
    "GIT_PAGER GIT_SSH_COMMAND GIT_EDITOR GIT_CONFIG_COUNT GIT_EXTERNAL_DIFF SSH_ASKPASS GNUPGHOME PYTHONPATH PYTHONSTARTUP PYTHONHOME PERL5OPT PERL5LIB " +
    "PERL5DB RUBYOPT RUBYLIB NODE_OPTIONS NODE_PATH npm_config_script_shell JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH PHPRC PHP_INI_SCAN_DIR LUA_INIT " +
    "LUA_PATH GOFLAGS GOPROXY CARGO_HOME RUSTC_WRAPPER MAKEFLAGS MAKEFILES CC CFLAGS COMPILER_PATH DOCKER_HOST DOCKER_CONFIG SYSTEMD_EDITOR CURL_HOME " +
    "WGETRC http_proxy HTTPS_PROXY ALL_PROXY SSL_CERT_FILE LANGUAGE LANG LC_ALL TEXTDOMAINDIR TERMINFO TERMCAP XDG_CONFIG_HOME KUBECONFIG PIP_INDEX_URL " +
    "INFO_PRINT_COMMAND MY_RUBY_HOME ORG_GRADLE_PROJECT_a TZDIR OPENSSL_CONF SHELL_X ANYTHING site_x XSITE_A"
  ).split(" "),
)("others get %s from administrators alone, also where it was set before", async (name) => {
  const { ctx } = fixture;
  const { db } = ctx;
  const one = others(name);
  await expect(setVariables({ variables: [one] }, ctx)).rejects.toMatchObject({
    key: "environment/read-name",
    params: { name },
  });
  await expect(setVariables({ variables: [{ ...one, isTrusted: true }] }, ctx)).rejects.toMatchObject({
    key: "environment/read-name",
  });
  // As it was kept when anybody with the right could set it.
  await variablesSetting.save(db, { variables: [{ ...one, value: "before", isTrusted: undefined }] });
  const given = () => environmentOf({ isRoot: false }).variables;
  expect(given()).toEqual({});
  // It stays in the list, and neither another entry nor somebody else's word brings it back.
  const kept = (await getVariables({}, ctx)).variables.map((old) => ({ ...old, isTrusted: true }));
  await setVariables({ variables: [...kept, others("SITE_A")] }, ctx);
  expect(given()).toEqual({ SITE_A: "value of SITE_A" });
  const { variables } = await getVariables({}, root);
  await setVariables({ variables: [...variables, others("EDITOR_OF_ALL")] }, root);
  expect(given()).toEqual({ SITE_A: "value of SITE_A", EDITOR_OF_ALL: "value of EDITOR_OF_ALL" });
  await setVariables({ variables: variables.map((old) => ({ ...old, isTrusted: true })) }, root);
  expect(given()).toEqual({ [name]: "before", SITE_A: "value of SITE_A" });
  // What administrators have set, others may take away, and change no more.
  const trusted = (await getVariables({}, ctx)).variables;
  await setVariables({ variables: trusted }, ctx);
  expect(given()).toMatchObject({ [name]: "before" });
  const changed = trusted.map((old) => (old.name === name ? { ...old, value: "mine" } : old));
  await expect(setVariables({ variables: changed }, ctx)).rejects.toMatchObject({ key: "environment/read-name" });
});

test("what somebody took away meanwhile is not trusted when an older list of an administrator brings it back", async () => {
  await variablesSetting.save(fixture.ctx.db, {
    variables: [{ ...others("MAILPATH"), value: "x", isTrusted: undefined }],
  });
  const { variables: older } = await getVariables({}, root);
  await setVariables({ variables: [] }, fixture.ctx);
  await setVariables({ variables: [...older, others("SITE_A")] }, root);
  expect(environmentOf({ isRoot: false }).variables).toEqual({ SITE_A: "value of SITE_A" });
});

test("names that are reserved by now are given to nobody, whoever set them", async () => {
  const kept = { ...plain("BASH_ENV"), value: "/x", isTrusted: true };
  await variablesSetting.save(fixture.ctx.db, { variables: [kept] });
  expect([environmentOf({ isRoot: true }).variables, environmentOf({ isRoot: false }).variables]).toEqual([{}, {}]);
});

test.each(["SITE_URL", "TEAM_X", "PROJECT_ID", "COMPANY_NAME", "OUR_2", "NO_COLOR", "FORCE_COLOR"])(
  "%s may be set by whoever has the right to",
  async (name) => {
    await setVariables({ variables: [others(name, { value: "$(id) `id`" })] }, fixture.ctx);
    expect(environmentOf({ isRoot: false }).variables).toEqual({ [name]: "$(id) `id`" });
  },
);

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
