import { mkdirSync, readdirSync, rmSync, watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import { noGrants } from "@/lib/server/session/grants";
import { resetPassword } from "./reset-password";

const userId = "mia";
let fixture: DbFixture;
let server: FSWatcher;

beforeEach(async () => {
  fixture = await makeDbFixture();
  const user = { id: userId, username: userId, isRoot: true, passwordHash: "old", grants: noGrants, preferences: {} };
  await fixture.db.user.create({ data: user });
  const notices = path.join(fixture.dir, "notices");
  mkdirSync(notices);
  // As a server that has acted on them.
  server = watch(notices, () => {
    for (const name of readdirSync(notices))
      if (name.endsWith(".json")) rmSync(path.join(notices, name), { force: true });
  });
});
afterEach(async () => {
  server.close();
  await fixture.close();
});

/** The command, while whose password is typed `meanwhile` happens; gives what it says. */
async function reset(meanwhile: () => Promise<unknown>, ...options: string[]): Promise<string> {
  let said = "";
  async function* type() {
    await meanwhile();
    yield "an-entirely-new-password\n";
  }
  await resetPassword({
    dataDir: fixture.dir,
    appDir: ".",
    args: [userId, ...options],
    input: Readable.from(type()),
    say: (text) => (said += text),
  });
  return said;
}

const addApp = (sealedSecret = "new") =>
  fixture.db.totp.upsert({
    where: { userId },
    create: { userId, sealedSecret, lastStep: 0 },
    update: { sealedSecret },
  });
const addPasskey = (id: string) =>
  fixture.db.passkey.create({
    data: { id, userId, name: id, credentialId: id, publicKey: "", rpId: "", counter: 0, transports: [] },
  });
const addCode = (id: string) =>
  fixture.db.recoveryCode.create({ data: { id, userId, codeHash: id, hint: "", position: 0 } });
const link = (id: string) =>
  fixture.db.identity.create({ data: { id, userId, issuer: "https://id.example", subject: id, name: id } });

async function waysIn() {
  const { db } = fixture;
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    app: (await db.totp.findUnique({ where: { userId } }))?.sealedSecret ?? null,
    passkeys: idsOf(await db.passkey.findMany()),
    codes: idsOf(await db.recoveryCode.findMany()),
    links: idsOf(await db.identity.findMany()),
  };
}
const none = { app: null, passkeys: [], codes: [], links: [] };

const records = async () => (await fixture.db.audit.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);

const addAll = () => Promise.all([addApp(), addPasskey("new"), addCode("new"), link("new")]);

it.each([[[]], [["--remove-second-factor"]]])(
  "takes away what was added while the password was typed, and says so: %j",
  async (options) => {
    const said = await reset(addAll, ...options);
    expect(await waysIn()).toEqual(none);
    expect(said).toContain("added while this command was running. They have been removed.\n");
    expect(said).not.toContain("still asks");
    expect((await records()).length).toBe(1 + options.length);
  },
);

it("keeps what was there before, and says what of it still works", async () => {
  await Promise.all([addApp("old"), addPasskey("old"), addCode("old"), link("old")]);
  const said = await reset(async () => {
    await addPasskey("new");
    await addCode("new");
    await link("new");
  });
  expect(await waysIn()).toEqual({ app: "old", passkeys: ["old"], codes: ["old"], links: ["old"] });
  expect(said).toContain("still asks for its second factor");
  expect(said).toContain("Linked accounts that can still sign in: 1.");
  expect(await records()).toHaveLength(1);
});

it("takes away an app that has been put in place of another", async () => {
  await addApp("old");
  const said = await reset(() => addApp("new"));
  expect([await waysIn(), said.includes("still asks")]).toEqual([none, false]);
});

it("says nothing of what was neither there nor added", async () => {
  expect(await reset(async () => undefined, "--remove-second-factor")).toBe(
    "Password of mia changed. Sessions ended: 0.\n",
  );
});

it("enables an administrator who was disabled while the password was typed", async () => {
  const said = await reset(() => fixture.db.user.update({ where: { id: userId }, data: { disabled: true } }));
  expect(said).toContain("it has been enabled again");
  expect((await fixture.db.user.findUniqueOrThrow({ where: { id: userId } })).disabled).toBe(false);
});

it("changes nothing where it cannot be recorded", async () => {
  await fixture.db.$executeRaw`ALTER TABLE "Audit" RENAME TO "Gone"`;
  await expect(reset(addAll)).rejects.toThrow("no such table");
  const { passwordHash } = await fixture.db.user.findUniqueOrThrow({ where: { id: userId } });
  expect([passwordHash, (await waysIn()).app]).toEqual(["old", "new"]);
});
