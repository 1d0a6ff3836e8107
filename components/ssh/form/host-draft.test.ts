import { expect, test } from "vitest";
import { fieldsOf, newHost, problemsOf } from "./host-draft";

const draft = { ...newHost, address: "nas.example.org", username: "mia" };

test("takes the address for a name, and tags as they are typed", () => {
  expect(problemsOf(draft).size).toBe(0);
  expect(fieldsOf({ ...draft, tags: " web, ,db,web" })).toMatchObject({ name: "nas.example.org", tags: ["web", "db"] });
});

test("a password is sent when it is typed, taken away when it is to be forgotten, and stays otherwise", () => {
  expect(fieldsOf(draft)).not.toHaveProperty("password");
  expect(fieldsOf({ ...draft, isPasswordForgotten: true }).password).toBeNull();
  expect(fieldsOf({ ...draft, isPasswordForgotten: true, password: "x" }).password).toBe("x");
});

test.each([
  ["address", { address: "-oProxyCommand=x" }],
  ["address", { address: "" }],
  ["port", { port: Number.NaN }],
  ["port", { port: 65_536 }],
  ["username", { username: "-l" }],
  ["key", { auth: "key" as const }],
  ["folder", { startFolder: "srv" }],
  ["keepAlive", { keepAlive: -1 }],
])("knows a wrong %s", (problem, change) => {
  expect([...problemsOf({ ...draft, ...change })]).toContain(problem);
});
