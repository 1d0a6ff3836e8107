import { expect, it } from "vitest";
import { auditedActions } from "@/lib/contracts/audited-actions";
import { actionsByArea, findAction, findMeant } from "./actions";

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

it("offers every action once", () => {
  const offered = actionsByArea().flatMap(({ actions }) => actions.map(({ code }) => code));
  expect(offered.toSorted()).toEqual(auditedActions.map(({ code }) => code).toSorted());
  expect(new Set(offered).size).toBe(offered.length);
});
