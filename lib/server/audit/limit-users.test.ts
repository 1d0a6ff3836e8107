import { expect, it } from "vitest";
import { auditedActions, leftOutCode } from "@/lib/contracts/audited-actions";
import { createUserLimit } from "./limit-users";
import { weightOf } from "./line-weight";

const line = {
  userId: "mia",
  username: "mia",
  address: "192.0.2.1",
  action: "POST file/new/dir",
  target: "a",
  outcome: "success",
  requestId: "",
  atMs: 1_000_000,
};

it("keeps so many of what a user is refused each minute, whatever it is about, and tells of the rest", () => {
  const { isKept, takeSummaries, hasLeftOut } = createUserLimit();
  const refused = { ...line, outcome: "file/not-found" };
  const kept = Array.from({ length: 100 }, (_, at) => isKept({ ...refused, target: `${at}` }));
  expect(kept.filter(Boolean)).toHaveLength(60);
  expect(isKept({ ...refused, action: "POST file/delete" })).toBe(true);
  expect(isKept({ ...refused, userId: "tom" })).toBe(true);
  expect([isKept(line), hasLeftOut()]).toEqual([true, true]);
  expect(
    takeSummaries(line.atMs + 60_000).map(({ username, action, target, outcome }) => [
      username,
      action,
      target,
      outcome,
    ]),
  ).toEqual([["mia", leftOutCode, "40 × POST file/new/dir", "file/not-found"]]);
  expect(isKept({ ...refused, atMs: line.atMs + 61_000 })).toBe(true);
});

it("keeps a line of each thing that something is done to, and so many of the same again and again", () => {
  const { isKept, takeSummaries } = createUserLimit();
  const each = Array.from({ length: 5_000 }, (_, at) => isKept({ ...line, target: `${at}` }));
  expect(each.every(Boolean)).toBe(true);
  for (let times = 0; times < 70; times++) isKept({ ...line, target: "same" });
  expect(takeSummaries(Number.POSITIVE_INFINITY).map(({ target }) => target)).toEqual(["same: 10 × POST file/new/dir"]);
});

it("keeps deletions, and changes of accounts, roles, shares, and settings, longest", () => {
  const of = (weight: string) => auditedActions.filter((action) => weightOf(action) === weight).map(({ name }) => name);
  expect(of("lasting")).toEqual(
    expect.arrayContaining([
      "file/removeMany",
      "file/remove",
      "dav/delete",
      "trash/purgeTrash",
      "user/createUser",
      "user/updateRole",
      "share/createShare",
      "share/revokeShare",
      "terminal/setTerminalSetting",
      "docker/removeContainer",
      "about/setUpdatesSetting",
    ]),
  );
  expect(of("passing")).toEqual(expect.arrayContaining(["audit/exportAudit", "share/visitFile", "user/confirm"]));
  expect(of("change")).toEqual(expect.arrayContaining(["file/save", "file/upload", "user/login", "dav/put"]));
});
