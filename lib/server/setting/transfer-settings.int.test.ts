import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { programsSetting } from "@/lib/server/about/about-settings";
import { davSetting } from "@/lib/server/dav/dav-setting";
import { hookSetting, readHookSecret, setHookSetting } from "@/lib/server/user/hook/hook-setting";
import { variablesSetting } from "@/lib/server/environment/environment-settings";
import { noGrants } from "@/lib/server/session/grants";
import { signInSetting } from "@/lib/server/user/sign-in-setting";
import { protectedPaths } from "./protected-paths";
import { exportSettings, importSettings, previewSettings } from "./transfer-settings";

let fixture: DbFixture;
let db: Db;
const abouts: string[] = [];

beforeAll(async () => {
  startAppOf({ keys: deriveKeys(Buffer.alloc(32, 7)), version: "1.0.0" });
  fixture = await makeDbFixture();
  ({ db } = fixture);
  await db.user.create({
    data: { id: "root", username: "root", passwordHash: "", isRoot: true, grants: noGrants, preferences: {} },
  });
});
afterAll(async () => {
  // What other tests of this process find.
  await setHookSetting({ ...hook, enabled: false }, ctxOf(true));
  await davSetting.save(db, { on: false });
  await variablesSetting.save(db, { variables: [] });
  await fixture.close();
});

const ctxOf = (isRoot: boolean) =>
  ({
    db,
    actor: { isRoot, userId: "root", permissions: new Set(["lan_access"]) },
    about: (text: string) => abouts.push(text),
  }) as unknown as Ctx; // what these use of it

const hook = {
  enabled: true,
  url: "https://example.org/sign-in",
  allow_private: false,
  timeout_seconds: 5,
  unanswered: "allow",
  tokens: false,
  secret: "a-secret-that-stays-here",
} as const;

it("takes settings along without secrets, shows what would change, and changes that at once", async () => {
  const root = ctxOf(true);
  await setHookSetting(hook, root);
  await davSetting.save(db, { on: true });
  const secretVariable = { name: "KEY", value: "sealed", secret: true, note: "" };
  await variablesSetting.save(db, { variables: [secretVariable] } as never); // whatever its shape
  const file = await exportSettings({}, root);
  const text = JSON.stringify(file);
  for (const word of ["sealed", "a-secret", "KEY"]) expect(text).not.toContain(word);

  await davSetting.save(db, { on: false });
  await setHookSetting({ ...hook, secret: null, timeout_seconds: 9 }, root);
  const found = await previewSettings({ file }, root);
  expect(found.changes).toEqual([
    { setting: "dav", field: "on", before: "false", after: "true" },
    { setting: "signInHook", field: "timeout_seconds", before: "9", after: "5" },
  ]);
  expect(davSetting.get()).toEqual({ on: false });
  await importSettings({ file }, root);
  expect(abouts.at(-1)).toBe("dav, signInHook");
  expect([davSetting.get().on, hookSetting.get().timeout_seconds]).toEqual([true, 5]);
  expect(readHookSecret(hookSetting.get())).toBe(hook.secret);
  await davSetting.load(db);
  expect(davSetting.get()).toEqual({ on: true });
  expect((await previewSettings({ file }, root)).changes).toEqual([]);
});

it("leaves what it cannot read, what it does not know, and secrets from elsewhere", async () => {
  const root = ctxOf(true);
  const file = await exportSettings({}, root);
  const foreign = {
    ...file,
    settings: {
      dav: { on: "perhaps" },
      teapot: { hot: true },
      signInHook: { ...hook, secret: undefined, sealed_secret: "x", tokens: true },
    },
  };
  const sent = { file: JSON.parse(JSON.stringify(foreign)) };
  const found = await importSettings(sent, root);
  expect([found.invalid, found.unknown]).toEqual([["dav"], ["teapot"]]);
  expect(found.changes.map(({ field }) => field)).toEqual(["tokens"]);
  expect(readHookSecret(hookSetting.get())).toBe(hook.secret);
  expect(await db.setting.count({ where: { key: "teapot" } })).toBe(0);
});

it("refuses what the forms refuse, says why, and takes the rest", async () => {
  const root = ctxOf(true);
  const file = await exportSettings({}, root);
  for (const own of ["vapid", "alert-pending", "alert-defaults", "stacks", "backup"])
    expect(file.settings).not.toHaveProperty(own);
  const sent = {
    file: {
      ...file,
      settings: {
        dav: { on: !davSetting.get().on },
        signIn: { ...signInSetting.get(), second_factor: "everyone" },
        programs: { paths: { rg: "/usr/bin/id" } },
        protected_paths: ["/etc", "relative"],
      },
    },
  };
  const refused = [
    { setting: "programs", error: "about/other-program", params: { name: "rg", path: "/usr/bin/id" } },
    { setting: "protected_paths", error: "request/invalid", params: { field: "paths", problem: "must start with /" } },
    { setting: "signIn", error: "user/factor-first", params: {} },
  ];
  expect((await previewSettings(sent, root)).refused).toEqual(refused);
  const done = await importSettings(sent, root);
  expect(done.refused).toEqual(refused);
  expect(done.changes.map(({ setting }) => setting)).toEqual(["dav"]);
  expect([signInSetting.get().second_factor, programsSetting.get(), protectedPaths.get()]).toEqual([
    "optional",
    { paths: {} },
    [],
  ]);
});

it("is for administrators", async () => {
  const file = await exportSettings({}, ctxOf(true));
  const other = ctxOf(false);
  await expect(exportSettings({}, other)).rejects.toThrow("auth/root-only");
  await expect(previewSettings({ file }, other)).rejects.toThrow("auth/root-only");
  await expect(importSettings({ file }, other)).rejects.toThrow("auth/root-only");
});
