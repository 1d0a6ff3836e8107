import { expect, it, onTestFinished } from "vitest";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import { findEntries } from "./find-entries";

it("finds whole names, how names start, and what was changed", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  const line = { at: new Date(), address: "", action: "a", target: "", outcome: "success", requestId: "" };
  for (const username of ["user-1", "user-10", "user_1", "User-1", "use"])
    await db.audit.create({ data: { ...line, username, changes: `auth_list: +${username}` } });
  const none = { action: undefined, outcome: undefined, since: undefined, until: undefined };
  const found = async (filter: { username?: string; username_start?: string; target?: string }) => {
    const wanted = { username: undefined, username_start: undefined, target: undefined, ...none, ...filter };
    const { entries } = await findEntries(db, { filter: wanted, before: undefined, most: 10 });
    return entries.map(({ username }) => username).toSorted();
  };
  expect(await found({ username: "user-1" })).toEqual(["user-1"]);
  expect(await found({ username_start: "user-1" })).toEqual(["user-1", "user-10"]);
  expect(await found({ username_start: "user_" })).toEqual(["user_1"]);
  expect(await found({ username_start: "user", username: "user-10" })).toEqual(["user-10"]);
  expect(await found({ target: "+user-10" })).toEqual(["user-10"]);
});

it("does not find among failures what only asked for a password", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  for (const outcome of ["success", "auth/confirm", "archive/password", "archive/password-wrong", "auth/forbidden"])
    await db.audit.create({
      data: { at: new Date(), username: "mia", address: "", action: "a", target: "", outcome, requestId: "" },
    });
  const found = async (outcome: "success" | "asked" | "failed") => {
    const filter = { username: undefined, username_start: undefined, target: undefined, action: undefined };
    const wanted = { ...filter, since: undefined, until: undefined, outcome };
    const { entries } = await findEntries(db, { filter: wanted, before: undefined, most: 10 });
    return entries.map((entry) => entry.outcome).toSorted();
  };
  expect(await found("success")).toEqual(["success"]);
  expect(await found("asked")).toEqual(["archive/password", "auth/confirm"]);
  expect(await found("failed")).toEqual(["archive/password-wrong", "auth/forbidden"]);
});
