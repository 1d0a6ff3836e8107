import { expect, it } from "vitest";
import { auditedActions } from "@/lib/contracts/audited-actions";
import { actionsByArea, findAction, findMeant, wordsOf } from "./actions";

it.each([
  ["user/logout", "user/logout"],
  ["POST user/users", "user/createUser"],
  ["file/delete", "file/removeMany"],
  ["reset-password", "user/resetByCommand"],
  ["user/users", null],
  // Both steps of a sign-in.
  ["user/login", null],
  ["nothing", null],
  ["", null],
])("the filter %s means %s", (text, name) => {
  expect(findMeant(text)?.name ?? null).toBe(name);
});

it("knows an entry by its whole code only", () => {
  expect(findAction("POST user/login")).toEqual({ code: "POST user/login", name: "user/login", area: "user" });
  expect(findAction("user/login")).toBeNull();
});

it.each([
  ["file/delete", "files/a.txt", "file/remove"],
  ["file/delete", "files/a.txt, files/b.txt", "file/removeMany"],
  ["file/delete", "", "file/removeMany"],
  ["file/copy", "files/a.txt", "file/copy"],
])("%s of “%s” is said as %s", (code, target, name) => {
  const action = findMeant(code);
  expect(action === null ? null : wordsOf(action, target)).toBe(name);
});

it("offers every action once", () => {
  const offered = actionsByArea().flatMap(({ actions }) => actions.map(({ code }) => code));
  expect(offered.toSorted()).toEqual(auditedActions.map(({ code }) => code).toSorted());
  expect(new Set(offered).size).toBe(offered.length);
});
