import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { noGrants } from "@/lib/server/session/grants";
import { listUsers } from "./manage-users";

let fixture: DbFixture;
let db: Db;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
});
afterAll(async () => {
  await fixture.close();
});

it("says of each user whether they have a second factor, whichever it is", async () => {
  const common = { passwordHash: "", preferences: {}, grants: noGrants };
  for (const id of ["both", "code", "keys", "none"]) await db.user.create({ data: { ...common, id, username: id } });
  for (const userId of ["both", "code"]) await db.totp.create({ data: { userId, sealedSecret: "", lastStep: 0 } });
  for (const [userId, credentialId] of [
    ["both", "c1"],
    ["keys", "c2"],
    ["keys", "c3"],
  ] as const)
    await db.passkey.create({
      data: { id: credentialId, userId, name: "", credentialId, publicKey: "", rpId: "", counter: 0, transports: [] },
    });
  // What the service uses of it.
  const { users } = await listUsers({}, { db, actor: { userId: "none", tokenId: null } } as unknown as Ctx); // all that is asked for
  expect(users.map(({ id, second_factor: hasFactor }) => [id, hasFactor])).toEqual([
    ["both", true],
    ["code", true],
    ["keys", true],
    ["none", false],
  ]);
});

it("says of each user whether who asks may change them", async () => {
  const common = { passwordHash: "", preferences: {} };
  const may = (...auth_list: string[]) => ({ ...noGrants, auth_list });
  await db.role.create({ data: { id: "strong", name: "Strong", grants: may("terminal") } });
  const make = (id: string, fields: object) =>
    db.user.create({ data: { ...common, grants: noGrants, id, username: id, ...fields } });
  await make("root", { isRoot: true });
  await make("manager", { grants: may("user_manage", "file_read") });
  await make("peer", { grants: may("user_manage") });
  await make("above", { grants: may("audit_read") });
  await make("above-by-role", { roleId: "strong" });
  const seenBy = async (userId: string) => {
    const { users } = await listUsers({}, { db, actor: { userId, tokenId: null } } as unknown as Ctx); // what the service uses of it
    return users.filter(({ may_change: mayChange }) => !mayChange).map(({ id }) => id);
  };
  expect(await seenBy("root")).toEqual([]);
  // Accounts without folders of their own reach all that the manager reaches, and no more.
  expect(await seenBy("manager")).toEqual(["above", "above-by-role", "root"]);
});
