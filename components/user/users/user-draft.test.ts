import { expect, it } from "vitest";
import { draftOf, problemsOf } from "./user-draft";

const draft = (username: string, password: string) => ({ ...draftOf(null), username, password });

it.each([
  ["everything right", draft("mia", "long enough"), true, { username: null, password: null }],
  ["nothing", draft("", ""), true, { username: "empty", password: "empty" }],
  ["a space and a short password", draft("mia kern", "short"), true, { username: "username", password: "password" }],
  ["no password for a known user", draft("mia", ""), false, { username: null, password: null }],
])("%s", (_, value, isNew, expected) => {
  expect(problemsOf(value, isNew)).toEqual(expected);
});
