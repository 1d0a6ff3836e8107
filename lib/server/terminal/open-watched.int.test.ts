import { afterEach, beforeEach, expect, test } from "vitest";
import { endSessions } from "@/lib/server/session/end-sessions";
import { forgetActors } from "@/lib/server/session/find-actor";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { openShell } from "./open-shell";
import { openWatched } from "./open-watched";
import { endTerminalsOf } from "./sweep-terminals";
import { allTerminals, removeTerminal } from "./terminals";

const size = { cols: 80, rows: 24 };
const expiresAt = new Date(Date.now() + 60_000);
let fixture: TrashFixture;
let ctx: Ctx;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  forgetActors();
  ctx = { ...fixture.ctx, actor: { ...actorOf("mia"), sessionId: "s" } };
  await ctx.db.session.create({
    data: { id: "s", userId: "mia", tokenHash: "", address: "", agent: "", expiresAt },
  });
});
afterEach(async () => {
  await Promise.all(allTerminals().map(removeTerminal));
  forgetActors();
  await fixture.close();
});

/** A terminal that takes so long to open that something else happens first. */
const openAfter = (happens: () => Promise<unknown>) =>
  openWatched(ctx, {
    access: "terminal",
    size,
    open: async () => {
      await happens();
      return openShell({ cwd: fixture.root, size });
    },
  });

async function revoke(): Promise<void> {
  endTerminalsOf(await endSessions(ctx.db, { userId: "mia" }, "revoked"), "revoked");
}

test("a terminal that opens while its session is ended is ended as well", async () => {
  await expect(openAfter(revoke)).rejects.toThrow("auth/required");
  expect(allTerminals()).toEqual([]);
});

test("so is one that opens while its token is taken away, and while its user is disabled", async () => {
  const token = { id: "t", userId: "mia", name: "t", tokenHash: "t", authList: ["terminal"] };
  await ctx.db.apiToken.create({ data: token });
  ctx = { ...ctx, actor: { ...ctx.actor, sessionId: null, tokenId: "t" } };
  await expect(openAfter(() => ctx.db.apiToken.deleteMany())).rejects.toThrow("auth/required");
  ctx = { ...ctx, actor: { ...ctx.actor, tokenId: null } };
  const data = { disabled: true };
  await expect(openAfter(() => ctx.db.user.update({ where: { id: "mia" }, data }))).rejects.toThrow("auth/required");
  expect(allTerminals()).toEqual([]);
});

test("one whose session goes on stays", async () => {
  const terminal = await openAfter(() => Promise.resolve());
  expect(allTerminals()).toEqual([terminal]);
  await revoke();
  expect(allTerminals()).toEqual([]);
});
